import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { writeFiles } from './support/files.ts'
import { ask, expect, openFolder, openSample, temporaryFolder, test, view } from './support/studio.ts'

const network = (name: string, tool: string) => `
llm_config { model_name = "gpt-4o", use_responses_api = false }
tools = [
  { name = desk, function.description = "Talks to the client.", instructions = "Use the tool.", tools = ["${name}"] }
  { name = ${name}, function.description = "Does the one thing it can do.", class = "${tool}" }
]
`
const tool = (name: string, body: string) => `
import time
from neuro_san.interfaces.coded_tool import CodedTool

class ${name}(CodedTool):
    async def async_invoke(self, args, sly_data):
${body}
`

function faultyProject(): string {
  const folder = temporaryFolder('slyglass-faults-')
  writeFiles(folder, {
    'registries/manifest.hocon':
      '{ "raising.hocon" = true, "shouting.hocon" = true, "lost.hocon" = true, "broken.hocon" = true, "fine.hocon" = true }',
    'registries/raising.hocon': network('raiser', 'faults.Raiser'),
    'registries/shouting.hocon': network('shouter', 'faults.Shouter'),
    'registries/lost.hocon': network('nobody', 'nowhere.Nobody'),
    'registries/broken.hocon': 'tools = [ { name = desk, ',
    'registries/fine.hocon': network('fine', 'faults.Fine'),
    'coded_tools/faults.py': [
      tool('Raiser', '        raise ValueError("the kettle is empty")'),
      tool('Shouter', '        print("x" * 10_000_000)\n        return "shouted"'),
      tool('Fine', '        return "all is well"'),
    ].join('\n'),
  })
  return folder
}

test('faults of tools and files show where they are, and the studio keeps working', async ({ page, studio }) => {
  await openFolder(page, studio, faultyProject())
  await page.getByRole('region', { name: 'Trust' }).getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'raising', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Network raising' })).toBeVisible()
  await view(page, 'Run')
  await ask(page, 'Please work')
  await expect(page.getByRole('group', { name: /^Call raiser.*failed/ })).toContainText('the kettle is empty')

  await page.getByRole('button', { name: 'Network raising' }).click()
  await page.getByRole('link', { name: 'shouting', exact: true }).click()
  await view(page, 'Run')
  await ask(page, 'Please work')
  await expect(page.getByRole('group', { name: /^Call shouter.*ok/ })).toContainText('shouted')

  await page.getByRole('button', { name: 'Network shouting' }).click()
  await page.getByRole('link', { name: 'lost', exact: true }).click()
  await view(page, 'Edit')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('nowhere')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('coded_tools/nowhere.py')

  await page.getByRole('button', { name: 'Network lost' }).click()
  await page.getByRole('link', { name: 'broken', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Problems' }).getByRole('listitem').first()).toContainText(/error/i)

  await page.getByRole('button', { name: 'Network broken' }).click()
  await page.getByRole('link', { name: 'fine', exact: true }).click()
  await view(page, 'Run')
  await ask(page, 'Please work')
  await expect(page.getByRole('group', { name: /^Call fine.*ok/ })).toContainText('all is well')
})

test('[B49] includes that lead out of the project are told from a missing one in Problems', async ({
  page,
  studio,
}) => {
  const [folder, far] = [temporaryFolder('slyglass-links-'), temporaryFolder('slyglass-far-')]
  const includes = ['link.hocon', 'up/far.hocon', '/etc/hostname', '../far.hocon', 'gone.hocon']
    .map((name) => `include "${name}"\n`)
    .join('')
  writeFiles(far, { 'far.hocon': 'secret = "from outside"' })
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }',
    'registries/desk.hocon': includes + network('nobody', 'nowhere.Nobody'),
  })
  symlinkSync(join(far, 'far.hocon'), join(folder, 'link.hocon'))
  symlinkSync(far, join(folder, 'up'))
  await openFolder(page, studio, folder)
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk', exact: true }).click()
  const problems = page.getByRole('region', { name: 'Problems' })
  const told = [
    'link.hocon leads out of the project through a link',
    'up/far.hocon leads out of the project through a link',
    '"/etc/hostname" is an absolute name and leads out of the project',
    '"../far.hocon" leads out of the project',
    'gone.hocon does not exist',
  ]
  for (const words of told) await expect(problems).toContainText(words)

  rmSync(join(folder, 'link.hocon'))
  await expect(problems).toContainText('link.hocon does not exist')
  renameSync(join(far, 'far.hocon'), join(folder, 'link.hocon'))
  await expect(problems).not.toContainText('link.hocon')
})

test('a wrong key and an endpoint that nobody answers are told in the answer, with what to do', async ({
  page,
  studio,
}) => {
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await openSample(page, studio, 'music_nerd_pro_ts')
    const settings = async (baseUrl: string) => {
      await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl)
      await page.getByRole('textbox', { name: 'API key' }).fill('sk-not-the-right-one')
      await page.getByRole('button', { name: 'Test connection' }).click()
    }
    await settings(`http://127.0.0.1:${port}/v1`)
    await expect(page.getByRole('status', { name: 'Connection', exact: true })).toContainText(/key/i)
    await page.goBack()
    await view(page, 'Run')
    await ask(page, 'Which band wrote Yellow Submarine?')
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText(/key/i)
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('401')

    await settings('http://127.0.0.1:9/v1')
    await expect(page.getByRole('status', { name: 'Connection', exact: true })).toContainText('127.0.0.1:9')
  } finally {
    server.close()
  }
})

test('[S-12] an unknown folder is inert until it is trusted', async ({ page, studio }) => {
  const folder = faultyProject()
  await openFolder(page, studio, folder)
  const trust = page.getByRole('region', { name: 'Trust' })
  await trust.getByRole('button', { name: 'Stay read-only' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'fine', exact: true }).click()
  await view(page, 'Run')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please work')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Chat' })).toContainText(/trust/i)
})

test.describe('a machine without Python', () => {
  test.use({ studioOptions: { env: { PATH: '/nowhere', SLYGLASS_PYTHON: '/nowhere/python' } } })

  test('the TypeScript network runs, the others say what is missing before any run', async ({ page, studio }) => {
    await openSample(page, studio, 'music_nerd_pro_ts')
    await view(page, 'Run')
    await ask(page, 'Which band wrote Yellow Submarine?')
    await expect(page.getByRole('article', { name: 'MusicNerdPro' })).toContainText('The Beatles')
    await page.getByRole('button', { name: /^Network .*music_nerd_pro_ts/ }).click()
    await page.getByRole('link', { name: /music_nerd_pro_sly$/ }).click()
    await view(page, 'Edit')
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Python')
  })
})

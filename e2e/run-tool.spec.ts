import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { ruledProject } from './support/ruled-project.ts'
import { ask, expect, openFolder, openSample, type Studio, temporaryFolder, test, view } from './support/studio.ts'

const main = join(import.meta.dirname, '../apps/slyglass/dist/main.js')

async function openTool(page: Page, studio: Studio, tool: string): Promise<string> {
  const folder = ruledProject()
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'porter' }).click()
  await pickTool(page, tool)
  return folder
}

async function pickTool(page: Page, tool: string): Promise<void> {
  const graph = page.getByRole('group', { name: 'Graph of porter' })
  await graph.getByRole('button', { name: new RegExp(`^${tool}, coded tool`) }).click()
  await page.getByRole('tablist', { name: 'Entry views' }).getByRole('tab', { name: 'Try', exact: true }).click()
}

const result = (page: Page) => page.getByRole('region', { name: 'Inspector' })

test('[N-85] one tool runs by itself, with a form from its schema and private values of its own', async ({
  page,
  studio,
}) => {
  await openTool(page, studio, 'peek')
  const form = page.getByRole('form', { name: 'Run peek' })
  await form.getByLabel('drawer').fill('left')
  await form.getByLabel('Test value of owner').fill('Sam-the-owner-88')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page).getByRole('region', { name: 'Result' })).toContainText('ok')
  await expect(result(page)).toContainText('"owner": "known"')
  await expect(result(page).getByRole('region', { name: 'Output' })).toContainText('the drawer left is open')
  await expect(page.locator('body')).not.toContainText('Sam-the-owner-88')
  expect(await serious(page)).toEqual([])

  await form.getByLabel('drawer').fill('secret')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page).getByRole('region', { name: 'Result' })).toContainText('the secret drawer stays shut')
})

test('[N-85] [U-64] a form that does not fit is not sent; a tool runs N times, with its times', async ({
  page,
  studio,
}) => {
  await openTool(page, studio, 'report')
  const form = page.getByRole('form', { name: 'Run report' })
  await form.getByLabel('lines').fill('2.5')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(form).toContainText('is a number, not integer')
  await form.getByLabel('lines').fill('2')
  await form.getByRole('textbox', { name: 'N', exact: true }).fill('5')
  await form.getByRole('button', { name: 'Run N times' }).click()
  const times = result(page).getByRole('region', { name: 'Times' })
  await expect(times).toContainText('Calls5')
  await expect(times).toContainText(/\d+\.\d\d ms/)
})

test('[U-65] a result is saved as the mock of the network, and taken away again', async ({ page, studio }) => {
  await openTool(page, studio, 'weather')
  const form = page.getByRole('form', { name: 'Run weather' })
  await form.getByLabel('town').fill('Graz')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page)).toContainText('21.5')
  await form.getByRole('button', { name: 'Save as mock' }).click()
  await expect(form).toContainText('Runs use the mock of this network')
  await form.getByRole('button', { name: 'Call the tool again' }).click()
  await expect(form).not.toContainText('Runs use the mock of this network')

  await pickTool(page, 'report')
  const other = page.getByRole('form', { name: 'Run report' })
  await other.getByRole('button', { name: 'Write a mock' }).click()
  await other.getByRole('textbox', { name: 'Result of the mock as JSON' }).fill('{"pages": 2}')
  await other.getByRole('button', { name: 'Save as mock' }).click()
  await expect(other).toContainText('Runs use the mock of this network')
  await expect(page.getByRole('button', { name: /^report, coded tool.*mocked$/ })).toBeVisible()
})

test('[N-85] [U-61] a recorded call fills the form, and what came is saved as a test of the tool', async ({
  page,
  studio,
}) => {
  const folder = await openTool(page, studio, 'weather')
  await view(page, 'Run')
  await ask(page, 'Go round')
  await view(page, 'Edit')
  await pickTool(page, 'weather')
  const form = page.getByRole('form', { name: 'Run weather' })
  await form.getByRole('button', { name: 'Fill from run' }).click()
  await page.getByRole('menuitem', { name: /Graz/ }).first().click()
  await expect(form.getByLabel('town')).toHaveValue('Graz')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await form.getByRole('button', { name: 'Save as test' }).click()
  await expect(form).toContainText('Saved in coded_tools/errands.saved.test.ts')
  const run = spawnSync(process.execPath, [main, 'test'], {
    cwd: folder,
    env: { ...process.env, SLYGLASS_HOME: studio.home },
  })
  expect(String(run.stdout)).toContain('1 passed, 0 failed')
})

const SERVER = `
import { createInterface } from 'node:readline'
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'parrot', version: '1' } }),
  'tools/list': () => ({
    tools: [{ name: 'repeat', description: 'Says it back.', inputSchema: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] } }],
  }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: 'parrot: ' + args.words }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }))
})
`

test('[N-85] a tool of an MCP server runs by itself; what it takes is known once it was asked', async ({
  page,
  studio,
}) => {
  const folder = temporaryFolder('slyglass-mcp-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "cage.hocon" = true }',
    'registries/cage.hocon': `{
      studio { mcp { "stdio:parrot" { command = "node", args = ["parrot.mjs"] } } }
      tools = [{ name = keeper, instructions = "Talk.", function.description = "Talks.", tools = [{ url = "stdio:parrot" }] }]
    }`,
    'parrot.mjs': SERVER,
  })
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'cage' }).click()
  await page
    .getByRole('group', { name: 'Graph of cage' })
    .getByRole('button', { name: /^stdio:parrot, MCP server/ })
    .click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await inspector.getByRole('combobox', { name: 'Tool', exact: true }).fill('repeat')
  const form = page.getByRole('form', { name: 'Run repeat' })
  await form.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"words": "hello"}')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(inspector).toContainText('parrot: hello')
  await form.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(form.getByLabel('words')).toHaveValue('hello')
  expect(await serious(page)).toEqual([])
})

/** Opens a tool of a shipped sample under "Try". */
async function trySample(page: Page, studio: Studio, sample: string, tool: string) {
  await openSample(page, studio, sample)
  const graph = page.getByRole('group', { name: `Graph of ${sample}` })
  await graph.getByRole('button', { name: new RegExp(`^${tool}, `) }).click()
  await page.getByRole('tablist', { name: 'Entry views' }).getByRole('tab', { name: 'Try', exact: true }).click()
  return page.getByRole('form', { name: `Run ${tool}` })
}

test('[N-85] a definition brings the form itself; what is required and empty is not sent', async ({ page, studio }) => {
  const form = await trySample(page, studio, 'calculator', 'math_add')
  await form.getByRole('textbox', { name: 'a', exact: true }).fill('2')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(form).toContainText('It is required.')
  await form.getByRole('textbox', { name: 'b', exact: true }).fill('40321')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page)).toContainText('40323')
})

test('[N-85] a shared tool runs by itself, with a form from the toolbox', async ({ page, studio }) => {
  const form = await trySample(page, studio, 'coding_agent', 'file_grep')
  await form.getByLabel('pattern').fill('greet')
  await form.getByLabel('output_mode').selectOption('"content"')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page)).toContainText('greet.sh')
  await page.getByRole('tablist', { name: 'Entry views' }).getByRole('tab', { name: 'Model sees' }).click()
  await expect(result(page)).toContainText('Searches files with a regular expression')
})

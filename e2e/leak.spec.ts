// A tool that hands a private value on to the model: told wherever its call or its text is shown.
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { ask, expect, openFolder, openHome, setPrivateValues, temporaryFolder, test, view } from './support/studio.ts'

const TOKEN = 'tok-7731-greyheron'

function greeter(): string {
  const folder = temporaryFolder('slyglass-leak-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "greeter.hocon" = true }',
    'registries/greeter.hocon': `{ tools = [
  { name = Greeter, instructions = "Use the tool.", function.description = "Greets.", tools = [Guestbook] }
  { name = Guestbook, function.description = "Writes a guest down.", class = "guestbook.Guestbook" }
] }
`,
    'registries/greeter.offline.json': JSON.stringify({
      rules: [
        { tool_results: 0, answer: { tool_calls: [{ name: 'Guestbook', arguments: {} }] } },
        { answer: { content: '{{tool}}' } },
      ],
    }),
    'coded_tools/guestbook.py': `
from neuro_san.interfaces.coded_tool import CodedTool

class Guestbook(CodedTool):
    async def async_invoke(self, args, sly_data):
        return f"Welcome! Your token is {sly_data['customer_token']}"
`,
  })
  return folder
}

test('[S-33] a private value that a tool gave to the model is told in chat, trace and sly data, and looks like no placeholder', async ({
  page,
  studio,
}) => {
  await openFolder(page, studio, greeter())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'greeter' }).click()
  await view(page, 'Run')
  await setPrivateValues(page, { customer_token: TOKEN })
  await ask(page, 'Please greet Ada')
  const said = 'customer_token went to the model in request #2'
  const call = page.getByRole('log', { name: 'Conversation' }).getByRole('group', { name: /^Call Guestbook/ })
  await expect(call).toContainText(`${said}. Return less from Guestbook`)
  const answer = page.getByRole('article', { name: 'Greeter' })
  await expect(answer.getByText('customer_token, read by a model')).toBeVisible()
  expect(await serious(page)).toEqual([])

  await call.getByRole('button', { name: 'Show in Sly data' }).click()
  const both = page.getByRole('region', { name: 'One call, both sides' })
  const model = both.getByRole('group', { name: 'Model saw' })
  await expect(model).toContainText('The model read the value of customer_token itself, in request #2')
  await expect(model).toContainText('customer_token, read by a model')
  await expect(both.getByRole('group', { name: 'Tool saw' })).not.toContainText('read by a model')
  expect(await serious(page)).toEqual([])

  await view(page, 'Trace')
  await expect(page.getByRole('treeitem', { name: new RegExp(`^Guestbook,.*${said}`) })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: new RegExp(`^model #2,.*${said}`) })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Runs of this network' }).getByRole('link')).toContainText(said)
  expect(await serious(page)).toEqual([])

  // Also where the page has not read the run: in a window of its own that shows no run.
  const fresh = await page.context().newPage()
  await openHome(fresh, studio)
  const asked = fresh.waitForResponse((answer) => answer.url().includes('/api/model-reads'))
  await fresh.goto(page.url().replace(/\?.*$/, ''))
  await asked
  await expect(fresh.getByRole('navigation', { name: 'Runs of this network' }).getByRole('link')).toContainText(said)
  await fresh.close()
})

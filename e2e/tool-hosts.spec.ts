import { connect } from 'node:net'
import { writeFiles } from './support/files.ts'
import { expect, openFolder, temporaryFolder, test, view } from './support/studio.ts'

function adder(): string {
  const folder = temporaryFolder('slyglass-adder-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "adder.hocon" = true }',
    'registries/adder.hocon': `
tools = [
  { name = desk, function.description = "Talks to the client.", instructions = "Use the tool.", tools = [add] }
  { name = add, function.description = "Adds up.", class = "sums.Add" }
]`,
    'coded_tools/sums.py': `
from neuro_san.interfaces.coded_tool import CodedTool

class Add(CodedTool):
    async def async_invoke(self, args, sly_data):
        total = 40 + 2
        return {"sum": total, "exact": True}
`,
  })
  return folder
}

test('[N-83] [N-49] a run with the debugger waits in the tool, and the chat says how to attach', async ({
  page,
  studio,
}) => {
  await openFolder(page, studio, adder())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'adder' }).click()
  await view(page, 'Run')
  const debug = page.getByRole('button', { name: 'Run with debugger' })
  await debug.click()
  await expect(debug).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please add')
  await page.getByRole('button', { name: 'Send' }).click()
  const note = page.getByText(/Waiting for a debugger at 127\.0\.0\.1:\d+/).first()
  await expect(note).toBeVisible()
  const [, word = '', port = ''] =
    /echo (\w+); cat\) \| nc 127\.0\.0\.1 (\d+)/.exec((await note.textContent()) ?? '') ?? []
  const socket = connect(Number(port), '127.0.0.1')
  let said = ''
  // Whoever is called ends the connection when it goes on.
  socket.on('error', () => undefined)
  socket.on('data', (text) => {
    said += String(text)
  })
  socket.write(`${word}\nn\np total\nc\n`)
  await expect(page.getByText(/'sum': 42/).first()).toBeVisible()
  await expect.poll(() => said).toContain('total = 40 + 2')
  socket.destroy()
  await expect(page.getByText(/The model reads what Python prints/)).toContainText(
    "{'sum': 42, 'exact': True} With studio { tool_results = json }",
  )
})

test('Settings list the interpreters of a project; a wrong choice is refused, a right one is used', async ({
  page,
  studio,
}) => {
  await openFolder(page, studio, adder())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  const python = page.getByRole('region', { name: 'Python' })
  const found = python.getByRole('row', { name: /On the PATH.*3\.\d+\.\d+ at / }).first()
  await expect(found).toBeVisible()
  const path = python.getByRole('textbox', { name: 'Interpreter' })
  await path.fill('/no/such/python')
  await python.getByRole('button', { name: 'Use this Python' }).click()
  await expect(python.getByRole('status', { name: 'Python' })).toContainText('There is nothing at /no/such/python.')
  const [, command = ''] = / at (\S+) \(/.exec((await found.textContent()) ?? '') ?? []
  await path.fill(command)
  await python.getByRole('button', { name: 'Use this Python' }).click()
  await expect(python.getByRole('status', { name: 'Python' })).toContainText(`The next run uses ${command}.`)
  await expect(python.getByRole('row', { name: /Chosen here/ })).toContainText(command)
})

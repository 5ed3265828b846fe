// Coded tools from the first line on: written, run, broken, mended, and what a person sees of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { find } from './support/source.ts'
import {
  ask,
  expect,
  openFolder,
  type Studio,
  setPrivateValues,
  temporaryFolder,
  test,
  view,
} from './support/studio.ts'

async function open(page: Page, studio: Studio, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder('slyglass-tools-')
  writeFiles(folder, { 'registries/manifest.hocon': '{ "desk.hocon" = true }', ...files })
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  return folder
}

const graph = (page: Page) => page.getByRole('group', { name: 'Graph of desk' })
const problems = (page: Page) => page.getByRole('region', { name: 'Problems' })
const answers = (page: Page) => page.getByRole('region', { name: 'Chat' }).getByRole('article', { name: 'desk' })

/** Replaces a text of the open file, and saves. */
async function replace(page: Page, path: string, text: string, by: string): Promise<void> {
  await find(page, text, `Source of ${path}`)
  await page.keyboard.insertText(by)
  await page.keyboard.press('Control+s')
}

test('[N-46] a new tool is written with its entry and its mention, and runs at once', async ({ page, studio }) => {
  const folder = await open(page, studio, {
    'registries/desk.hocon': `{ tools = [
  { name = desk, instructions = "Help.", function.description = "Helps.", tools = [aide] }
  { name = aide, instructions = "Help the desk.", function.description = "Helps the desk." }
] }
`,
    'registries/desk.offline.json': JSON.stringify({
      rules: [
        { tool_results: 0, answer: { tool_calls: [{ name: 'opening_hours', arguments: { inquiry: 'Sundays' } }] } },
        { answer: { content: 'The tool says: {{tool}}' } },
      ],
    }),
  })
  const dialog = page.getByRole('dialog', { name: 'New coded tool' })
  const begin = async () => {
    await page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name: 'Add' }).click()
    await page.getByRole('menuitem', { name: 'New coded tool' }).click()
  }
  await begin()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(dialog.getByRole('combobox', { name: 'Called by' })).toHaveValue('desk')
  expect(await serious(page)).toEqual([])
  for (const [wrong, why] of [
    ['opening hours', 'a blank cannot be in it'],
    ['class', 'class is a word of Python or TypeScript'],
    ['desk', 'desk is taken in this network'],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'Name' }).fill(wrong)
    await expect(dialog).toContainText(why)
    await expect(dialog.getByRole('button', { name: 'Write tool' })).toBeDisabled()
  }
  await dialog.getByRole('textbox', { name: 'Name' }).fill('opening_hours')
  await dialog.getByRole('button', { name: 'TypeScript' }).click()
  await dialog.getByRole('button', { name: 'Write tool' }).click()
  await expect(dialog).toBeHidden()
  await expect(graph(page).getByRole('button', { name: /^opening_hours, coded tool/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'coded_tools/desk/opening_hours.ts' })).toBeVisible()
  await expect
    .poll(() => readFileSync(join(folder, 'registries/desk.hocon'), 'utf8'))
    .toContain('tools = [aide, "opening_hours"]')

  await view(page, 'Run')
  await ask(page, 'When are you open?')
  await expect(answers(page).last()).toContainText('The tool says: opening_hours was asked: Sundays')

  await view(page, 'Edit')
  await begin()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('opening_hours')
  await expect(dialog).toContainText('opening_hours is taken in this network')
})

const FEES = (body: string) => `import logging
from neuro_san.interfaces.coded_tool import CodedTool

class Fee(CodedTool):
    """Tells the fee."""
    async def async_invoke(self, args, sly_data):
        logging.getLogger(self.__class__.__name__).debug("args: %s, key %s", args["day"], sly_data.get("key"))
        ${body}
`
const FEE_DESK = {
  'registries/desk.hocon': `{ tools = [
  { name = desk, instructions = "Help.", function.description = "Helps.", tools = [fee] }
  { name = fee, class = "fees.Fee", function { description = "Tells the fee of a day." , parameters { type = object, properties { day { type = string } } } } }
] }`,
  'registries/desk.offline.json': JSON.stringify({
    rules: [
      { tool_results: 0, answer: { tool_calls: [{ name: 'fee', arguments: { day: 'Sunday' } }] } },
      { answer: { content: 'I read: {{tool}}' } },
    ],
  }),
}

test('[N-50] a saved class is used by the next run, and after a broken save the last good one, which says so', async ({
  page,
  studio,
}) => {
  const path = 'coded_tools/fees.py'
  const folder = await open(page, studio, { ...FEE_DESK, [path]: FEES('return "3 crowns"') })
  await graph(page)
    .getByRole('button', { name: /^fee, coded tool/ })
    .dblclick()
  const answersTo = async (said: string) => {
    await view(page, 'Run')
    await ask(page, 'What is the fee?')
    await expect(answers(page).last()).toContainText(said)
    await view(page, 'Edit')
  }
  await answersTo('I read: 3 crowns')
  await replace(page, path, '3 crowns', '4 crowns')
  await expect.poll(() => readFileSync(join(folder, path), 'utf8')).toBe(FEES('return "4 crowns"'))
  await answersTo('I read: 4 crowns')
  await replace(page, path, '4 crowns"', '5 crowns')
  await expect(problems(page)).toContainText('coded_tools/fees.py cannot be read')
  await expect(problems(page)).toContainText('its last version that worked is used')
  await answersTo('I read: 4 crowns')
  await view(page, 'Run')
  const calls = page.getByRole('log', { name: 'Conversation' }).getByRole('group', { name: /^Call / })
  const older = calls.filter({ hasText: 'last version that did is used' })
  await expect(older).toBeVisible()

  // A person who types the call is told the same, in the chat and in the trace.
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.press('Control+/')
  await message.pressSequentially('fee Sunday')
  await message.press('Enter')
  await expect(page.getByRole('article', { name: 'Command fee' })).toContainText('4 crowns')
  await expect(older).toHaveCount(2)
  await view(page, 'Trace')
  await page.getByRole('treeitem', { name: /^fee, coded tool/ }).click()
  await expect(page.getByRole('region', { name: 'Detail' })).toContainText('last version that did is used')
})

test('[N-82] [N-84] a tool that raises: the model reads its words, a person its traceback and what it logged, masked', async ({
  page,
  studio,
}) => {
  await open(page, studio, {
    ...FEE_DESK,
    'coded_tools/fees.py': FEES('raise ValueError("no fee for " + sly_data["key"])'),
  })
  await view(page, 'Run')
  await setPrivateValues(page, { key: 'violet-key-4711' })
  await ask(page, 'What is the fee?')
  await expect(answers(page).last()).toContainText('I read: Error: no fee for key')
  await view(page, 'Trace')
  await page.getByRole('treeitem', { name: /^fee, coded tool, failed/ }).click()
  const detail = page.getByRole('region', { name: 'Detail' })
  await expect(detail).toContainText(/fees\.py", line 8, in async_invoke/)
  await expect(detail).toContainText('DEBUG Fee: args: Sunday, key key')
  await expect(page.locator('body')).not.toContainText('violet-key-4711')
})

const CARE = `import { defineTool } from 'slyglass'

export const Weather = defineTool({
  name: 'weather', description: 'Tells the weather of a town.', env: ['WEATHER_API_KEY'],
  parameters: { type: 'object', properties: { town: { type: 'string' } } },
  execute: ({ town }, ctx) => 'sunny in ' + town + ctx.env.WEATHER_API_KEY,
})
export const Order = defineTool({
  name: 'order', description: 'Orders a thing by its name.', parameters: { type: 'object', properties: { password: { type: 'string' } } },
  health: () => ({ database: 'ok', api: 'nobody answers' }),
  execute: () => { try { return 'ordered' } catch {} return { a: { b: { c: { d: 1 } } } } },
})
export const Charge = defineTool({
  name: 'charge', description: 'Charges a card with an amount.', parameters: { type: 'object', properties: {} },
  execute: async () => { await new Promise((done) => setTimeout(done, 60)); return 'charged' },
})
`
const CARE_DESK = `{
  studio { parallel_tool_calls = true, deps { user_id = u-7 } }
  tools = [
    { name = desk, instructions = "Help.", function.description = "Helps.", tools = [weather, order, charge] }
    { name = weather, class = "care.Weather", function.description = "Tells the weather of a town." }
    { name = order, class = "care.Order", function.description = "Orders a thing by its name.", studio { category = write } }
    { name = charge, class = "care.Charge", function.description = "Charges a card with an amount.", studio { category = communicate, target_ms = 5, max_ms = 20 } }
  ]
}`

test('[U-40] [U-73] [U-75] [U-77] [U-79] [U-80] [U-27] what a tool needs, risks and costs is said before, while and after it runs', async ({
  page,
  studio,
}) => {
  const calls = [
    { name: 'order', arguments: { password: 'hunter-2-secret' } },
    { name: 'charge', arguments: {} },
  ]
  await open(page, studio, {
    'registries/desk.hocon': CARE_DESK,
    'registries/desk.offline.json': JSON.stringify({
      rules: [{ tool_results: 0, answer: { tool_calls: calls } }, { answer: { content: 'Done.' } }],
    }),
    'coded_tools/care.ts': CARE,
  })
  await expect(problems(page)).toContainText('WEATHER_API_KEY environment variable is required')
  await graph(page)
    .getByRole('button', { name: /^order, coded tool/ })
    .dblclick()
  for (const code of ['acts-in-parallel', 'ignored-error', 'deep-result'])
    await expect(problems(page)).toContainText(`hint ${code}`)

  await view(page, 'Run')
  await ask(page, 'Order it')
  await expect(page.getByRole('region', { name: 'Chat' })).toContainText('order and charge')
  await view(page, 'Trace')
  const tree = page.getByRole('tree', { name: 'Calls' })
  await expect(tree.getByRole('treeitem', { name: /^charge, coded tool, ok.*very slow/ })).toBeVisible()
  await tree.getByRole('treeitem', { name: /^order, coded tool, ok/ }).click()
  const detail = page.getByRole('region', { name: 'Detail' })
  await expect(detail).toContainText('[redacted]')
  await expect(detail).toContainText('asked by desk, for user u-7')

  await page.getByRole('button', { name: 'Settings' }).click()
  const health = page.getByRole('region', { name: 'Health of tools' })
  await expect(health.getByRole('status')).toContainText(/^Degraded at .+: api\.$/)
  await expect(health.getByRole('table')).toContainText('nobody answers')
})

test('[U-90] a tool is exported to a file, and runs in another project once that is trusted anew', async ({
  page,
  studio,
}) => {
  await open(page, studio, { ...FEE_DESK, 'coded_tools/fees.py': FEES('return "3 crowns"') })
  await graph(page)
    .getByRole('button', { name: /^fee, coded tool/ })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: 'Export to a file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('fee.tool.json')
  const file = join(temporaryFolder('slyglass-file-'), 'fee.tool.json')
  await download.saveAs(file)

  const folder = await open(page, studio, {
    'registries/desk.hocon': '{ tools = [ { name = desk, instructions = "Help.", function.description = "Helps." } ] }',
    'registries/desk.offline.json': FEE_DESK['registries/desk.offline.json'],
  })
  await page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'Coded tool from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Coded tool from a file' })
  await expect(dialog.getByLabel('File')).toBeFocused()
  await dialog.getByLabel('File').setInputFiles(file)
  expect(await serious(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import tool' }).click()
  await expect(dialog).toBeHidden()
  await expect(graph(page).getByRole('button', { name: /^fee, coded tool/ })).toBeVisible()
  await expect.poll(() => readFileSync(join(folder, 'coded_tools/desk/fees.py'), 'utf8')).toContain('3 crowns')
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await view(page, 'Run')
  await ask(page, 'What is the fee?')
  await expect(answers(page).last()).toContainText('I read: 3 crowns')
})

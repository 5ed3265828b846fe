import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { restingBox } from './support/resting-box.ts'
import { expect, openFolder, type Studio, temporaryFolder, test } from './support/studio.ts'

const NETWORK = `{
  toolbox_info_file = "toolbox.hocon"
  tools = [
    { name = desk, instructions = "Help.", function.description = "Helps.", tools = [aide] }
    { name = aide, instructions = "Help the desk.", function.description = "Helps the desk." }
  ]
}
`
const TOOLBOX = `{
  phone_book { class = "book.Book", description = "Looks up a number.", parameters { type = object, properties {} } }
  lost_search { class = "langchain_lost.Search" }
}
`

async function openToolbox(page: Page, studio: Studio): Promise<string> {
  const folder = temporaryFolder('slyglass-toolbox-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }',
    'registries/desk.hocon': NETWORK,
    'toolbox.hocon': TOOLBOX,
    'coded_tools/book.ts': 'export class Book { asyncInvoke() { return "555" } }\n',
  })
  await openFolder(page, studio, folder)
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'From the toolbox' }).click()
  return folder
}

/** By small moves, as a hand makes them. */
async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
  await what.hover({ position: { x: 120, y: 40 } })
  await page.mouse.down()
  await page.mouse.move(200, 300, { steps: 5 })
  const box = await restingBox(to)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
}

const graph = (page: Page) => page.getByRole('group', { name: 'Graph of desk' })

test('[N-96] [N-77] the toolbox says what each tool needs, is searched, and adds by a button or by dragging', async ({
  page,
  studio,
}) => {
  const folder = await openToolbox(page, studio)
  const toolbox = page.getByRole('region', { name: 'Toolbox' })
  const tool = (name: RegExp) => toolbox.getByRole('listitem', { name })
  await expect(tool(/^phone_book, usable/)).toContainText('defined in toolbox.hocon')
  await expect(tool(/^lost_search, not here/)).toContainText('langchain-lost')
  await expect(toolbox.getByRole('button', { name: 'Add lost_search' })).toBeDisabled()
  await expect(tool(/^google_serper, can be mocked/)).toContainText('SERPER_API_KEY')
  await expect(tool(/^add_todo, not here/)).toContainText('todos { enabled = true }')
  expect(await serious(page)).toEqual([])

  await toolbox.getByRole('searchbox', { name: 'Search tools' }).fill('looks up')
  await expect(toolbox.getByRole('listitem')).toHaveCount(1)
  await toolbox.getByRole('button', { name: 'Add phone_book' }).click()
  await expect(graph(page).getByRole('button', { name: /^phone_book, toolbox tool/ })).toBeVisible()
  await expect(tool(/^phone_book/)).toContainText('in this network')
  await page.keyboard.press('Control+z')
  await expect(graph(page).getByRole('button', { name: /^phone_book/ })).toHaveCount(0)

  await drag(page, tool(/^phone_book/), graph(page).getByRole('button', { name: /^aide, agent/ }))
  await expect(graph(page).getByRole('button', { name: /^phone_book, toolbox tool/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(async () => {
    const text = readFileSync(join(folder, 'registries/desk.hocon'), 'utf8')
    expect(text).toContain('"phone_book"')
    expect(text).toMatch(/name = aide.*tools = \["?phone_book/)
  }).toPass()
})

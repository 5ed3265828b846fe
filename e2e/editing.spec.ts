import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { editorIsThere, find, sourceOf } from './support/source.ts'
import { ask, expect, openSample, type Studio, setPrivateValues, test, view } from './support/studio.ts'

const inSample = (studio: Studio, path: string) => join(studio.home, 'projects', 'studio', path)
const NETWORK = 'registries/basic/music_nerd_pro_sly.hocon'

async function typeInSource(page: Page, path: string, text: string, replacement: string): Promise<void> {
  await find(page, text, `Source of ${path}`)
  // Real key presses: other parts of the page listen to keys too, and must leave them to the editor.
  await page.keyboard.type(replacement)
}

async function openToolSource(page: Page, entry: string, path: string): Promise<void> {
  await page
    .getByRole('group', { name: /^Graph of/ })
    .getByRole('button', { name: new RegExp(`^${entry},`) })
    .dblclick()
  await expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name: path })).toBeVisible()
}

test('[N-38] [S-7] the fee edited in the studio is the fee of the next answer', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await setPrivateValues(page, { running_cost: 0.0 })
  await ask(page, 'Which band wrote Yellow Submarine?')
  await expect(page.getByRole('article', { name: 'MusicNerdPro' }).last()).toContainText('300 cents')

  await view(page, 'Edit')
  await openToolSource(page, 'Accountant', 'coded_tools/basic/accountant.py')
  await typeInSource(page, 'coded_tools/basic/accountant.py', 'FEE = 3.0', 'FEE = 4.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => readFileSync(inSample(studio, 'coded_tools/basic/accountant.py'), 'utf8'))
    .toContain('FEE = 4.5')

  await view(page, 'Run')
  await ask(page, 'Where are they from?')
  await expect(page.getByRole('article', { name: 'MusicNerdPro' }).last()).toContainText('450 cents')
})

test('renaming on the canvas changes the bytes of the name wherever it is referenced, and undo restores every byte', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  const before = readFileSync(inSample(studio, NETWORK), 'utf8')
  const node = page.getByRole('group', { name: /^Graph of/ }).getByRole('button', { name: /^Accountant, coded tool/ })
  await node.click()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'New name of Accountant' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('Bookkeeper')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('group', { name: /^Graph of/ }).getByRole('button', { name: /^Bookkeeper, coded tool/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const expected = before
    .replace('tools = ["Accountant"]', 'tools = ["Bookkeeper"]')
    .replace('name = Accountant', 'name = Bookkeeper')
  await expect.poll(() => readFileSync(inSample(studio, NETWORK), 'utf8')).toBe(expected)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => readFileSync(inSample(studio, NETWORK), 'utf8')).toBe(before)
})

test('[S-3] text that is broken keeps the last good graph, says where, and mending it brings the graph back', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await typeInSource(page, NETWORK, 'name = Accountant', 'name = = { Accountant')
  await expect(
    page
      .getByRole('region', { name: 'Problems' })
      .getByRole('listitem')
      .filter({ hasText: /^error/i })
      .first(),
  ).toBeVisible()
  await expect(
    page.getByRole('group', { name: /^Graph of/ }).getByRole('button', { name: /^MusicNerdPro, front man/ }),
  ).toBeVisible()
  // Letters are one step back when they follow each other soon; on a slow machine they do not.
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(async () => {
    if ((await problems.count()) > 0 && (await undo.isEnabled())) await undo.click()
    expect(await problems.count()).toBe(0)
  }).toPass()
})

test('[S-11] a file that another program changed is never overwritten in silence', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await typeInSource(page, NETWORK, 'start here', 'begin here')
  const path = inSample(studio, NETWORK)
  writeFileSync(path, readFileSync(path, 'utf8').replace('# The same service', '# Very much the same service'))
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'File changed on disk' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge both' }).click()
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('begin here')
  expect(readFileSync(path, 'utf8')).toContain('# Very much the same service')
})

test('[S-11] what saving would write is shown on request, and nothing is written before', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  const path = inSample(studio, NETWORK)
  const before = readFileSync(path, 'utf8')
  await typeInSource(page, NETWORK, 'start here', 'begin here')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  await expect(dialog.getByRole('list', { name: 'Changed files' }).getByRole('listitem')).toHaveText([
    `${NETWORK}+1 −1`,
  ])
  await expect(dialog.getByRole('textbox', { name: `Saved: ${NETWORK}` })).toBeAttached()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(readFileSync(path, 'utf8')).toBe(before)
  await page.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(before.replace('start here', 'begin here'))
})

test('typing goes on where it was when the code editor takes the place of plain text', async ({ page, studio }) => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/code-editor-[^/]*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await openSample(page, studio, 'music_nerd_pro_sly')
  const source = sourceOf(page)
  await source.locator('textarea.plain-editor').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# Begun, ')
  arrive()
  await editorIsThere(page)
  await expect(source.getByRole('textbox', { name: `Source of ${NETWORK}` })).toBeFocused()
  await page.keyboard.type('and ended.')
  await expect(source.locator('.view-line').first()).toContainText('# Begun, and ended.')
})

test('connecting, adding and disconnecting on the canvas are small edits of the text', async ({ page, studio }) => {
  await openSample(page, studio, 'gift_desk')
  const graph = page.getByRole('group', { name: /^Graph of/ })
  await graph.getByRole('button', { name: /^storekeeper, agent/ }).click()
  await page.getByRole('toolbar', { name: 'Graph' }).getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: /agent/i }).click()
  await expect(graph.getByRole('button', { name: /, agent/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(graph.getByRole('button', { name: /, agent/ })).toHaveCount(2)
})

test('by keyboard alone a refused name stays to be mended, and the focus stays with the entry', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'gift_desk')
  const graph = page.getByRole('group', { name: /^Graph of/ })
  await graph.getByRole('button', { name: /^price_quote, coded tool/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'New name of price_quote' })
  await field.fill('price tag')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The edit was not made' })).toBeVisible()
  await expect(field).toHaveValue('price tag')
  await field.fill('price_tag')
  await page.keyboard.press('Enter')
  const renamed = graph.getByRole('button', { name: 'price_tag, coded tool, reads 3 private values' })
  await expect(renamed).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'price_quote',
  )
})

test('F6 gets through every region and round again, also past those with nothing to press', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'gift_desk')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Nothing to report')
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible()
  await editorIsThere(page)
  const visited: string[] = []
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('F6')
    const region = await page.evaluate(() => {
      const found = document.activeElement?.closest('[data-region]')
      return found?.getAttribute('aria-label') ?? found?.tagName.toLowerCase() ?? 'none'
    })
    visited.push(region)
  }
  expect(new Set(visited)).toEqual(new Set(['header', 'Graph', 'Source', 'Problems', 'Inspector']))
})

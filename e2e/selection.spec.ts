// One choice for all views, and figures that follow the network that is shown.
import type { Page } from '@playwright/test'
import { editorIsThere, sourceOf } from './support/source.ts'
import { ask, expect, openSample, type Studio, test, view } from './support/studio.ts'

const node = (page: Page, name: RegExp) => page.getByRole('group', { name: /^Graph of/ }).getByRole('button', { name })
const row = (page: Page, name: RegExp) => page.getByRole('tree', { name: 'Calls' }).getByRole('treeitem', { name })
const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })

async function runNerd(page: Page, studio: Studio): Promise<void> {
  await openSample(page, studio, 'music_nerd_pro')
  await view(page, 'Run')
  await ask(page, 'Which band wrote Yellow Submarine?')
  await expect(node(page, /^Accountant, coded tool, ok/)).toBeVisible()
}

test('what is picked in the trace is picked in Edit, and the other way round', async ({ page, studio }) => {
  await runNerd(page, studio)
  await view(page, 'Trace')
  await row(page, /^Accountant/).click()
  await view(page, 'Edit')
  await expect(inspector(page).getByRole('heading', { name: 'Accountant' })).toBeVisible()
  await expect(node(page, /^Accountant/)).toHaveAttribute('aria-pressed', 'true')

  await node(page, /^MusicNerdPro/).click()
  await expect(inspector(page).getByRole('heading', { name: 'MusicNerdPro' })).toBeVisible()
  await view(page, 'Trace')
  await expect(row(page, /^MusicNerdPro/)).toHaveAttribute('aria-selected', 'true')
  await view(page, 'Edit')
  await node(page, /^Accountant/).click()
  await view(page, 'Trace')
  await expect(row(page, /^Accountant/)).toHaveAttribute('aria-selected', 'true')
  await row(page, /^MusicNerdPro/).click()
  await view(page, 'Edit')
  await expect(inspector(page).getByRole('heading', { name: 'MusicNerdPro' })).toBeVisible()
})

test('the caret is found where it was left, not where something was shown before', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro')
  await editorIsThere(page)
  await node(page, /^Accountant/).click()
  const caret = sourceOf(page).getByText(/^Ln \d+, Col \d+$/)
  await expect(caret).not.toHaveText('Ln 1, Col 1')
  const shown = (await caret.textContent()) ?? ''
  await sourceOf(page)
    .getByRole('textbox', { name: /^Source of/ })
    .focus()
  await page.keyboard.press('Control+End')
  await expect(caret).not.toHaveText(shown)
  const left = (await caret.textContent()) ?? ''
  await view(page, 'Run')
  await view(page, 'Edit')
  await expect(caret).toHaveText(left)
})

test('figures of the last run go with an entry that is renamed, and away with one that is deleted', async ({
  page,
  studio,
}) => {
  await runNerd(page, studio)
  const counts = page.getByRole('region', { name: 'Graph' }).locator('.canvas-counts')
  await expect(counts).toHaveText('2 ok')
  await node(page, /^Accountant/).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of Accountant' }).fill('Bookkeeper')
  await page.keyboard.press('Enter')
  await expect(node(page, /^Bookkeeper, coded tool, ok/)).toBeVisible()
  await expect(counts).toHaveText('2 ok')
  await view(page, 'Trace')
  await expect(row(page, /^Accountant/)).toHaveAttribute('aria-selected', 'true')
  await view(page, 'Run')
  await node(page, /^Bookkeeper/).focus()
  await page.keyboard.press('Delete')
  await expect(node(page, /^Bookkeeper/)).toHaveCount(0)
  await expect(counts).toHaveText('1 ok')
})

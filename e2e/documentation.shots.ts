import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { ask, expect, openHome, openSample, setPrivateValues, test, view } from './support/studio.ts'

const folder = process.env.SLYGLASS_SHOTS ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'screenshots')
mkdirSync(folder, { recursive: true })

const WIDTHS = process.env.SLYGLASS_SHOTS === undefined ? [1440] : [1440, 1024, 390]

async function shoot(page: Page, name: string): Promise<void> {
  for (const theme of ['Light', 'Dark'] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(400)
      await page.screenshot({
        path: join(folder, `${name}${width === 1440 ? '' : `-${width}`}-${theme.toLowerCase()}.png`),
      })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('every view, in both themes', async ({ page, studio }) => {
  test.setTimeout(300_000)
  await openHome(page, studio)
  await shoot(page, 'home')
  await openSample(page, studio, 'gift_desk')
  await expect(page.locator('.monaco-editor .view-line').first()).toBeVisible()
  await page
    .getByRole('group', { name: /^Graph of/ })
    .getByRole('button', { name: /^storekeeper/ })
    .click()
  await shoot(page, 'edit')
  await view(page, 'Run')
  await setPrivateValues(page, { customer_id: 'C-88812', warehouse_token: 'wh-token-55121', discount_percent: 10 })
  await ask(page, 'Can I have a teapot as a gift?')
  await shoot(page, 'run')
  await view(page, 'Trace')
  await page
    .getByRole('tree', { name: 'Calls' })
    .getByRole('treeitem', { name: /^shelf_count/ })
    .click()
  await shoot(page, 'trace')
  await view(page, 'Sly data')
  await shoot(page, 'sly-data')
  // Settings name where this machine's Python lies: for looking at, not for the documentation.
  if (process.env.SLYGLASS_SHOTS === undefined) return
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  await shoot(page, 'settings')
})

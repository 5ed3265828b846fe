import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, openHome, openSample, test, view } from './support/studio.ts'

const shipped = join(dirname(fileURLToPath(import.meta.url)), '..', 'samples')
const folders = readdirSync(shipped, { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('every sample opens from Home, and its first question is answered without a failure', async ({ page, studio }) => {
  test.setTimeout(60_000 + 20_000 * folders.length)
  await openHome(page, studio)
  const cards = page.getByRole('list', { name: 'Samples' }).getByRole('button')
  await expect(cards.first()).toBeVisible()
  const titles = await cards.locator('strong').allInnerTexts()
  expect(titles.length).toBeGreaterThanOrEqual(folders.length)
  // A sample may ask a person; here the person always agrees.
  const approve = page.getByRole('button', { name: /^Approve$/ }).first()
  await page.addLocatorHandler(approve, (button) => button.click())
  for (const title of titles) {
    await test.step(title, async () => {
      await openSample(page, studio, title)
      await view(page, 'Run')
      const chat = page.getByRole('region', { name: 'Chat' })
      await chat.getByRole('list', { name: 'Sample questions' }).getByRole('button').first().click()
      await expect.poll(() => chat.getByRole('article').count(), { timeout: 60_000 }).toBeGreaterThan(1)
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 60_000 })
      await expect(chat.getByRole('alert')).toHaveCount(0)
    })
  }
})

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
  const chat = page.getByRole('region', { name: 'Chat' })
  const approve = chat.getByRole('button', { name: 'Approve', exact: true }).first()
  // A sample may ask a person; here the person always agrees.
  const isAnswered = async () => {
    if (await approve.isVisible()) await approve.click()
    return (
      (await chat.getByRole('article').count()) > 1 && (await page.getByRole('button', { name: 'Stop' }).isHidden())
    )
  }
  for (const title of titles) {
    await test.step(title, async () => {
      await openSample(page, studio, title)
      await view(page, 'Run')
      await chat.getByRole('list', { name: 'Sample questions' }).getByRole('button').first().click()
      await expect.poll(isAnswered, { timeout: 60_000 }).toBe(true)
      // A call may fail, where that is what a sample shows. The run may not.
      await expect(chat.locator('[role=alert]:not([aria-label^="Call "] *)')).toHaveCount(0)
    })
  }
})

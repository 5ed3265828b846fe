import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serious } from './support/accessibility.ts'
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

test('samples lie in groups, private data first, and are found by words and by group from the keyboard', async ({
  page,
  studio,
}) => {
  await openHome(page, studio)
  const list = page.getByRole('list', { name: 'Samples' })
  await expect(list.getByRole('heading').first()).toHaveText('private data')
  const found = page.getByRole('status', { name: 'Samples found' })
  const all = await list.getByRole('button', { name: /entr(y|ies)/ }).count()
  await expect(found).toHaveText(`${all} of ${all}`)
  await page.getByRole('searchbox', { name: 'Search samples' }).focus()
  await page.keyboard.type('running total')
  await expect(found).toHaveText(`3 of ${all}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'all', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'private data', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(found).toHaveText(`2 of ${all}`)
  await page.keyboard.press('Tab')
  await page.getByRole('searchbox', { name: 'Search samples' }).fill('no such thing')
  await expect(found).toHaveText(`0 of ${all}`)
  expect(await serious(page)).toEqual([])
})

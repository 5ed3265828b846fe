import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { askSampleQuestion } from './support/sample-question.ts'
import { expect, openFolder, openHome, openSample, temporaryFolder, test } from './support/studio.ts'

const shipped = join(dirname(fileURLToPath(import.meta.url)), '..', 'samples')
const folders = readdirSync(shipped, { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('every sample opens from Home, and its first question is answered without a failure', async ({ page, studio }) => {
  test.setTimeout(60_000 + 60_000 * folders.length)
  await openHome(page, studio)
  const cards = page.getByRole('list', { name: 'Samples' }).getByRole('button')
  await expect(cards.first()).toBeVisible()
  const titles = await cards.locator('strong').allInnerTexts()
  expect(titles.length).toBeGreaterThanOrEqual(folders.length)
  const chat = page.getByRole('region', { name: 'Chat' })
  for (const title of titles) {
    await test.step(title, async () => {
      await openSample(page, studio, title)
      await askSampleQuestion(page)
      // A call may fail, where that is what a sample shows. The run may not.
      await expect(chat.locator('[role=alert]:not([aria-label^="Call "] *)')).toHaveCount(0)
    })
  }
})

test('until the samples are there, none are counted', async ({ page, studio }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/samples', async (route) => {
    await held
    await route.continue()
  })
  await openHome(page, studio)
  const found = page.getByRole('status', { name: 'Samples found' })
  await expect(page.getByRole('searchbox', { name: 'Search samples' })).toBeVisible()
  await expect(found).toHaveText('')
  release()
  await expect(found).toHaveText(/^(\d+) of \1$/)
})

test('samples lie in groups, private data first, and are found by words and by group from the keyboard', async ({
  page,
  studio,
}) => {
  await openHome(page, studio)
  const list = page.getByRole('list', { name: 'Samples' })
  await expect(list.getByRole('heading').first()).toHaveText('private data')
  const found = page.getByRole('status', { name: 'Samples found' })
  await expect(found).toHaveText(/^(\d+) of \1$/)
  const all = Number(/\d+/.exec((await found.textContent()) ?? '')?.[0])
  await expect(list.getByRole('button', { name: /entr(y|ies)/ })).toHaveCount(all)
  await page.getByRole('searchbox', { name: 'Search samples' }).focus()
  await page.keyboard.type('running total')
  await expect(found).toHaveText(`4 of ${all}`)
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

test('a sample is copied into the open project with one click, and is not copied over unasked', async ({
  page,
  studio,
}) => {
  const folder = join(temporaryFolder('slyglass-own-'), 'mine')
  writeFiles(folder, { 'registries/manifest.hocon': '{ }\n' })
  await openFolder(page, studio, folder)
  await expect(page.getByRole('region', { name: 'Project' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^(Home|Slyglass)/ })
    .first()
    .click()
  const copy = page.getByRole('button', { name: 'Copy into mine: units' })
  const told = page.getByRole('status', { name: 'Copy of units' })
  await copy.click()
  await expect(told).toContainText('Copied into mine.')
  expect(await serious(page)).toEqual([])
  await told.getByRole('button', { name: 'Open it there' }).click()
  await expect(page.getByRole('button', { name: /^Network .*units/ })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^(Home|Slyglass)/ })
    .first()
    .click()
  await copy.click()
  await expect(told).toContainText('registries/units.hocon')
  await told.getByRole('button', { name: 'Write over them' }).click()
  await expect(told).toContainText('Copied into mine.')
  rmSync(dirname(folder), { recursive: true })
})

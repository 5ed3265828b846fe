import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { expect, openLinkHere, openSample, temporaryFolder, test, view } from './support/studio.ts'

const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'apps', 'slyglass', 'dist', 'main.js')

let program: ChildProcess | undefined
test.afterEach(() => void program?.kill())

test('[S-39] the browser that is opened gets in once; the same address a second time does not', async ({
  page,
  browser,
}) => {
  const home = temporaryFolder('slyglass-launch-')
  writeFiles(home, { 'bin/xdg-open': '#!/bin/sh\nprintf %s "$*" > "$SLYGLASS_HOME/opened"\n' })
  chmodSync(join(home, 'bin/xdg-open'), 0o755)
  program = spawn(process.execPath, [main, 'open'], {
    env: { ...process.env, SLYGLASS_HOME: home, DISPLAY: ':9', PATH: `${join(home, 'bin')}:${process.env.PATH}` },
    stdio: 'ignore',
  })
  const opened = join(home, 'opened')
  await expect.poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : '')).toContain('/#c=')
  const address = readFileSync(opened, 'utf8')

  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Home' })).toBeVisible()
  expect(await page.evaluate(() => location.href)).not.toContain('c=')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Home' })).toBeVisible()

  const stranger = await browser.newPage()
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Open the link that Slyglass printed' })).toBeVisible()
  await stranger.close()
})

test('[S-39] a link that was printed anew leaves a tab where it is; another tab gets in with it, and stays where its address leads', async ({
  page,
  browser,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Trace')
  const trace = (tab: typeof page) => tab.getByRole('tab', { name: 'Trace', exact: true, selected: true })
  await expect(page).toHaveURL(/music_nerd_pro_ts\/trace/)
  const address = page.url()
  await studio.restart()
  await openLinkHere(page, studio)
  await expect(trace(page)).toBeVisible()
  await expect(page).toHaveURL(address)

  const other = await (await browser.newContext()).newPage()
  await other.goto(address)
  const link = other.getByRole('textbox', { name: 'Printed link' })
  await link.fill('the link')
  await other.getByRole('button', { name: 'Open' }).click()
  await expect(other.getByText(/There is no #t= in it/)).toBeVisible()
  await link.fill(`Slyglass is ready: ${studio.url}/#t=${studio.token}`)
  await link.press('Enter')
  await expect(trace(other)).toBeVisible()
  await expect(other).toHaveURL(address)
  await other.context().close()
})

test('[S-39] a second tab by a copied address says each way in, and a copy of a tab that works is one', async ({
  page,
  browser,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Trace')
  await expect(page).toHaveURL(/music_nerd_pro_ts\/trace/)
  const address = page.url()
  const other = await (await browser.newContext()).newPage()
  await other.goto(address)
  const ways = other.getByRole('list').filter({ hasText: 'From the terminal' }).getByRole('listitem')
  await expect(ways).toHaveText([/“Slyglass is ready:”.*#t=/, /Duplicate it/, /npm start -- FOLDER/])
  expect(await serious(other)).toEqual([])
  await other.context().close()

  // As the browser copies a tab: with its session's store.
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))])
  await expect(copy.getByRole('tab', { name: 'Trace', exact: true, selected: true })).toBeVisible()
  await copy.close()
})

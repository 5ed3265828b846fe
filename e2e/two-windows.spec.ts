import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ruledProject } from './support/ruled-project.ts'
import { expect, openFolder, openHome, openLinkHere, type Studio, test, view } from './support/studio.ts'

const main = join(import.meta.dirname, '../apps/slyglass/dist/main.js')

async function openPorter(page: Page, studio: Studio): Promise<string> {
  const folder = ruledProject()
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'porter' }).click()
  await view(page, 'Run')
  return folder
}

/** A window of its own on what an address shows. */
async function openAt(page: Page, studio: Studio, address: string): Promise<void> {
  await openHome(page, studio)
  await page.goto(address)
}

async function send(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}

const asks = (page: Page, tool: string) => page.getByRole('alertdialog', { name: new RegExp(`^Allow ${tool}\\?`) })
const turns = (page: Page) => page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: 'You' })
const todos = (page: Page) => page.getByRole('list', { name: 'Todos' }).getByRole('listitem')
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

test('[S-16] [S-17] two windows on one session follow each other: things to do, questions, Stop, over a restart', async ({
  page,
  context,
  studio,
}) => {
  await openPorter(page, studio)
  await send(page, 'Make a plan')
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('The list is written')
  const second = await context.newPage()
  await openAt(second, studio, page.url())
  await expect(todos(second)).toHaveCount(3)

  await send(page, 'Please tidy up')
  await expect(asks(second, 'remove')).toBeVisible()
  await expect(turns(second)).toHaveText(['Make a plan', 'Please tidy up'])
  await asks(second, 'remove').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(asks(page, 'remove')).toHaveCount(0)
  await asks(page, 'post_note').getByRole('button', { name: 'Reject', exact: true }).click()
  for (const one of [page, second]) {
    await expect(one.getByRole('article', { name: 'porter' }).last()).toContainText('Both errands are answered')
    await expect(stop(one)).toHaveCount(0)
  }

  // The other way round, and what one began the other stops.
  await send(second, 'Please tidy up')
  await expect(asks(page, 'remove')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await stop(page).click()
  for (const one of [page, second]) {
    await expect(asks(one, 'remove')).toHaveCount(0)
    await expect(stop(one)).toHaveCount(0)
    await expect(turns(one)).toHaveCount(3)
  }

  await send(second, 'Please tidy up')
  await expect(asks(page, 'remove')).toBeVisible()
  await studio.restart()
  for (const one of [page, second]) await openLinkHere(one, studio)
  for (const one of [page, second]) await expect(asks(one, 'remove')).toBeVisible()
  await page.getByRole('button', { name: 'Approve all' }).click()
  await expect(asks(second, 'remove')).toHaveCount(0)
  await send(second, 'Make a plan')
  await expect(turns(page)).toHaveCount(5)
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('The list is written')
})

test('[S-16] a window that was cut off shows what was asked meanwhile', async ({ page, context, studio }) => {
  await openPorter(page, studio)
  await send(page, 'Make a plan')
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('The list is written')
  const second = await context.newPage()
  await openAt(second, studio, page.url())
  await expect(turns(second)).toHaveCount(1)
  const state = second.getByRole('status', { name: 'Connection state' })
  await expect(state).toHaveText(/Connected/)
  let cut = true
  await second.route('**/api/tails', (route) => (cut ? route.abort() : route.continue()))
  // A stream that is opened anew meets the cut; the one that is open goes with the tab's state of being hidden.
  await second.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(state).toHaveText(/Reconnecting|Offline/)
  await send(page, 'Hello there')
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('Say tidy')
  await expect(turns(second)).toHaveCount(1)
  cut = false
  await expect(turns(second)).toHaveCount(2)
})

test('[S-16] what a command in a terminal does is listed at once, and the server is asked for no list', async ({
  page,
  studio,
}) => {
  const folder = await openPorter(page, studio)
  await view(page, 'Trace')
  const list = page.getByRole('list', { name: 'Runs' })
  const runs = list.getByRole('link')
  await expect(list).toBeAttached()
  await expect(runs).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const said = await promisify(execFile)(
    process.execPath,
    [main, 'chat', 'porter', '--root', folder, '--message', 'Make a plan'],
    { env: { ...process.env, SLYGLASS_HOME: studio.home }, timeout: 500_000 },
  )
  expect(said.stdout).toContain('The list is written')
  await expect(runs).toHaveCount(1)
  await expect(runs).toHaveAccessibleName(/Make a plan/)
  expect(asked).not.toContain('/api/runs')
  // Once, when the run has ended: whether a model read a private value in it.
  expect(asked.filter((path) => path === '/api/model-reads').length).toBeLessThanOrEqual(1)
})

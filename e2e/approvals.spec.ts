import type { Locator, Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { ruledProject } from './support/ruled-project.ts'
import { expect, openFolder, openHome, openLinkHere, type Studio, test, view } from './support/studio.ts'

async function openPorter(page: Page, studio: Studio): Promise<void> {
  await openFolder(page, studio, ruledProject())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'porter' }).click()
  await view(page, 'Run')
}

async function send(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}

const asks = (page: Page, tool: string) => page.getByRole('alertdialog', { name: new RegExp(`^Allow ${tool}\\?`) })
const call = (page: Page, tool: string, state: string) =>
  page.getByRole('group', { name: new RegExp(`^Call ${tool}, ${state}`) })

/** How much of each lies below its own lower edge. */
const cutOff = (boxes: Locator) =>
  boxes.evaluateAll((all) => all.map((box) => Math.max(0, box.scrollHeight - box.clientHeight)))

test('[S-17] [U-85] two calls wait at once; they are answered in any order, over a reload and a restart', async ({
  page,
  studio,
}) => {
  await openPorter(page, studio)
  await send(page, 'Please tidy up')
  await expect(asks(page, 'remove')).toContainText('"old.txt"')
  await expect(asks(page, 'post_note')).toContainText('left')
  await expect(call(page, 'post_note', 'waiting for approval')).toBeVisible()

  await page.reload()
  await expect(asks(page, 'remove')).toBeVisible()
  await asks(page, 'post_note').getByRole('button', { name: 'Edit arguments' }).click()
  const text = asks(page, 'post_note').getByRole('textbox', { name: 'Arguments as JSON' })
  await text.fill('{"to": "Kim"}')
  await expect(asks(page, 'post_note')).toContainText('text is missing.')
  await expect(asks(page, 'post_note').getByRole('button', { name: 'Approve edited' })).toBeDisabled()
  // On a phone the tray scrolls, and no question is cut.
  await page.setViewportSize({ width: 390, height: 700 })
  await expect(asks(page, 'post_note').getByRole('button', { name: 'Approve edited' })).toBeVisible()
  expect(await cutOff(page.getByRole('alertdialog'))).toEqual([0, 0])
  await page.setViewportSize({ width: 1440, height: 900 })
  await text.fill('{"to": "Robin", "text": "Gone."}')
  await asks(page, 'post_note').getByRole('button', { name: 'Approve edited' }).click()
  await expect(asks(page, 'post_note')).toHaveCount(0)
  await expect(asks(page, 'remove')).toBeVisible()

  await studio.restart()
  await openLinkHere(page, studio)
  await expect(asks(page, 'remove')).toBeVisible()
  await asks(page, 'remove').getByRole('button', { name: 'With a reason' }).click()
  await asks(page, 'remove').getByRole('textbox', { name: 'Reason' }).fill('it is still needed')
  await asks(page, 'remove').getByRole('button', { name: 'Reject' }).click()
  await expect(call(page, 'remove', 'denied')).toContainText('it is still needed')
  const changed = call(page, 'post_note', 'ok')
  await expect(changed).toContainText('Robin')
  await expect(changed).toContainText('changed by a person')
  await changed.getByRole('button', { name: /post_note/ }).click()
  await expect(changed.getByText('Kim')).toBeHidden()
  await changed.getByText('What the model asked for').click()
  await expect(changed.getByText('Kim')).toBeVisible()
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('Both errands are answered')
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Robin')
})

test('what waits is told on Home, leads to its question, and is approved with the key that it shows', async ({
  page,
  studio,
}) => {
  await openPorter(page, studio)
  await send(page, 'Please tidy up')
  await expect(asks(page, 'post_note')).toBeVisible()
  await studio.restart()
  await openHome(page, studio)
  const home = page.getByRole('region', { name: 'Home' })
  await expect(home.getByRole('heading', { name: /^(Recent|Sample networks)/ }).first()).toHaveText('Recent')
  await home
    .getByRole('list', { name: 'Recent projects' })
    .getByRole('button', { name: /2 questions wait/ })
    .click()
  const cards = page.getByRole('alertdialog')
  await expect(cards).toHaveCount(2)
  await expect(cards.getByText(/^(Ctrl |⌘)↵$/)).toHaveCount(1)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('And then?')
  await message.press('Control+Enter')
  await expect(message).toHaveValue('And then?')
  await expect(cards).toHaveCount(2)
  await message.fill('')
  await message.press('Control+Enter')
  await expect(cards).toHaveCount(1)
  await cards.getByRole('button', { name: 'With a reason' }).click()
  await message.press('Control+Enter')
  await cards.getByRole('button', { name: 'Cancel' }).click()
  await message.press('Control+Enter')
  await expect(cards).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('Both errands are answered')
})

test('a tab that is not connected approves nothing, and says why', async ({ page, studio }) => {
  await openPorter(page, studio)
  await send(page, 'Please tidy up')
  await expect(asks(page, 'post_note')).toBeVisible()
  await studio.stop()
  const approve = asks(page, 'post_note').getByRole('button', { name: 'Approve' })
  await expect(approve).toBeDisabled()
  await expect(asks(page, 'post_note')).toContainText('not connected to the server')
  await expect(page.getByRole('button', { name: 'Approve all' })).toBeDisabled()
})

test('[S-17] all that waits is approved at once', async ({ page, studio }) => {
  await openPorter(page, studio)
  await send(page, 'Please tidy up')
  await expect(asks(page, 'post_note')).toBeVisible()
  expect(await serious(page)).toEqual([])
  await view(page, 'Trace')
  await page.getByRole('contentinfo').getByRole('button', { name: '2 approvals waiting' }).click()
  await page.getByRole('button', { name: 'Approve all' }).click()
  await expect(call(page, 'remove', 'ok')).toBeVisible()
  await expect(call(page, 'post_note', 'ok')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('[U-59] the list of things to do is live, and each change leads to its call', async ({ page, studio }) => {
  await openPorter(page, studio)
  await send(page, 'Make a plan')
  const todos = page.getByRole('list', { name: 'Todos' })
  await expect(todos.getByRole('listitem')).toHaveCount(3)
  await expect(todos.getByRole('listitem').last()).toContainText('done')
  await todos
    .getByRole('button', { name: /^Show the call that changed/ })
    .last()
    .click()
  await expect(page.getByRole('region', { name: 'Detail' })).toContainText(/complete_todo|add_todo/)
})

test('[U-15] [U-21] [U-34] [U-46] [U-65] [U-83] the trace tells misfits, hooks, lanes, failures and what answered', async ({
  page,
  studio,
}) => {
  await openPorter(page, studio)
  await send(page, 'Go round')
  await expect(page.getByRole('article', { name: 'porter' }).last()).toContainText('The round is done')
  await view(page, 'Trace')
  const tree = page.getByRole('tree', { name: 'Calls' })
  const detail = page.getByRole('region', { name: 'Detail' })
  await expect(tree.getByRole('treeitem', { name: /^weather, coded tool, ok, from cache/ })).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^pay, coded tool, ok, mocked/ })).toBeVisible()

  await tree.getByRole('treeitem', { name: /^arguments, validation, failed/ }).click()
  await expect(detail).toContainText('lines is string, expected integer')

  await tree.getByRole('treeitem', { name: /^no_secrets, hook, denied/ }).click()
  await expect(detail).toContainText('the secret drawer stays shut')

  await tree
    .getByRole('treeitem', { name: /^slow, coded tool, failed/ })
    .first()
    .click()
  for (const field of ['category', 'attempts', 'cause', 'model read'])
    await expect(detail.getByRole('button', { name: `Copy ${field}` })).toBeVisible()
  await expect(detail).toContainText('timed out')
  expect(await serious(page)).toEqual([])

  await tree
    .getByRole('treeitem', { name: /^batch of 4/ })
    .first()
    .click()
  const lanes = detail.getByRole('list', { name: 'Lanes' })
  await expect(lanes.getByRole('listitem')).toHaveCount(4)
  await expect(lanes.getByRole('listitem', { name: /^peek, denied.*did not run/ })).toBeVisible()
  await expect(detail).toContainText('1 slow · 2 shaky · 3 weather · 4 peek')
})

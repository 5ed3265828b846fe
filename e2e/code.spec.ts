import { expect, openHome, openSample, test, view } from './support/studio.ts'

test('[B-30] [B-41] code of a model is seen with its rights, its calls and what it printed', async ({
  page,
  studio,
}) => {
  await openHome(page, studio)
  await openSample(page, studio, 'code_orders')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /A123, B456 and C789/ }).click()
  await expect(chat.getByText('These have left: A123, C789.')).toBeVisible({ timeout: 60_000 })
  const cell = chat.getByRole('region', { name: 'Code' })
  await expect(cell).toContainText('asyncio.gather')
  await expect(cell).toContainText('host permissions')
  // Three calls of the code stand below the call that ran it.
  const row = chat.getByRole('group', { name: 'Call run_code, ok' })
  await expect(row.getByRole('group', { name: 'Call lookup_order, ok' })).toHaveCount(3)
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /run_code/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('asyncio.gather')
  await expect(page.getByRole('treeitem', { name: /lookup_order/ })).toHaveCount(3)
})

test('[B-43] a mistake in code is seen with what was printed until then', async ({ page, studio }) => {
  await openHome(page, studio)
  await openSample(page, studio, 'code_orders')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /mistake in the code/ }).click()
  await expect(chat.getByText('division by zero').first()).toBeVisible({ timeout: 60_000 })
  await expect(chat.getByRole('region', { name: 'Code' })).toContainText('looking')
})

test('[B-37] [B-38] a chart that code drew is seen in chat and trace, and the model that it asked stands below it', async ({
  page,
  studio,
}) => {
  await openHome(page, studio)
  await openSample(page, studio, 'code_media')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /Draw the sales/ }).click()
  await expect(chat.getByText('Here they are: Teapots after a cold start')).toBeVisible({ timeout: 60_000 })
  const drawn = chat.getByRole('list', { name: 'Attached media' }).getByRole('img')
  await expect(drawn).toBeVisible()
  expect(await drawn.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(200)
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /run_code/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Attached media' }).getByRole('img')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /sales_by_month/ })).toHaveCount(1)
  await expect(page.getByRole('treeitem', { name: /model #/ })).toHaveCount(3)
})

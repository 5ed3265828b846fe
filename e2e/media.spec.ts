import { expect, openSample, test, view } from './support/studio.ts'

test('[N-41] a picture that a tool drew is seen in the chat and in the trace', async ({ page, studio }) => {
  await openSample(page, studio, 'picture')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /lighthouse at night/ }).click()
  const drawn = page.getByRole('img', { name: 'lighthouse_night.png' })
  await expect(drawn).toBeVisible()
  // An image that the browser could not read has no width of its own.
  await expect(drawn).toHaveJSProperty('naturalWidth', 240)
  await expect(chat.getByText('a striped tower under a dark blue sky').first()).toBeVisible()
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /draw_lighthouse/ })
    .first()
    .click()
  await expect(page.getByRole('img', { name: 'lighthouse_night.png' })).toBeVisible()
})

import { serious } from './support/accessibility.ts'
import { ask, expect, openSample, test, view } from './support/studio.ts'

test('[B-21] [B-23] [B-24] a note is on the tape, a handoff is told once, and the preview shows the next request before it is sent', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'remember')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await ask(page, 'Remember that I like tea.')
  await expect(chat.getByText('It is on the tape.')).toBeVisible()
  await chat.getByRole('button', { name: 'Tape', exact: true }).click()
  const tape = page.getByRole('dialog', { name: 'Tape' })
  const lines = tape.getByRole('list', { name: 'Lines of the tape' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'note {"text": "I like tea"}' })).toHaveCount(1)
  await expect(lines.filter({ hasText: 'note {"text"' })).not.toContainText('told')
  await expect(lines.filter({ hasText: 'Recorded.' })).toContainText('told')
  expect(await serious(page)).toEqual([])
  await tape.getByRole('tab', { name: 'Hand off here' }).click()
  await tape.getByRole('textbox', { name: 'Summary' }).fill('The person drinks tea.')
  await tape.getByRole('button', { name: 'Hand off', exact: true }).click()
  await expect(lines.filter({ hasText: 'handoff-1' }).filter({ hasText: 'told' })).toHaveCount(1)
  await expect(tape.getByText(/2 anchors/)).toBeVisible()
  await tape.getByRole('tab', { name: 'Context preview' }).click()
  const next = tape.getByRole('list', { name: 'Next request' })
  await tape.getByRole('textbox', { name: 'Next message' }).fill('What do you know about me?')
  await expect(next.getByText('What do you know about me?')).toBeVisible()
  await expect(next.getByText('The person drinks tea.')).toHaveCount(1)
  await expect(next.getByText('Recorded.')).toHaveCount(0)
  expect(await serious(page)).toEqual([])
  await tape.getByRole('button', { name: 'Close' }).click()
  await expect(chat.getByText(/Handed off: handoff-1/)).toBeVisible()
  await ask(page, 'What do you know about me?')
  await expect(chat.getByText('From the handoff I know: The person drinks tea.')).toBeVisible()
})

test('[B-22] a selector of the project puts notes into the request', async ({ page, studio }) => {
  await openSample(page, studio, 'remember')
  await page.goto(page.url().replace(/remember(?!.*remember)/, 'remember_notes'))
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await ask(page, 'Remember that I like tea.')
  await expect(chat.getByText('It is on the tape.')).toBeVisible()
  await ask(page, 'What do you know about me?')
  await expect(chat.getByText('My notes say: I like tea.')).toBeVisible()
})

test('[B-11] [B-13] a result is seen as it was given, rendered and sent', async ({ page, studio }) => {
  await openSample(page, studio, 'orders')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await ask(page, 'Where is the parcel of order A123?')
  await expect(chat.getByText(/last seen in North Depot at 11:45\.$/)).toBeVisible()
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /track_parcel/ })
    .first()
    .click()
  const result = page.locator('.result-views')
  const views = result.getByRole('tablist', { name: 'Result views' })
  await views.getByRole('tab', { name: 'Structured' }).click()
  await expect(result.getByText('"Harbour Street"')).toBeVisible()
  await views.getByRole('tab', { name: 'Rendered' }).click()
  await expect(
    result.getByText('The parcel of A123 was last seen in North Depot at 11:45, after 2 stops.'),
  ).toBeVisible()
  await views.getByRole('tab', { name: 'Sent to model' }).click()
  const sent = 'The parcel of A123 was last seen in North Depot at 11:45.'
  await expect(result.getByText(sent, { exact: true })).toBeVisible()
})

import { serious } from './support/accessibility.ts'
import { ruledProject } from './support/ruled-project.ts'
import { expect, openFolder, test } from './support/studio.ts'

test('[U-84] which tools ask first and why is a table, and a rule leads to its text', async ({ page, studio }) => {
  await openFolder(page, studio, ruledProject())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'porter' }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect(inspector).toContainText('2 ask a person first')
  await inspector.getByRole('button', { name: 'Show permissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permissions' })
  const table = dialog.getByRole('table', { name: 'Permissions' })
  await expect(table.getByRole('row', { name: /porter remove asks first/ })).toContainText('requires_approval')
  await dialog.getByRole('button', { name: /^Asks first 2/ }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
  expect(await serious(page)).toEqual([])
  await table
    .getByRole('row', { name: /remove/ })
    .getByRole('button')
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Source' })).toContainText(/Ln 2\d/)

  const graph = page.getByRole('group', { name: 'Graph of porter' })
  await graph.getByRole('button', { name: /^post_note, coded tool/ }).click()
  await expect(inspector.getByRole('list', { name: 'Permissions' })).toContainText('asks first')
  await expect(graph.getByRole('button', { name: /^pay, coded tool.*mocked$/ })).toBeVisible()
})

import type { Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { ruledProject } from './support/ruled-project.ts'
import { expect, openFolder, type Studio, test } from './support/studio.ts'

async function openTool(page: Page, studio: Studio, tool: string): Promise<void> {
  await openFolder(page, studio, ruledProject())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'porter' }).click()
  await pickTool(page, tool)
}

async function pickTool(page: Page, tool: string): Promise<void> {
  const graph = page.getByRole('group', { name: 'Graph of porter' })
  await graph.getByRole('button', { name: new RegExp(`^${tool}, coded tool`) }).click()
  await page.getByRole('tablist', { name: 'Entry views' }).getByRole('tab', { name: 'Try', exact: true }).click()
}

const result = (page: Page) => page.getByRole('region', { name: 'Inspector' })

test('[N-85] one tool runs by itself, with a form from its schema and private values of its own', async ({
  page,
  studio,
}) => {
  await openTool(page, studio, 'peek')
  const form = page.getByRole('form', { name: 'Run peek' })
  await form.getByLabel('drawer').fill('left')
  await form.getByLabel('Test value of owner').fill('Sam-the-owner-88')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page).getByRole('region', { name: 'Result' })).toContainText('ok', { timeout: 30_000 })
  await expect(result(page)).toContainText('"owner": "known"')
  await expect(result(page).getByRole('region', { name: 'Output' })).toContainText('the drawer left is open')
  await expect(page.locator('body')).not.toContainText('Sam-the-owner-88')
  expect(await serious(page)).toEqual([])

  await form.getByLabel('drawer').fill('secret')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page).getByRole('region', { name: 'Result' })).toContainText('the secret drawer stays shut')
})

test('[N-85] [U-64] a form that does not fit is not sent; a tool runs N times, with its times', async ({
  page,
  studio,
}) => {
  await openTool(page, studio, 'report')
  const form = page.getByRole('form', { name: 'Run report' })
  await form.getByLabel('lines').fill('2.5')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(form).toContainText('is a number, not integer')
  await form.getByLabel('lines').fill('2')
  await form.getByRole('textbox', { name: 'N', exact: true }).fill('5')
  await form.getByRole('button', { name: 'Run N times' }).click()
  const times = result(page).getByRole('region', { name: 'Times' })
  await expect(times).toContainText('Calls5', { timeout: 30_000 })
  await expect(times).toContainText(/\d+\.\d\d ms/)
})

test('[U-65] a result is saved as the mock of the network, and taken away again', async ({ page, studio }) => {
  await openTool(page, studio, 'weather')
  const form = page.getByRole('form', { name: 'Run weather' })
  await form.getByLabel('town').fill('Graz')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await expect(result(page)).toContainText('21.5', { timeout: 30_000 })
  await form.getByRole('button', { name: 'Save as mock' }).click()
  await expect(form).toContainText('Runs use the mock of this network')
  await form.getByRole('button', { name: 'Call the tool again' }).click()
  await expect(form).not.toContainText('Runs use the mock of this network')
})

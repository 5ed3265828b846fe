import { serious } from './support/accessibility.ts'
import { expect, openHome, test } from './support/studio.ts'

test('which endpoint of a model is asked is chosen in Settings, and stays', async ({ page, studio }) => {
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Settings' }).click()
  const model = page.getByRole('region', { name: 'Model' })
  const endpoint = model.getByRole('combobox', { name: 'Endpoint' })
  await expect(endpoint).toHaveValue('auto')
  await endpoint.selectOption('Chat completions')
  await expect(model).toContainText('whatever the network says')
  await model.getByRole('button', { name: 'Use from now on' }).click()
  await expect(model.getByRole('status', { name: 'Connection' })).toContainText('Runs now use')
  await page.reload()
  await expect(endpoint).toHaveValue('chat')
})

test('the network of tools is on, and one switch closes it for good', async ({ page, studio }) => {
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Settings' }).click()
  const tools = page.getByRole('region', { name: 'Tools', exact: true })
  const network = tools.getByRole('switch', { name: 'Tools may open connections' })
  await expect(network).toBeChecked()
  await network.click()
  await expect(tools.getByRole('status', { name: 'Tools' })).toContainText('no tool opens a connection')
  expect(await serious(page)).toEqual([])
  await studio.restart()
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(network).not.toBeChecked()
})

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

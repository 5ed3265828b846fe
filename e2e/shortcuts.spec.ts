import { expect, openHome, openSample, test } from './support/studio.ts'

test('? shows every key, and is a question mark where a person types', async ({ page, studio }) => {
  await openHome(page, studio)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('region', { name: 'Graph' })).toContainText('rename the entry')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await openSample(page, studio, 'music_nerd_pro_ts')
  await page.getByRole('tab', { name: 'Run' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.focus()
  await page.keyboard.type('Why?')
  await expect(message).toHaveValue('Why?')
  await expect(sheet).toBeHidden()
})

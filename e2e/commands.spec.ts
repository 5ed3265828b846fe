import { expect, openSample, test, view } from './support/studio.ts'

test('[B-54] [B-61] [S-20] a command is completed, carried out without a model, and stands in chat and trace', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'calculator')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  const message = chat.getByRole('textbox', { name: 'Message' })
  const list = chat.getByRole('listbox', { name: 'Completions' })
  await message.pressSequentially(',')
  await expect(list.getByRole('option').first()).toContainText('math.add')
  await message.pressSequentially('math')
  await expect(list.getByRole('option')).toHaveCount(2)
  await message.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('math.divide')
  await message.press('ArrowUp')
  await message.press('Tab')
  await expect(message).toHaveValue(',math.add ')
  // Parameters come in the order of the schema, and one that has its value is not offered again.
  await expect(list.getByRole('option').first()).toContainText('a=')
  await message.press('Tab')
  await message.pressSequentially('2 ')
  await expect(list.getByRole('option')).toHaveCount(1)
  await message.press('Tab')
  await message.pressSequentially('3')
  await expect(message).toHaveValue(',math.add a=2 b=3')
  await message.press('Enter')
  const said = chat.getByRole('article', { name: 'Command math.add' })
  await expect(said).toContainText('5')
  await expect(said).toContainText('no model was asked')
  await expect(chat.getByText('math_add')).toBeVisible()

  await message.fill(',math.divide 7 0')
  await message.press('Enter')
  await expect(chat.getByRole('article', { name: 'Command math.divide' })).toContainText(
    'nothing can be divided by zero',
  )

  await message.fill(',he')
  await expect(list).toBeVisible()
  await message.press('Escape')
  await expect(list).toBeHidden()
  await message.fill('What is 2 plus 3?')
  await expect(list).toBeHidden()
  await message.press('Enter')
  await expect(chat.getByText('2 plus 3 is 5.')).toBeVisible()

  await view(page, 'Trace')
  await expect(page.getByRole('treeitem').filter({ hasText: 'math_add' }).first()).toBeVisible()
})

test('[B-61] a button or a key makes a message a command, also where the network has no prefix of its own', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'calculator')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  const message = chat.getByRole('textbox', { name: 'Message' })
  const list = chat.getByRole('listbox', { name: 'Completions' })
  const command = chat.getByRole('button', { name: 'Command', exact: true })
  await command.click()
  await expect(message).toHaveValue(',')
  await expect(message).toBeFocused()
  await expect(list.getByRole('option').first()).toContainText('math.add')
  await message.press('Control+/')
  await expect(message).toHaveValue('')

  await openSample(page, studio, 'units')
  await view(page, 'Run')
  await message.fill(',convert_units')
  await expect(list).toBeHidden()
  await message.press('Control+/')
  await expect(message).toHaveValue(',convert_units')
  await expect(chat.getByText('counts for this message alone')).toBeVisible()
  await message.fill('')
  await command.click()
  await message.pressSequentially('conv')
  await message.press('Tab')
  await expect(message).toHaveValue(',convert_units ')
  await expect(list.getByRole('option').first()).toContainText('value=')
  await message.pressSequentially('100 celsius fahrenheit')
  await page.reload()
  await expect(chat.getByText('counts for this message alone')).toBeVisible()
  await message.press('Enter')
  const said = chat.getByRole('article', { name: 'Command convert_units' })
  await expect(said).toContainText('212')
  await expect(said).toContainText('no model was asked')
  await expect(message).toHaveValue('')
  await message.fill(',convert')
  await expect(list).toBeHidden()
})

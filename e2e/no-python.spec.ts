import { expect, openSample, test, view } from './support/studio.ts'

// A machine on whose path there is nothing.
test.use({ studioOptions: { env: { PATH: '/nowhere', SLYGLASS_PYTHON: '/nowhere/python3' } } })

test('[S-43] without Python a network is asked for what it can do; only one that needs it is held back', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'weather')
  const graph = page.getByRole('group', { name: /^Graph of/ })
  await expect(graph.getByRole('button', { name: /^get_forecast/ })).toContainText('Python is missing')
  await expect(graph.getByRole('button', { name: /^get_weather/ })).not.toContainText('missing')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  const message = chat.getByRole('textbox', { name: 'Message' })
  const send = chat.getByRole('button', { name: 'Send' })
  await expect(chat).toContainText('Python is missing, and get_forecast needs it; the rest works.')
  await message.fill("What's the weather in Paris?")
  await expect(send).toBeEnabled()
  await send.click()
  await expect(chat.getByRole('article', { name: 'WeatherDesk' }).last()).toContainText('sunny and 22°C')
  await message.fill('What will the weather be in Oslo tomorrow?')
  await send.click()
  await expect(chat.getByRole('group', { name: /^Call get_forecast, failed/ })).toBeVisible()

  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Run')
  await expect(chat).not.toContainText('Python')
  await message.fill('Who sang Respect?')
  await expect(send).toBeEnabled()

  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await expect(chat).toContainText('Python is missing, and Accountant needs it.')
  await message.fill('Who sang Respect?')
  await expect(send).toBeDisabled()
})

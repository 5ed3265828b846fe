import type { Page } from '@playwright/test'
import { expect, openSample, setPrivateValues, test, view } from './support/studio.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send' })
const values = (page: Page) => page.getByRole('button', { name: /private values? in this session$/ })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' })

/** Requests of a method to the list of runs wait; `hold` answers how they go on, or how they end. */
async function holdRuns(page: Page, method: 'GET' | 'POST') {
  let release: (refusal?: string) => void = () => undefined
  const released = new Promise<string | undefined>((resolve) => (release = resolve))
  let waits: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (waits = resolve))
  await page.route(
    (url) => url.pathname === '/api/runs',
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      waits()
      const refusal = await released
      if (refusal === undefined) return route.continue()
      await route.fulfill({ status: 409, json: { error: { code: 'busy', message: refusal } } })
    },
  )
  return { arrived, release }
}

test('[S-16] what is typed while the first message is on its way stays in view and goes with its session', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  const held = await holdRuns(page, 'POST')
  await box(page).fill('Which band wrote Yellow Submarine?')
  await send(page).click()
  await held.arrived
  await expect(box(page)).toHaveValue('')
  await box(page).fill('Where are they from?')
  await values(page).click()
  const dialog = page.getByRole('dialog', { name: 'Private values' })
  await dialog.getByRole('textbox').fill('{"nickname": "blue-heron-7"}')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  held.release()
  await expect(dialog).toBeHidden()
  await expect(conversation(page).getByRole('article', { name: 'MusicNerdPro' }).first()).toContainText('The Beatles')
  await expect(box(page)).toHaveValue('Where are they from?')

  await view(page, 'Sly data')
  const vault = page.getByRole('list', { name: 'Vault' })
  await expect(vault.getByRole('listitem').filter({ hasText: 'nickname' })).toBeVisible()
  await page.getByRole('button', { name: 'Reveal nickname' }).click()
  await expect(vault).toContainText('blue-heron-7')

  await page.reload()
  await view(page, 'Run')
  await expect(box(page)).toHaveValue('Where are they from?')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(box(page)).toHaveValue('')
})

test('a message that is refused comes back in front of what was typed since, also a sample question', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro')
  await view(page, 'Run')
  const held = await holdRuns(page, 'POST')
  await box(page).fill('First')
  await send(page).click()
  await held.arrived
  await box(page).fill('Second')
  // Elsewhere and back: the field is another one by then.
  await view(page, 'Trace')
  await view(page, 'Run')
  held.release('Too much at once.')
  await expect(conversation(page)).toContainText('Too much at once.')
  await expect(box(page)).toHaveValue('First\nSecond')

  await box(page).fill('Second')
  const sample = page.getByRole('list', { name: 'Sample questions' }).getByRole('button').first()
  const question = (await sample.textContent()) ?? ''
  await sample.click()
  await expect(box(page)).toHaveValue(`${question}\nSecond`)
})

test('a draft stays in view when a sample question begins the session', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro')
  await view(page, 'Run')
  await box(page).fill('half a thou')
  await page.getByRole('list', { name: 'Sample questions' }).getByRole('button').first().click()
  await expect(conversation(page).getByRole('article', { name: 'MusicNerdPro' })).toHaveCount(1)
  await expect(box(page)).toHaveValue('half a thou')
})

test('what is typed and applied while a tab that was loaded again looks for its session is in that session', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await setPrivateValues(page, { running_cost: 3.0 })
  await box(page).fill('Which band wrote Yellow Submarine?')
  await send(page).click()
  await expect(conversation(page).getByRole('article', { name: 'MusicNerdPro' })).toHaveCount(1)
  await box(page).fill('kept')
  // An address without the run: the session is found in the list alone.
  const place = new URL(page.url())
  place.hash = place.hash.replace(/\?.*$/, '')
  await page.goto('about:blank')
  const held = await holdRuns(page, 'GET')
  await page.goto(place.href)
  await held.arrived
  await expect(box(page)).toHaveValue('')
  await box(page).fill('typed early')
  await values(page).click()
  const dialog = page.getByRole('dialog', { name: 'Private values' })
  await dialog.getByRole('textbox').fill('{"nickname": "blue-heron-7"}')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  held.release()
  await expect(box(page)).toHaveValue('kept\ntyped early')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(values(page)).toHaveText(/^2 private values/)
})

test('private values that wait for a first message are there again after a look at another session and network', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await box(page).fill('Which band wrote Yellow Submarine?')
  await send(page).click()
  await expect(conversation(page).getByRole('article', { name: 'MusicNerdPro' })).toHaveCount(1)
  await page.getByRole('button', { name: 'New session' }).click()
  await setPrivateValues(page, { nickname: 'blue-heron-7' })
  await box(page).fill('Hello')
  await page.getByRole('button', { name: 'Open another session' }).click()
  await page.getByRole('list', { name: 'Sessions' }).getByRole('button').first().click()
  await expect(conversation(page).getByRole('article', { name: 'You' })).toHaveCount(1)
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(values(page)).toHaveText(/^1 private value /)
  await expect(box(page)).toHaveValue('Hello')
})

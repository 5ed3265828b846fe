import type { Locator, Page } from '@playwright/test'
import { writeFiles } from './support/files.ts'
import { expect, openFolder, openSample, type Studio, temporaryFolder, test, view } from './support/studio.ts'

const LINES = Array.from({ length: 80 }, (_, n) => `This is line ${n + 1} of many.`)

/** A desk that says much, and calls a tool whose card is long when it is open. */
async function openTeller(page: Page, studio: Studio): Promise<void> {
  const folder = temporaryFolder('slyglass-teller-')
  const lots = { name: 'lots', arguments: {} }
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "teller.hocon" = true }',
    'registries/teller.hocon': `tools = [
  { name = teller, function.description = "Tells.", instructions = "Tell.", tools = [lots] }
  { name = lots, class = "lots.Lots", function { description = "Tells a lot." } }
]`,
    'registries/teller.offline.json': JSON.stringify({
      rules: [
        { user: 'list', answer: { content: LINES.join('\n\n') } },
        { user: 'call', tool_results: 0, answer: { tool_calls: [lots, lots, lots] } },
        { user: 'call', answer: { content: 'Called.' } },
      ],
    }),
    'coded_tools/lots.ts': `export class Lots {
  async asyncInvoke() { return Array.from({ length: 40 }, (_, n) => ({ line: n, text: 'something to read' })) }
}`,
  })
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'teller' }).click()
  await view(page, 'Run')
}

async function send(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** How far the end of the conversation is below what is seen of it. */
const below = (log: Locator) =>
  log.evaluate(({ parentElement: box }) =>
    box === null ? -1 : Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
  )

/** How far the conversation is scrolled, once it has come to rest: a wheel turns longer than the call that turns it. */
async function restingTop(log: Locator): Promise<number> {
  let top = Number.NaN
  const rests = async () => {
    const before = top
    top = await log.evaluate(
      ({ parentElement: box }) =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(box?.scrollTop ?? -1))),
        ),
    )
    return top === before
  }
  await expect.poll(rests, { intervals: [100] }).toBe(true)
  return top
}

const atEnd = (log: Locator) => expect.poll(() => below(log)).toBeLessThan(2)

test('a conversation stays at its end while it grows, and where a person scrolled to while they read', async ({
  page,
  studio,
}) => {
  await openTeller(page, studio)
  const log = page.getByRole('log', { name: 'Conversation' })
  const latest = page.getByRole('button', { name: 'Latest' })
  await send(page, 'Give me the list')
  await expect(log).toContainText('This is line 80 of many.')
  await atEnd(log)
  await expect(latest).toHaveCount(0)

  await send(page, 'Now call')
  await expect(log).toContainText('Called.')
  await atEnd(log)
  // Cards that are opened at the end push it further down.
  for (const card of await log.getByRole('button', { name: /^lots/ }).all()) {
    await card.click()
    await atEnd(log)
  }

  await log.hover()
  await page.mouse.wheel(0, -1200)
  await expect(latest).toBeVisible()
  const left = await restingTop(log)
  await page.getByRole('textbox', { name: 'Message' }).fill('Line\n'.repeat(6))
  expect(await restingTop(log)).toBe(left)
  await latest.click()
  await atEnd(log)
  await expect(latest).toHaveCount(0)

  // Another conversation is shown at its end, wherever this one was left.
  await log.hover()
  await page.mouse.wheel(0, -1200)
  await expect(latest).toBeVisible()
  await page.getByRole('button', { name: 'New session' }).click()
  await send(page, 'The list again')
  await expect(log).toContainText('This is line 80 of many.')
  await atEnd(log)
})

test('a picture that is shown late leaves the conversation at its end', async ({ page, studio }) => {
  await page.setViewportSize({ width: 1200, height: 560 })
  await openSample(page, studio, 'picture')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /lighthouse at night/ }).click()
  await expect(page.getByRole('img', { name: 'lighthouse_night.png' })).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden()
  await atEnd(chat.getByRole('log', { name: 'Conversation' }))
})

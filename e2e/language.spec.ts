// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { restingBox } from './support/resting-box.ts'
import { find, sourceOf } from './support/source.ts'
import { expect, openSample, type Studio, test } from './support/studio.ts'

const NETWORK = 'registries/basic/gift_desk.hocon'
const inSample = (studio: Studio, path: string) => join(studio.home, 'projects', 'studio', path)

const graphOf = (page: Page) => page.getByRole('group', { name: /^Graph of/ })
const entry = (page: Page, name: string) => graphOf(page).getByRole('button', { name: new RegExp(`^${name},`) })

async function openGiftDesk(page: Page, studio: Studio): Promise<string> {
  await openSample(page, studio, 'gift_desk')
  await expect(sourceOf(page).getByRole('textbox', { name: `Source of ${NETWORK}` })).toBeAttached()
  await expect(entry(page, 'storekeeper')).toBeVisible()
  return readFileSync(inSample(studio, NETWORK), 'utf8')
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Presses a key of the language service until it answers: the service is loaded after the editor. Each press waits longer. */
async function pressUntil(page: Page, key: string, answer: Locator): Promise<void> {
  let patience = 1_500
  await expect(async () => {
    await page.keyboard.press(key)
    patience *= 2
    await expect(answer).toBeVisible({ timeout: patience })
  }).toPass()
}

/** From here on the page is as busy as on a loaded machine: what it would do when it is idle, it does not get to. */
async function neverIdle(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0
  })
}

/** From here on the language service answers later than letters are typed. */
async function answerLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), 400)
    }
  })
}

/** Drags from the right side of one node to the left side of another. */
async function connect(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await restingBox(from), await restingBox(to)]
  await page.mouse.move(start.x + start.width - 1, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width + 20, start.y + start.height / 2, { steps: 4 })
  await page.mouse.move(end.x + 2, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('[S-2] [S-4] [S-5] a rename in the text moves the canvas, a connection on the canvas writes one element, and undo takes both back', async ({
  page,
  studio,
}) => {
  const before = await openGiftDesk(page, studio)
  const path = inSample(studio, NETWORK)
  const scriptPath = path.replace(/hocon$/, 'offline.json')
  const script = readFileSync(scriptPath, 'utf8')
  await find(page, '"storekeeper"')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await pressUntil(page, 'F2', sourceOf(page).locator('.rename-box input'))
  await expect(sourceOf(page).locator('.rename-box input')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('shelf_keeper')
  await page.keyboard.press('Enter')
  await expect(entry(page, 'shelf_keeper')).toBeVisible()
  await expect(entry(page, 'storekeeper')).toHaveCount(0)
  await save(page)
  const renamed = before
    .replace('tools = ["storekeeper", "cashier"]', 'tools = ["shelf_keeper", "cashier"]')
    .replace('name = storekeeper', 'name = shelf_keeper')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(renamed)
  await expect.poll(() => readFileSync(scriptPath, 'utf8')).toBe(script.replaceAll('"storekeeper"', '"shelf_keeper"'))

  await connect(page, entry(page, 'cashier'), entry(page, 'shelf_count'))
  await save(page)
  await expect
    .poll(() => readFileSync(path, 'utf8'))
    .toBe(renamed.replace('tools = ["price_quote"]', 'tools = ["price_quote", "shelf_count"]'))

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry(page, 'storekeeper')).toBeVisible()
  await save(page)
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(before)
  await expect.poll(() => readFileSync(scriptPath, 'utf8')).toBe(script)
})

test('[S-5] [S-6] hover tells where a value comes from, completion offers what may stand there, and F12 leads to it', async ({
  page,
  studio,
}) => {
  await openGiftDesk(page, studio)
  await find(page, 'house_style}')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const hover = page.locator('.language-hover')
  await pressUntil(page, 'F1', hover)
  await expect(hover).toContainText('without small talk')
  await expect(hover).toContainText(`${NETWORK}:13`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('F12')
  await expect(sourceOf(page)).toContainText('Ln 13')

  await find(page, 'tools = ["storekeeper"')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(', "')
  const offers = page.locator('.suggest-widget')
  await expect(offers).toContainText('price_quote')
  await expect(offers).toContainText('/basic/music_nerd_pro')
})

test('[S-3] [S-11] only what cannot be read is stale, another program’s change appears, and a conflict shows both texts', async ({
  page,
  studio,
}) => {
  const before = await openGiftDesk(page, studio)
  const path = inSample(studio, NETWORK)
  await find(page, 'name = storekeeper')
  await page.keyboard.insertText('name = = storekeeper')
  await expect(entry(page, 'storekeeper')).toHaveAccessibleName(/, cannot be read now$/)
  await expect(entry(page, 'cashier')).not.toHaveAccessibleName(/cannot be read now/)
  await find(page, 'name = cashier')
  await page.keyboard.insertText('name = till')
  await expect(entry(page, 'till')).toBeVisible()
  await expect(entry(page, 'storekeeper')).toHaveAccessibleName(/, cannot be read now$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry(page, 'storekeeper')).not.toHaveAccessibleName(/cannot be read now/)

  writeFileSync(path, before.replaceAll('shelf_count', 'count_shelf'))
  await expect(entry(page, 'count_shelf')).toBeVisible()
  writeFileSync(path, before)
  await expect(entry(page, 'shelf_count')).toBeVisible()

  await find(page, 'without small talk')
  await page.keyboard.type('without fuss')
  writeFileSync(path, before.replace('"delegation"', '"shop"'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'File changed on disk' })
  await expect(dialog.getByRole('textbox', { name: `On disk: ${NETWORK}` })).toBeAttached()
  await expect(dialog.getByRole('textbox', { name: `Yours: ${NETWORK}` })).toBeAttached()
  await dialog.getByRole('button', { name: 'Merge both' }).click()
  await expect
    .poll(() => readFileSync(path, 'utf8'))
    .toBe(before.replace('"delegation"', '"shop"').replace('without small talk', 'without fuss'))
})

test('typing a block at full speed lands as it was typed, and Enter takes an offer only when it was chosen or begun', async ({
  page,
  studio,
}) => {
  const before = await openGiftDesk(page, studio)
  const path = inSample(studio, NETWORK)
  await find(page, 'include "registries/llm_config.hocon"')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await pressUntil(page, 'Control+Space', page.locator('.suggest-widget.visible'))
  await page.keyboard.press('Escape')
  const block = [
    'studio {',
    'requires_approval = true',
    'timeout_ms = 2000',
    'on_doubt = ask',
    'redact = ["token", "pin"]',
    'sly {',
    'policy = mask',
  ]
  await neverIdle(page)
  for (const line of block) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+s')
  const typed = before.replace(
    'llm_config.hocon"\n',
    `llm_config.hocon"
  studio {
    requires_approval = true
    timeout_ms = 2000
    on_doubt = ask
    redact = ["token", "pin"]
    sly {
      policy = mask

    }
  }
`,
  )
  await expect.poll(() => readFileSync(path, 'utf8').replaceAll(/[ \t]+$/gm, '')).toBe(typed)

  const offers = page.locator('.suggest-widget.visible')
  await page.keyboard.type('ke')
  await expect(offers.locator('.monaco-list-row.focused')).toContainText('keep')
  await page.keyboard.press('Enter')
  await save(page)
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('policy = mask\n      keep = \n')
})

test('a brace opens no list by itself, and a list that a mark opened chooses nothing until a letter or an arrow does', async ({
  page,
  studio,
}) => {
  await openGiftDesk(page, studio)
  const offers = page.locator('.suggest-widget.visible')
  const chosen = offers.locator('.monaco-list-row.focused')
  await find(page, 'tools = ["storekeeper"')
  await page.keyboard.press('ArrowRight')
  await pressUntil(page, 'Control+Space', offers)
  await page.keyboard.press('Escape')
  await page.keyboard.type(', "')
  await expect(offers).toContainText('price_quote')
  await expect(chosen).toHaveCount(0)
  await answerLate(page)
  await page.keyboard.type('pri')
  await expect(chosen).toContainText('price_quote')
  await page.keyboard.press('Enter')
  await expect(sourceOf(page).locator('.view-lines')).toContainText('"storekeeper", "price_quote"')

  await find(page, 'include "registries/llm_config.hocon"')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('studio {')
  // The list would have come long before this one, which is asked for.
  await expect(offers).toHaveCount(0)
  await page.keyboard.press('Control+Space')
  await expect(offers.locator('.monaco-list-row').first()).toContainText('requires_approval')
})

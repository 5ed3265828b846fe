// Typing into the largest public network in the browser, with everything that the page draws: from a key until the marks of
// its diagnostics are set, until the page says them, and until they are seen in the text.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { openFolder, startStudio, temporaryFolder } from '../support/studio.ts'

type Report = (label: string, figure: string) => void

const SHARED = process.env.SLYGLASS_SHARED ?? new URL('../../../shared', import.meta.url).pathname
const PROJECT = join(SHARED, 'networks', 'neuro-san-studio')
const NETWORK = 'industry/consumer_decision_assistant'
const KEYS = 120
const WARM = 20

/** Milliseconds from a key: what the page notes of itself. */
interface Key {
  readonly at: number
  marked?: number
  said?: number
  seen?: number
}

declare global {
  interface Window {
    keys: Key[]
  }
}

export async function bench(report: Report): Promise<void> {
  if (!existsSync(PROJECT)) return
  const [home, folder] = [temporaryFolder('slyglass-bench-'), temporaryFolder('slyglass-bench-project-')]
  cpSync(PROJECT, folder, { recursive: true })
  const studio = await startStudio({ home })
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openFolder(page, studio, folder)
    await openNetwork(page)
    await page.evaluate(noteDrawing)
    // One letter before the name of a network that is called, and away again: a problem that comes and goes.
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace')
      await page.waitForTimeout(180)
    }
    const keys = (await page.evaluate(() => window.keys)).slice(WARM)
    for (const [part, label] of PARTS) report(`69 kB in the browser, key to diagnostics ${label}`, both(keys, part))
  } finally {
    await browser.close()
    await studio.stop()
    for (const made of [home, folder]) rmSync(made, { recursive: true, force: true })
  }
}

const PARTS = [
  ['marked', 'set as marks, median and p95'],
  ['said', 'in the list of problems'],
  ['seen', 'seen in the text'],
] as const

function both(keys: readonly Key[], part: (typeof PARTS)[number][0]): string {
  const times = keys.flatMap((key) => key[part] ?? []).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1)
  return times.length === 0 ? 'never' : `${at(0.5)} ms, ${at(0.95)} ms`
}

async function openNetwork(page: Page): Promise<void> {
  await page.waitForURL(/#\/[^/]+/)
  await page.evaluate((network) => {
    location.hash = `${location.hash.split('/').slice(0, 2).join('/')}/${encodeURIComponent(network)}/edit`
  }, NETWORK)
  const source = page.getByRole('region', { name: 'Source' })
  await source.locator('.monaco-editor .view-line').first().waitFor()
  await source.getByRole('textbox', { name: /^Source of/ }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await source.locator('.find-widget.visible textarea').first().waitFor()
  await page.keyboard.insertText('"tools": ["/')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.waitForTimeout(2000)
}

/** Runs in the page: notes keys, and when what is drawn changes after one. */
function noteDrawing(): void {
  window.keys = []
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const key = window.keys.findLast(({ at }) => at < startTime)
      if (name === 'slyglass marks are set' && key !== undefined) key.marked ??= startTime - key.at
    }
  }).observe({ type: 'mark' })
  const note = (part: 'said' | 'seen', within: Element | null, print: () => string) => {
    let last = print()
    const look = () => {
      const now = print()
      const key = window.keys.at(-1)
      if (now !== last && key !== undefined) key[part] ??= performance.now() - key.at
      last = now
    }
    if (within !== null)
      new MutationObserver(look).observe(within, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
  }
  window.addEventListener('keydown', (event) => window.keys.push({ at: event.timeStamp }), true)
  const problems = document.querySelector('section[aria-label="Problems"]')
  note('said', problems, () => problems?.textContent ?? '')
  const text = document.querySelector('.monaco-editor')
  note('seen', text, () => String(text?.querySelectorAll('[class*="squiggly-error"]').length))
}

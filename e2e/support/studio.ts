// A built studio of its own for every test: a child process, a data folder that is thrown away, a page with the token.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const main = join(root, 'apps', 'slyglass', 'dist', 'main.js')
const READY = /^Slyglass is ready: (http:\/\/127\.0\.0\.1:\d+\/)#t=(\S+)$/m

export interface Studio {
  readonly url: string
  readonly token: string
  readonly home: string
  readonly pid: number
  /** Ends the server and starts it again on the same data folder and port. */
  restart(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

interface StudioOptions {
  readonly home: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Those of its first line, with which an installed command is run. */
function nodeOptions(): readonly string[] {
  const [, options = ''] = /^#!\S+ -S node (.+)/.exec(readFileSync(main, 'utf8')) ?? []
  return options.split(' ').filter((option) => option !== '')
}

async function launch({
  home,
  args = [],
  env = {},
}: StudioOptions): Promise<{ child: ChildProcess; url: string; token: string }> {
  const {
    OPENAI_API_KEY: _key,
    OPENAI_BASE_URL: _base,
    OPENAI_API_BASE: _old,
    DISPLAY: _display,
    ...clean
  } = process.env
  const child = spawn(process.execPath, [...nodeOptions(), main, 'open', ...args, '--no-open'], {
    env: { ...clean, SLYGLASS_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stderr?.on('data', (piece) => {
    err += String(piece)
  })
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      out += String(piece)
      const match = READY.exec(out)
      if (match !== null) resolve(match)
    })
    child.once('exit', (code) => reject(new Error(`the studio ended with ${code}: ${out}${err}`)))
  })
  return { child, url: ready[1] ?? '', token: ready[2] ?? '' }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

// Below the ports that the system hands out, and away from 4600 on: whoever starts next takes the first free one from
// there, also the one of a studio that is just between its end and its new start.
const drawPort = () => String(randomInt(10_000, 30_000))

async function launchAnywhere(options: StudioOptions, triesLeft = 5): Promise<Awaited<ReturnType<typeof launch>>> {
  try {
    return await launch({ ...options, args: [...(options.args ?? []), '--port', drawPort()] })
  } catch (cause) {
    if (triesLeft > 0 && /Port \d+ is taken/.test(String(cause))) return launchAnywhere(options, triesLeft - 1)
    throw cause
  }
}

/** Starts a built studio on a port of its own; `restart` keeps it. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  let now = await launchAnywhere(options)
  const port = new URL(now.url).port
  return {
    get url() {
      return now.url
    },
    get token() {
      return now.token
    },
    get pid() {
      return now.child.pid ?? -1
    },
    home: options.home,
    async restart(signal = 'SIGTERM') {
      await end(now.child, signal)
      now = await launch({ ...options, args: [...(options.args ?? []), '--port', port] })
    },
    stop: () => end(now.child, 'SIGTERM'),
  }
}

/** Folders that are removed after the test. */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix))
}

interface Fixtures {
  readonly home: string
  readonly studioOptions: Omit<StudioOptions, 'home'>
  readonly studio: Studio
  readonly complaints: string[]
}

const isExpected = (message: ConsoleMessage) => /Failed to load resource|net::ERR/.test(message.text())

export const test = base.extend<Fixtures>({
  studioOptions: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
  home: async ({}, use) => {
    const home = temporaryFolder('slyglass-e2e-')
    await use(home)
    // What a server started may write a last time while its folder is removed.
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
  studio: async ({ home, studioOptions, page }, use) => {
    const studio = await startStudio({ home, ...studioOptions })
    await use(studio)
    // The pages go first: what they still load must not fail because the server has gone.
    for (const open of page.context().pages()) await open.close()
    await studio.stop()
  },
  // What the browser complained about: content policy, uncaught errors. Every journey must end without any.
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message)) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Opens the studio with its token. */
export async function openHome(page: Page, studio: Studio): Promise<void> {
  // From a page of the same address only the fragment would change, and the page takes that away at once.
  await page.goto('about:blank')
  await page.goto(`${studio.url}#t=${studio.token}`)
  await expect(page.getByRole('region', { name: 'Home' })).toBeVisible()
}

/**
 * The printed link, opened in a tab that is here already, leaves it where it is. Only the fragment changes by it, and the
 * page starts over a moment later: whatever was done to the page before would be lost.
 */
export async function openLinkHere(page: Page, studio: Studio): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.goto(`${studio.url}#t=${studio.token}`)])
}

/** Opens a shipped sample's network from Home. */
export async function openSample(page: Page, studio: Studio, name: string): Promise<void> {
  await openHome(page, studio)
  await page
    .getByRole('list', { name: 'Samples' })
    .getByRole('button', { name: new RegExp(`^${name}\\b(?!_)`) })
    .click()
  await expect(page.getByRole('button', { name: new RegExp(`^Network .*${name}`) })).toBeVisible()
}

/** Opens a folder by its path. */
export async function openFolder(page: Page, studio: Studio, path: string): Promise<void> {
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Open folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(path)
  await dialog.getByRole('button', { name: /^Open/ }).click()
}

export const view = (page: Page, name: 'Edit' | 'Run' | 'Trace' | 'Sly data') =>
  page.getByRole('tablist', { name: 'Views', exact: true }).getByRole('tab', { name, exact: true }).click()

/** Puts private values into the session. */
export async function setPrivateValues(page: Page, values: object): Promise<void> {
  await page
    .getByRole('region', { name: 'Chat' })
    .getByRole('button', { name: /private values? in this session$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Private values' })
  await dialog.getByRole('textbox', { name: 'Private values as JSON' }).fill(JSON.stringify(values))
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
}

/** Sends a message and waits until the run has ended. */
export async function ask(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
}

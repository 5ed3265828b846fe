// A whole studio in this process: real store, real hosts, a real port; data and projects in folders of their own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunId, SessionId } from '@slyglass/base'
import type { HostAssets } from '@slyglass/environment'
import { devAssets } from '@slyglass/environment/testing'
import { createClient, type ProjectReply, type Reply, type StudioClient, type TailLine } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'
import { afterEach, beforeEach } from 'vitest'
import { composeStudio } from '../../src/compose.ts'
import { findDataFolder } from '../../src/data-folder.ts'
import { createApp } from '../../src/server/app.ts'
import { createFailureLimit } from '../../src/server/guard/failure-limit.ts'
import { createLaunchCodes } from '../../src/server/guard/launch-codes.ts'
import { createLaunchToken } from '../../src/server/guard/launch-token.ts'
import { listenOnLoopback } from '../../src/server/listen.ts'
import { loadPage } from '../../src/server/serve-page.ts'

export const SAMPLES = join(import.meta.dirname, '../../../../samples')

export interface TestStudio {
  readonly url: string
  readonly token: string
  readonly client: StudioClient
  /** A request with the launch token and nothing else. */
  raw(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export interface TestStudioOptions {
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  readonly keepAliveMs?: number
}

/** A data folder for every test of a file, and studios on it that end with the test. */
export function studioPerTest() {
  const now = { home: '' }
  const open = new Set<TestStudio>()
  beforeEach(() => {
    now.home = newFolder()
  })
  afterEach(async () => {
    for (const studio of open) await studio.close()
    removeFolder(now.home)
  })
  const start = async (options: Partial<TestStudioOptions> = {}): Promise<TestStudio> => {
    const studio = await startStudio({ home: now.home, ...options })
    const held: TestStudio = {
      ...studio,
      close: () => {
        open.delete(held)
        return studio.close()
      },
    }
    open.add(held)
    return held
  }
  return { start, now }
}

let assets: Promise<HostAssets> | undefined

export async function startStudio(options: TestStudioOptions): Promise<TestStudio> {
  assets ??= devAssets()
  const token = createLaunchToken()
  const composed = await composeStudio({
    version: 'test',
    data: findDataFolder({ SLYGLASS_HOME: join(options.home, 'data') }, process.platform),
    samples: SAMPLES,
    hosts: await assets,
    shell: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
    token,
    takeUp: true,
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.keepAliveMs === undefined ? {} : { keepAliveMs: options.keepAliveMs }),
  })
  const listening = await listenOnLoopback(0)
  if (!composed.ok || !listening.ok) throw new Error('the studio did not start')
  const host = `127.0.0.1:${listening.value.port}`
  const guard = {
    hosts: () => [host],
    token,
    codes: createLaunchCodes(Date.now),
    failures: createFailureLimit(Date.now),
  }
  listening.value.mount(
    createApp(composed.value.studio, {
      guard,
      page: loadPage(join(options.home, 'no-page')),
      redactor: composed.value.redactor,
    }),
  )
  const url = `http://${host}`
  return {
    url,
    token,
    client: createClient({ transport: (path, init) => fetch(url + path, init), token: () => token }),
    raw: (path, init) => fetch(url + path, { ...init, headers: { 'x-slyglass-token': token, ...init?.headers } }),
    async close() {
      await composed.value.close()
      await listening.value.close()
    },
  }
}

/** A folder that is real, so that paths compare. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-studio-')))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Writes files, path to text, below a folder. */
export function putFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** The answer of a call that must succeed. */
export async function must<T>(reply: Reply<T>): Promise<T> {
  const result = await reply
  if (result.ok) return result.value
  throw new Error(`${result.error.status} ${result.error.code}: ${result.error.message}`)
}

/** Why a call that must fail failed. */
export async function refusalOf(reply: Reply<unknown>): Promise<string> {
  const result = await reply
  return result.ok ? 'accepted' : `${result.error.status} ${result.error.code}`
}

export async function openTrusted(client: StudioClient, path: string): Promise<ProjectReply> {
  const { id } = await must(client.openProject({ path }))
  return must(client.trust(id, true))
}

export interface Asked {
  readonly project: ProjectReply
  readonly network: string
  readonly message: string
  readonly session?: SessionId
  readonly sly?: object | string
}

/** Sends a message; the run goes on. */
export function ask(client: StudioClient, { project, network, message, session, sly }: Asked) {
  return client.startRun({
    project: project.id,
    network,
    message,
    ...(session === undefined ? {} : { session }),
    ...(sly === undefined ? {} : { sly: typeof sly === 'string' ? sly : JSON.stringify(sly) }),
  })
}

/** Every event of a run, followed to its end. */
export async function follow(client: StudioClient, run: RunId, after = -1): Promise<readonly LogEvent[]> {
  const stop = new AbortController()
  const events: LogEvent[] = []
  for await (const line of await must(client.tails({ watch: [{ run, after }] }, stop.signal))) {
    if (line.kind === 'events') events.push(...line.events)
    if (line.kind === 'end') break
  }
  stop.abort()
  return events
}

/** Sends a message and follows its run to the end. */
export async function converse(client: StudioClient, asked: Asked) {
  const { run, session } = await must(ask(client, asked))
  return { run, session, events: await follow(client, run) }
}

/** Follows a stream until a line is what is waited for. */
export async function waitForLine(
  client: StudioClient,
  body: Parameters<StudioClient['tails']>[0],
  isWanted: (line: TailLine) => boolean,
): Promise<TailLine> {
  const stop = new AbortController()
  try {
    for await (const line of await must(client.tails(body, stop.signal))) if (isWanted(line)) return line
  } finally {
    stop.abort()
  }
  throw new Error('the stream ended before that')
}

/** Payloads of one type, in order. */
export function eventsOf<T extends LogEvent['type']>(events: readonly LogEvent[], type: T) {
  return events.filter((event): event is Extract<LogEvent, { type: T }> => event.type === type)
}

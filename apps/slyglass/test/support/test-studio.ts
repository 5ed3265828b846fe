// A whole studio in this process: real store, real hosts, a real port; data and projects in folders of their own.
import { join } from 'node:path'
import { createClient, type StudioClient } from '@slyglass/protocol'
import { afterEach, beforeEach } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { createFailureLimit } from '../../src/server/guard/failure-limit.ts'
import { createLaunchCodes } from '../../src/server/guard/launch-codes.ts'
import { createLaunchToken } from '../../src/server/guard/launch-token.ts'
import { listenOnLoopback } from '../../src/server/listen.ts'
import { loadPage } from '../../src/server/serve-page.ts'
import { composeAt } from './composing.ts'
import { openTrusted } from './conversations.ts'
import { type Files, newFolder, putFiles, removeFolder } from './folders.ts'

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

/** A data folder and a project, with these files, for every test of a file, and studios that end with the test. */
export function studioPerTest(files: Files = {}) {
  const now = { home: '', folder: '' }
  const open = new Set<TestStudio>()
  const put = (more: Files) => putFiles(now.folder, more)
  beforeEach(() => {
    now.home = newFolder()
    now.folder = join(now.home, 'mine')
    put(files)
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
  /** A studio with the project open and trusted. */
  const startTrusted = async (options: Partial<TestStudioOptions> = {}) => {
    const studio = await start(options)
    return { ...studio, project: await openTrusted(studio.client, now.folder) }
  }
  return { start, startTrusted, put, now }
}

export async function startStudio(options: TestStudioOptions): Promise<TestStudio> {
  const { home, env = {}, ...more } = options
  const token = createLaunchToken()
  const composed = await composeAt(home, { ...more, token, shell: env, takeUp: true, remember: true })
  const listening = await listenOnLoopback(0)
  if (!listening.ok) throw new Error('the studio did not start')
  const host = `127.0.0.1:${listening.value.port}`
  const guard = {
    hosts: () => [host],
    token,
    codes: createLaunchCodes(Date.now),
    failures: createFailureLimit(Date.now),
  }
  listening.value.mount(
    createApp(composed.studio, {
      guard,
      page: loadPage(join(home, 'no-page')),
      redactor: composed.redactor,
    }),
  )
  const url = `http://${host}`
  return {
    url,
    token,
    client: createClient({ transport: (path, init) => fetch(url + path, init), token: () => token }),
    raw: (path, init) => fetch(url + path, { ...init, headers: { 'x-slyglass-token': token, ...init?.headers } }),
    async close() {
      await composed.close()
      await listening.value.close()
    },
  }
}

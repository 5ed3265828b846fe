// The built program as a process of its own, for tests that meet it as people and clients do.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { onceARun } from '@slyglass/environment/testing'
import { vi } from 'vitest'
import { listen, stopChild } from './child-process.ts'
import { nodeOptions } from './node-options.ts'

const root = join(import.meta.dirname, '../../../..')

export interface BuiltProgram {
  readonly main: string
}

/** Builds the server, once in a run of tests, beside the sources, where its packages are found. */
export async function buildProgram(): Promise<BuiltProgram> {
  const folder = await onceARun('program', async (dist) => {
    const made = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'server', dist], { encoding: 'utf8' })
    if (made.status !== 0) throw new Error(made.stderr)
  })
  return { main: join(folder, 'main.js') }
}

export interface Served {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Runs `slyglass serve` on a folder until it is stopped. */
export async function serveFolder(program: BuiltProgram, folder: string, data: string): Promise<Served> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: data }
  const child = spawn(process.execPath, [...nodeOptions(program.main), program.main, 'serve', folder, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listen(child)
  await vi.waitFor(() => {
    if (!said.text.includes('The service is ready: ')) throw new Error(said.text)
  }, 60_000)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.text)?.[0] ?? ''
  return { url, port: Number(new URL(url).port), stop: () => stopChild(child) }
}

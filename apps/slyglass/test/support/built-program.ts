// The built program as a process of its own, for tests that meet it as people and clients do.
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { listen, stopChild } from './child-process.ts'
import { nodeOptions } from './node-options.ts'

const root = join(import.meta.dirname, '../../../..')

export interface BuiltProgram {
  readonly main: string
  remove(): void
}

/** Builds the server into a folder of its own beside the sources, where its packages are found. */
export function buildProgram(name: string): BuiltProgram {
  const dist = join(root, 'apps/slyglass/.cache', `${name}-${process.pid}`)
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'server', dist], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return { main: join(dist, 'main.js'), remove: () => rmSync(dist, { recursive: true, force: true }) }
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
  }, 30_000)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.text)?.[0] ?? ''
  return { url, port: Number(new URL(url).port), stop: () => stopChild(child) }
}

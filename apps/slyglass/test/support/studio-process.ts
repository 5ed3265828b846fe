// The studio as processes of its own, one after the other on the same data folder, ended with their test.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createClient, type StudioClient } from '@slyglass/protocol'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type BuiltProgram, buildProgram } from './built-program.ts'
import { endChild, listen } from './child-process.ts'
import { newFolder, removeFolder } from './folders.ts'
import { until } from './until.ts'

const READY = /Slyglass is ready: (http:\/\/127\.0\.0\.1:\d+)\/#t=([\w-]{43})\n/

/** Builds the program before the tests; `now.home` is a folder of each test. */
export function studioProcess() {
  const now = { home: '' }
  const children: ChildProcess[] = []
  let program: BuiltProgram | undefined
  beforeAll(async () => {
    program = await buildProgram()
  })
  beforeEach(() => {
    now.home = newFolder()
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await endChild(child)
    removeFolder(now.home)
  })
  const start = async (more: Readonly<Record<string, string>>) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(now.home, 'data'), ...more }
    const child = spawn(process.execPath, [program?.main ?? '', '--no-open'], { env, cwd: now.home })
    children.push(child)
    const said = listen(child)
    const exit = new Promise<number | null>((done) => child.once('exit', done))
    await until(() => READY.test(said.text) || child.exitCode !== null)
    const [, url = '', token = ''] = READY.exec(said.text) ?? []
    if (url === '') throw new Error(said.text)
    const client: StudioClient = createClient({
      transport: (path, init) => fetch(url + path, init),
      token: () => token,
    })
    return { child, exit, url, token, client }
  }
  return { now, start }
}

// The built program as a process of its own: how it starts, ends, and dies.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient, type StudioClient } from '@slyglass/protocol'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { endChild } from './support/child-process.ts'
import { ask, eventsOf, follow, must, openTrusted } from './support/conversations.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { until } from './support/until.ts'

const READY = /^Slyglass is ready: (http:\/\/127\.0\.0\.1:\d+)\/#t=([\w-]{43})\n$/

let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram()
})

let home = ''
const children: ChildProcess[] = []
beforeEach(() => {
  home = newFolder()
})
afterEach(async () => {
  for (const child of children.splice(0)) await endChild(child)
  removeFolder(home)
})

function launch(...args: readonly string[]) {
  return launchWith({}, ...args)
}

function launchWith(more: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data'), ...more }
  const child = spawn(process.execPath, [program.main, ...args], { env, cwd: home })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const exit = new Promise<number | null>((done) => child.once('exit', done))
  return { child, said, exit }
}

async function launchReady(...args: readonly string[]) {
  const launched = launch('--no-open', ...args)
  await until(() => launched.said.out.includes('\n') || launched.child.exitCode !== null)
  const ready = READY.exec(launched.said.out)
  if (ready === null) throw new Error(launched.said.out + launched.said.err)
  const [, url = '', token = ''] = ready
  const client: StudioClient = createClient({ transport: (path, init) => fetch(url + path, init), token: () => token })
  return { ...launched, url, token, client }
}

const HANGING = {
  'registries/hanging.hocon': `
    studio { on_doubt = fail }
    tools = [
      { name = desk, function.description = "Talks.", instructions = "Use it.", tools = ["worker"] }
      { name = worker, function.description = "Works.", class = "hanger.Hanger" }
    ]`,
  'coded_tools/hanger.py': `
import os, time
from neuro_san.interfaces.coded_tool import CodedTool
class Hanger(CodedTool):
    async def async_invoke(self, args, sly_data):
        open("started.txt", "w").write("x")
        time.sleep(600)
`,
}

async function startHanging(client: StudioClient) {
  const project = await openTrusted(client, putFiles(join(home, 'mine'), HANGING))
  const { run } = await must(ask(client, { project, network: 'hanging', message: 'Please work' }))
  await until(() => existsSync(join(home, 'mine/started.txt')))
  return run
}

const LISTING = {
  'registries/manifest.hocon': '{ "lists.hocon": true }',
  'registries/lists.hocon': `
    tools = [
      { name = desk, function.description = "Talks.", instructions = "Use them.", tools = ["python", "script"] }
      { name = python, function.description = "Lists.", class = "lists.Lists" }
      { name = script, function.description = "Lists.", class = "lists_too.ListsToo" }
    ]`,
  'coded_tools/lists.py': `
import os
from neuro_san.interfaces.coded_tool import CodedTool
class Lists(CodedTool):
    async def async_invoke(self, args, sly_data):
        found = []
        for name in os.listdir("/proc/self/fd"):
            try:
                found.append(os.readlink("/proc/self/fd/" + name))
            except OSError:
                pass
        return "files: " + " ".join(found)
`,
  'coded_tools/lists_too.ts': `
import { readdirSync, readlinkSync } from 'node:fs'
export class ListsToo {
  invoke() {
    const found = readdirSync('/proc/self/fd').map((name) => {
      try { return readlinkSync('/proc/self/fd/' + name) } catch { return '' }
    })
    return 'files: ' + found.join(' ')
  }
}
`,
}

/** Starts a program with a file open that goes to every child, under a number that Node does not look at. */
const WITH_OPEN_FILE = `
import os, sys
os.dup2(os.open(sys.argv[1], os.O_RDONLY), 251, inheritable=True)
os.execvp(sys.argv[2], sys.argv[2:])
`

describe('the program', () => {
  test('[S-43] prints one line with the address, and serves its token nowhere', async () => {
    const { said, url, token } = await launchReady()
    expect(said.err).toBe('')
    for (const path of ['/', '/index.html', '/api/status']) {
      const answer = await fetch(url + path)
      expect((await answer.text()) + JSON.stringify([...answer.headers])).not.toContain(token)
    }
    expect(readFileSync(join(home, 'data/logs/server.log'), 'utf8')).not.toContain(token)
  })

  test('[S-39] the browser is opened with a code in place of the token: good once, in no log', async () => {
    const program = join(
      putFiles(home, { 'bin/xdg-open': '#!/bin/sh\nprintf %s "$*" > "$SLYGLASS_HOME/opened"\n' }),
      'bin',
    )
    chmodSync(join(program, 'xdg-open'), 0o755)
    const { said } = launchWith({ PATH: `${program}:${process.env.PATH}`, DISPLAY: ':9' })
    const opened = join(home, 'data/opened')
    await until(() => existsSync(opened) && READY.test(said.out) && readFileSync(opened, 'utf8') !== '')
    const [, url = '', token = ''] = READY.exec(said.out) ?? []
    const [, page, code = ''] = /^(\S+)\/#c=([\w-]{43})$/.exec(readFileSync(opened, 'utf8')) ?? []
    expect([page, code === token]).toEqual([url, false])
    const client = createClient({ transport: (path, init) => fetch(url + path, init), token: () => undefined })
    expect(await client.launch(code)).toEqual({ ok: true, value: { token } })
    expect(await client.launch(code)).toMatchObject({ ok: false, error: { status: 401 } })
    const log = readFileSync(join(home, 'data/logs/server.log'), 'utf8')
    expect([log.includes(code), log.includes(token)]).toEqual([false, false])
  })

  test('used wrongly, with a missing folder or a taken port, it says one line and ends with 2', async () => {
    const server = createServer()
    const port = await listenAnywhere(server)
    for (const [args, line] of [
      [['open', 'nothing'], `There is no folder ${join(home, 'nothing')}.\n`],
      [['open', '/'], '/ is a whole disk.\n'],
      [['run', '--port', String(port)], `Port ${port} is taken by another program. Choose another one with --port.\n`],
    ] as const) {
      const { said, exit } = launch(...args)
      expect([await exit, said]).toEqual([2, { out: '', err: line }])
    }
    server.close()
  })

  test.runIf(process.platform === 'linux')('[S-39] a file that the shell had open reaches no tool', async () => {
    const secret = join(putFiles(home, { 'left-open': 'of the shell' }), 'left-open')
    const root = putFiles(join(home, 'mine'), LISTING)
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') }
    for (const tool of ['python', 'script']) {
      const words = [process.execPath, program.main, 'call', `lists/${tool}`, '--root', root]
      const { stdout, stderr } = spawnSync('python3', ['-c', WITH_OPEN_FILE, secret, ...words], {
        env,
        encoding: 'utf8',
      })
      expect([tool, stderr]).toEqual([tool, ''])
      expect(stdout).toContain('files: ')
      expect(stdout).not.toContain('left-open')
    }
  })

  test('a file that the command line names is read, although it was handed on', () => {
    const given = join(putFiles(home, { 'given.json': '{"guests": 41}' }), 'given.json')
    const root = putFiles(join(home, 'mine'), LISTING)
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') }
    const words = [process.execPath, program.main, 'call', 'lists/python', '--root', root, '--sly-data', '@/dev/fd/251']
    const { status, stderr } = spawnSync('python3', ['-c', WITH_OPEN_FILE, given, ...words], { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('with a damaged run database it says so, ends with 1, and leaves the file alone', async () => {
    putFiles(home, { 'data/runs.db': 'no database '.repeat(500) })
    const { said, exit } = launch('--no-open')
    expect(await exit).toBe(1)
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^The run database .*runs\.db is damaged .*\n$/)
    expect(readFileSync(join(home, 'data/runs.db'), 'utf8')).toBe('no database '.repeat(500))
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s it stops its runs, ends its children and itself with 0',
    async (signal) => {
      const first = await launchReady()
      const run = await startHanging(first.client)
      const hosts = descendants(first.child.pid ?? -1)
      expect(hosts.length).toBeGreaterThan(0)
      first.child.kill(signal)
      expect(await first.exit).toBe(0)
      await until(() => hosts.every((pid) => !existsSync(`/proc/${pid}`)))
      const second = await launchReady()
      expect(eventsOf(await follow(second.client, run), 'run.finished')).toMatchObject([{ outcome: 'cancelled' }])
    },
  )

  test('[S-40] killed in mid-run it loses nothing: the run goes on after it, and no tool of the first life does', async () => {
    const first = await launchReady()
    const run = await startHanging(first.client)
    await until(async () => ((await must(first.client.run(run))).lastSeq ?? 0) >= 5)
    const hosts = descendants(first.child.pid ?? -1)
    const recorded = await (
      await fetch(`${first.url}/api/runs/${run}/events`, { headers: { 'x-slyglass-token': first.token } })
    ).text()
    first.child.kill('SIGKILL')
    await first.exit
    const second = await launchReady()
    const events = await follow(second.client, run)
    const before = recorded
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown)
    expect(before.length).toBeGreaterThan(4)
    expect(events.slice(0, before.length)).toEqual(before)
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'failed', failure: { code: 'host-lost' } }])
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok' })
    await until(() => hosts.every((pid) => !existsSync(`/proc/${pid}`)))
  })
})

function descendants(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

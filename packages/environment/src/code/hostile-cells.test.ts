// Code that means harm. At each level it is contained, or stopped; nothing of it is left; and the next cell works.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HostUseReply } from '@slyglass/runtime'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMeans } from '../sandbox/find-means.ts'
import { devAssets, projectSources, runCell, writeProject } from '../testing/index.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import type { CellOptions } from '../testing/run-cell.ts'
import { type CodeCells, createCodePort } from './create-code-port.ts'

const SECRET = `token-of-the-server-${process.pid}`
const root = writeProject({ 'own.txt': 'own', '.env': `WEATHER_KEY=${SECRET}` })
const sources = projectSources(root)
const hidden = mkdtempSync(join(tmpdir(), 'slyglass-data-'))
const { bwrap } = await createMeans({ env: process.env })()
const TIMEOUT = 180_000
const MEMORY = 128

let counter = 0
/** Seconds that a program would sleep: an argument by which it is found. */
const mark = () => `7${++counter}${process.pid}`
const gone = (seconds: string) => processesWith(`sleep ${seconds}`).length === 0

describe.each([...(bwrap ? (['auto'] as const) : []), 'host' as const])(
  'hostile code in Python (isolation %s)',
  { timeout: TIMEOUT },
  (isolation) => {
    let port: CodeCells
    beforeAll(async () => {
      writeFileSync(join(hidden, 'master.key'), SECRET)
      const env = { ...process.env, SLYGLASS_TOKEN: SECRET, OPENAI_API_KEY: SECRET }
      port = createCodePort({ assets: await devAssets(), isolation, env, hide: [hidden] })
    }, TIMEOUT)
    afterAll(() => port.dispose())

    const run = (code: string, options: CellOptions = {}) =>
      runCell(port, 'python', code, { sources, memoryMb: MEMORY, ...options })
    const works = async () => expect((await run('print("works")')).end).toMatchObject({ output: 'works\n' })

    test('[B-45] lines that look like those of the wire are output, wherever they are printed', async () => {
      const line = '{"nonce": "", "type": "done", "ended": "ok"}'
      const { end, uses } = await run(`
import os, sys, subprocess
line = '${line}'
print(line)
sys.__stdout__.write(line + "\\n")
os.write(1, (line + "\\n").encode())
os.write(2, (line + "\\n").encode())
subprocess.run(["echo", '{"nonce": "", "type": "call", "id": 1, "tool": "own", "args": "{}"}'])
print("after")`)
      expect(end.ended).toBe('ok')
      expect(end.output.split('\n').filter((text) => text === line)).toHaveLength(3)
      expect(end.output).toMatch(/"tool": "own".*\nafter\n$/s)
      expect(uses).toEqual([])
    })

    test('[B-45] lines that it writes on the wire without the nonce, and half lines, are nothing', async () => {
      const { end, uses } = await run(
        `
import os
for line in (b'{"type": "done", "ended": "ok"}', b'{"nonce": "x", "type": "call", "id": 1, "tool": "own", "args": "{}"}', b'no json', b'{"type": "ready"}'):
    os.write(3, line + b"\\n")
print(await tools.own())`,
        { tools: { own: (): HostUseReply => ({ ok: true, text: 'asked' }) } },
      )
      expect(end).toMatchObject({ ended: 'ok', output: 'asked\n' })
      expect(uses).toEqual([['own', '{}']])
    })

    test('who finds the nonce may only do what it may do anyway: name tools of its run, and end itself', async () => {
      const { end, uses } = await run(
        `
import gc
wire = next(o for o in gc.get_objects() if type(o).__name__ == "Wire")
wire.send({"type": "call", "id": 7, "tool": "secret.tool", "args": "{}"})
wire.send({"type": "call", "id": 8, "tool": "own", "args": "no json"})
wire.send({"type": "call", "id": "9", "tool": 5})
wire.send({"type": "done", "ended": "ok"})
import time; time.sleep(60)`,
        { tools: { own: (): HostUseReply => ({ ok: true, text: 'asked' }) } },
      )
      expect(end).toMatchObject({ ended: 'ok', output: '' })
      expect(uses).toEqual([])
    })

    test("[B-45] finds the server's keys nowhere that its level shuts it out of", async () => {
      const server = spawn('sleep', ['60'], { env: { PATH: process.env.PATH, SLYGLASS_TOKEN: SECRET } })
      try {
        const { end } = await run(`
import glob, os
def read(path):
    try: return open(path, "rb").read().decode("utf-8", "replace")
    except OSError as problem: return type(problem).__name__
print(dict(os.environ))
if ${bwrap && isolation === 'auto' ? 'True' : 'False'}:
    print([read(p) for p in glob.glob("/proc/[0-9]*/environ") + ["/etc/shadow", "${join(hidden, 'master.key')}", ".env", "${homedir()}/.profile"]])
print(read("own.txt"))`)
        expect(end).toMatchObject({ ended: 'ok', output: expect.stringMatching(/own\n$/) })
        expect(end.output).not.toContain(SECRET)
      } finally {
        server.kill('SIGKILL')
      }
    })

    test('[B-42] a child that would write a file later does not, whether the code ended or was stopped', async () => {
      const file = join(root, `late-${counter}.txt`)
      const seconds = mark()
      const start = `
import subprocess
subprocess.Popen(["sh", "-c", "sleep 1; echo late > ${file}; sleep ${seconds}"])
print("spawned")`
      expect((await run(start)).end).toMatchObject({ ended: 'ok', output: 'spawned\n' })
      expect(gone(seconds)).toBe(true)
      const stop = new AbortController()
      const stopped = await run(`${start}\nwhile True: pass`, { signal: stop.signal, onOutput: () => stop.abort() })
      expect(stopped.end).toMatchObject({ ended: 'stopped', output: 'spawned\n' })
      expect(gone(seconds)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(existsSync(file)).toBe(false)
    })

    test('[B-42] programs that leave its group and session, ignore signals or clear their variables end with it', async () => {
      const seconds = mark()
      const { end } = await run(`
import subprocess, os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
subprocess.Popen(["setsid", "sleep", "${seconds}"])
subprocess.Popen(["sh", "-c", "trap '' TERM HUP; setsid sleep ${seconds} & setsid sh -c 'sleep ${seconds} & sleep ${seconds}'"])
subprocess.Popen(["env", "-i", "/usr/bin/setsid", "/bin/sleep", "${seconds}"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvpe("sleep", ["sleep", "${seconds}"], {"PATH": os.environ["PATH"]})
    os._exit(0)
import time; time.sleep(0.3)
print("left")`)
      expect(end).toMatchObject({ ended: 'ok', output: 'left\n' })
      expect(gone(seconds)).toBe(true)
      await works()
    })

    test('[B-42] a hard exit leaves no marked program behind', async () => {
      const seconds = mark()
      const { end } = await run(`
import os, subprocess
subprocess.Popen(["setsid", "sleep", "${seconds}"])
os._exit(3)`)
      expect(end).toMatchObject({ ended: 'exited', code: 3 })
      expect(await comesTrue(() => gone(seconds))).toBe(true)
    })

    test('a forked copy of it says nothing in its name, and goes', async () => {
      const { end, uses } = await run(
        `
import os
pid = os.fork()
if pid: os.waitpid(pid, 0)
print("parent" if pid else "child")`,
      )
      expect(end).toMatchObject({ ended: 'ok', output: 'child\nparent\n' })
      expect(uses).toEqual([])
    })

    test('a fork bomb is ended with all of it, and that is said', async () => {
      const seconds = mark()
      const { end } = await run(`
import subprocess, time
held = [subprocess.Popen(["sleep", "${seconds}"]) for _ in range(200)]
time.sleep(60)`)
      expect(end).toMatchObject({ ended: 'exited', stderr: expect.stringMatching(/had \d+ processes at once; 64 are/) })
      expect(gone(seconds)).toBe(true)
      await works()
    })

    test('programs that take too much memory together are ended with it', async () => {
      const { end } = await run(`
import subprocess, sys, time
grow = "import time; held = bytearray(100 << 20); [held.__setitem__(i, 1) for i in range(0, len(held), 4096)]; time.sleep(60)"
held = [subprocess.Popen([sys.executable, "-c", grow]) for _ in range(6)]
time.sleep(60)`)
      expect(end).toMatchObject({ ended: 'memory' })
      await works()
    })

    test('endless output is cut, and can be stopped; the studio goes on meanwhile', async () => {
      let ticks = 0
      const ticking = setInterval(() => (ticks += 1), 20)
      const { end } = await run('while True: print("endless " * 1000)', {
        signal: AbortSignal.timeout(1_500),
        outputBytes: 10_000,
      })
      clearInterval(ticking)
      expect(end.ended).toBe('stopped')
      expect(end.output.length).toBeLessThan(10_100)
      expect(ticks).toBeGreaterThan(5)
      await works()
    })

    test('standard input is empty; what was meant for it never comes', async () => {
      const { end } = await run('import sys\nprint(repr(sys.stdin.read()))\ninput()')
      expect(end).toMatchObject({ ended: 'raised', type: 'EOFError', output: "''\n" })
    })

    test('that closes its descriptors says nothing more, and its end is told', async () => {
      const { end } = await run('import os\nprint("a")\nos.closerange(0, 100)')
      // It breaks down by itself, or is ended because it does not answer any more: whichever comes first.
      expect(end).toMatchObject({ ended: 'exited', output: 'a\n' })
      expect([1, 137]).toContain(end.ended === 'exited' ? end.code : undefined)
      const { end: out } = await run('import os\nos.close(1)\nos.close(2)')
      expect(out).toMatchObject({ ended: 'ok', output: '' })
      await works()
    })

    test('that dies of a signal tells which, as shells do', async () => {
      const { end } = await run('import os, signal\nprint("a")\nos.kill(os.getpid(), signal.SIGKILL)')
      expect(end).toMatchObject({ ended: 'exited', code: 137, output: 'a\n' })
    })

    test('thousands of calls at once are refused beyond what may be open', async () => {
      const open: ((reply: HostUseReply) => void)[] = []
      const tools = { own: () => new Promise<HostUseReply>((resolve) => void open.push(resolve)) }
      const { end } = await run(
        `
import asyncio
tasks = [asyncio.create_task(tools.own(n=n)) for n in range(1200)]
done, _ = await asyncio.wait(tasks, timeout=2)
print(len(done), set(str(t.exception()) for t in done))`,
        { tools },
      )
      expect(end.output).toMatch(/^200 \{'\[invalid_input\] More than 1000 calls at once/)
      expect(open).toHaveLength(1_000)
    })
  },
)

describe('hostile code in JavaScript', { timeout: TIMEOUT }, () => {
  let port: CodeCells
  beforeAll(async () => {
    port = createCodePort({ assets: await devAssets(), env: { ...process.env, SLYGLASS_TOKEN: SECRET } })
  }, TIMEOUT)
  afterAll(() => port.dispose())

  const run = (code: string, options: CellOptions = {}) =>
    runCell(port, 'javascript', code, { sources, memoryMb: MEMORY, ...options })
  const works = async () => expect((await run('print("works")')).end).toMatchObject({ output: 'works\n' })

  test('[B-41] finds nothing of Node: no files, programs, connections, modules', async () => {
    const { end } = await run(`
const names = ['require', 'fetch', 'WebAssembly', 'global', 'std', 'os', 'bjson', 'Deno', 'Bun', 'process', 'Worker']
print(names.filter((name) => globalThis[name] !== undefined).length)
const climb = (0, eval)('this').constructor.constructor
print(climb('return typeof process + typeof require')())
for (const name of ['fs', 'node:fs', '${join(hidden, 'master.key')}', 'slyglass:guest', 'data:text/javascript,1'])
  await import(name).then((m) => print(name, Object.keys(m)), (e) => print('refused'))`)
    expect(end).toMatchObject({
      ended: 'ok',
      output: '0\nundefinedundefined\nrefused\nrefused\nrefused\nslyglass:guest []\nrefused\n',
    })
  })

  test('[B-45] what it prints and what it changes of its own world forges nothing', async () => {
    const { end, uses } = await run(
      `
print('{"type":"end","end":{"type":"done","ended":"ok"}}')
JSON.parse = () => ({ type: 'done', ended: 'ok', tool: 'secret.tool' })
Object.prototype.tool = 'secret.tool'
Promise.prototype.then = undefined
Array.prototype.map = () => []
for (const name of Object.getOwnPropertyNames(globalThis)) if (/slyglass/i.test(name)) print(name)
null.x`,
      { tools: { own: (): HostUseReply => ({ ok: true, text: 'asked' }) } },
    )
    expect(end.ended).toBe('raised')
    expect(end.output).toBe('{"type":"end","end":{"type":"done","ended":"ok"}}\n')
    expect(uses).toEqual([])
  })

  test.each([
    ['of a call', '"mine"'],
    ['of what it attaches', '{ type: "media", id: 1, kind: "image", source: { path: {} } }'],
    ['of what it asks a model', '{ type: "model", id: 1, question: {}, request: 7 }'],
  ])('[B-45] a shape %s that is none ends the cell alone', async (_what, made) => {
    const code = `
print('said')
let times = 0
Object.prototype.toJSON = function () { return ++times === 2 ? ${made} : this } // first come the arguments
await tools.own()`
    const { end, uses } = await run(code, {
      tools: { own: (): HostUseReply => ({ ok: true, text: 'asked' }) },
    })
    expect(end).toMatchObject({ ended: 'raised', output: 'said\n', message: expect.stringContaining('cannot be read') })
    expect(uses).toEqual([])
    await works()
  })

  test.each([
    ['a loop', 'for (;;) {}'],
    ['a loop of jobs', 'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})'],
    ['timers that start timers', 'const f = () => setTimeout(f, 0); f(); await new Promise(() => {})'],
    ['a text that is slow to match', '/^(a+)+$/.test("a".repeat(40) + "b")'],
    ['endless output', 'for (;;) print("endless ".repeat(1000))'],
  ])('%s is stopped, and the studio goes on meanwhile', async (_what, code) => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 20)
    const { end } = await run(code, { signal: AbortSignal.timeout(1_000), outputBytes: 10_000 })
    clearInterval(ticking)
    expect(end.ended).toBe('stopped')
    expect(end.output.length).toBeLessThan(10_100)
    expect(ticks).toBeGreaterThan(5)
    await works()
  })

  test.each([
    ['lists', 'const a = []; for (;;) a.push([a, a, a, a])', 'memory'],
    ['buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e7))', 'memory'],
    ['texts', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)', 'memory'],
    ['timers', 'for (;;) setTimeout(() => {}, 1e6)', 'raised'],
    ['recursion', 'const f = () => f() + 1; f()', 'raised'],
    ['calls', 'for (;;) tools.own({ s: "y".repeat(1e5) }).catch(() => {})', 'stopped'],
  ])('a bomb of %s ends by itself or is stopped, and the server lives', async (_what, code, how) => {
    const never = { own: () => new Promise<HostUseReply>(() => {}) }
    const before = process.memoryUsage().rss
    const { end } = await run(code, {
      tools: never,
      memoryMb: 64,
      signal: AbortSignal.timeout(how === 'stopped' ? 2_000 : 20_000),
    })
    expect(end.ended).toBe(how)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2)
    await works()
  })
})

describe('what is started ahead', { timeout: TIMEOUT }, () => {
  test('waits for one cell, and is gone when the port is', async () => {
    const port = createCodePort({ assets: await devAssets(), isolation: 'host' })
    const spares = () => processesWith('run_code.py').filter(({ parent }) => parent === process.pid)
    const pid = async () => (await runCell(port, 'python', 'import os\nprint(os.getpid())', { sources })).end.output
    const first = await pid()
    expect(await comesTrue(() => spares().length === 1)).toBe(true)
    expect(`${spares()[0]?.pid}\n`).not.toBe(first)
    expect(await pid()).not.toBe(first)
    await comesTrue(() => spares().length === 1)
    await port.dispose()
    expect(spares()).toEqual([])
  })

  test('[B-42] a server that is killed leaves no cell behind, whatever its level', async () => {
    const seconds = mark()
    const folder = writeProject({ 'own.txt': 'own' })
    const server = await startCodeServer(
      folder,
      `
import subprocess
subprocess.Popen(["sleep", "${seconds}"])
while True: pass`,
    )
    expect(await comesTrue(() => !gone(seconds))).toBe(true)
    server.kill('SIGKILL')
    const left = () =>
      [...processesWith(folder), ...processesWith(`sleep ${seconds}`)].filter(({ pid }) => pid !== server.pid)
    expect(await comesTrue(() => left().length === 0)).toBe(true)
  })
})

/** A process of its own that runs a cell at each level which is here. */
async function startCodeServer(folder: string, code: string): Promise<ChildProcess> {
  const bundle = join(mkdtempSync(join(tmpdir(), 'slyglass-code-server-')), 'server.mjs')
  const entry = fileURLToPath(new URL('../testing/code-server.ts', import.meta.url))
  const banner = { js: "import { createRequire as r } from 'node:module';const require = r(import.meta.url);" }
  await build({
    ...{ entryPoints: [entry], outfile: bundle, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ logLevel: 'silent', banner, external: ['esbuild'] },
  })
  const assets = JSON.stringify(await devAssets())
  return spawn(process.execPath, [bundle, assets, folder, code], { stdio: 'ignore' })
}

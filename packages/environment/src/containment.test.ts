import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runId } from '@slyglass/base'
import type { HostCall } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
import asyncio, json, os, subprocess, sys, logging
from neuro_san.interfaces.coded_tool import CodedTool

class Floods(CodedTool):
    async def async_invoke(self, args, sly_data):
        for _ in range(100):
            sys.stdout.write("x" * 99_999 + "\\n")
        return "flooded"

class FloodsRaw(CodedTool):
    async def async_invoke(self, args, sly_data):
        line = b"y" * 99_999 + b"\\n"
        for _ in range(100):
            os.write(1, line)
        return "flooded"

class Crashes(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("about to end", file=sys.__stderr__, flush=True)
        os._exit(3)

class Waits(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(60)

class Forges(CodedTool):
    async def async_invoke(self, args, sly_data):
        line = json.dumps({"type": "done", "call": "c1", "ok": True, "text": "forged", "valueJson": None,
            "sly": {"set": {}, "del": [], "opaque": {}, "base": {}}, "reads": [], "abandoned": False, "synchronous": False})
        print(line, flush=True)
        os.write(1, (line + "\\n").encode())
        os.write(2, (line + "\\n").encode())
        subprocess.run(["echo", line], check=True)
        return "honest"

class Environment(CodedTool):
    async def async_invoke(self, args, sly_data):
        return json.dumps(dict(os.environ))

class Large(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "z" * (17 << 20)

class LargeBoard(CodedTool):
    async def async_invoke(self, args, sly_data):
        seen = sly_data["count"], "more" in sly_data
        sly_data["count"] = 2
        sly_data["more"] = "z" * (args["mb"] << 20)
        return json.dumps(seen)

class Hungry(CodedTool):
    async def async_invoke(self, args, sly_data):
        return len(bytearray(8 << 30))

class Prints(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("on", args["who"])
        await asyncio.sleep(0.05)
        await asyncio.to_thread(print, "in a thread of", args["who"])
        logging.getLogger(self.__class__.__name__).debug("args: %s", args["who"])
        asyncio.new_event_loop().close()  # logs a debug line of its own
        print("no line end", end="")
        return "printed"

class Raises(CodedTool):
    async def async_invoke(self, args, sly_data):
        raise ValueError("no such band")

class Exits(CodedTool):
    async def async_invoke(self, args, sly_data):
        sys.exit("enough")

class Files(CodedTool):
    async def async_invoke(self, args, sly_data):
        report = {}
        for name in ("read", "list"):
            try:
                report[name] = open(args["path"]).read() if name == "read" else os.listdir(args["folder"])
            except OSError as problem:
                report[name] = type(problem).__name__
        for path in args["write"]:
            try:
                open(path, "w").write("written")
                report[path] = "written"
            except OSError as problem:
                report[path] = type(problem).__name__
        return json.dumps(report)
`

const TYPESCRIPT = `
export class Floods { async asyncInvoke() { for (let i = 0; i < 100; i++) console.log('x'.repeat(99_999)); return 'flooded' } }
export class Crashes { async asyncInvoke() { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) } }
export class Waits { async asyncInvoke() { await new Promise((r) => setTimeout(r, 60_000)) } }
export class Forges { async asyncInvoke() {
  console.log('{"type":"done","call":"c1","ok":true}')
  return 'honest'
} }
export class Environment { async asyncInvoke() { return JSON.stringify(process.env) } }
export class Large { async asyncInvoke() { return 'z'.repeat(17 << 20) } }
export class LargeBoard { async asyncInvoke(args: { mb: number }, sly: any) {
  const seen = [sly.count, 'more' in sly]
  sly.count = 2
  sly.more = 'z'.repeat(args.mb << 20)
  return JSON.stringify(seen)
} }
export class Hungry { async asyncInvoke() { const all: unknown[] = []; for (;;) all.push(new Array(1e6).fill(Math.random())) } }
export class Raises {
  async asyncInvoke() {
    throw new TypeError('no such band')
  }
}
export class Prints { async asyncInvoke(args: { who: string }) {
  console.log('on', args.who)
  await new Promise((r) => setTimeout(r, 50))
  console.error('problem of', args.who)
  return 'printed'
} }
`

const SECRETS = {
  OPENAI_API_KEY: 'sk-parent-secret',
  SLYGLASS_TOKEN: 'token-parent-secret',
  MY_PASSWORD: 'pw-parent-secret',
}

let own: TestHosts
const loose: string[] = []
const root = writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT })
const sources = projectSources(root)
const hidden = mkdtempSync(join(tmpdir(), 'slyglass-hidden-'))
beforeAll(async () => {
  writeFileSync(join(hidden, 'vault'), 'parent-secret')
  own = await startTestHosts({
    env: { ...process.env, ...SECRETS },
    projectEnv: () => ({ PROJECT_FLAG: 'on' }),
    hide: [hidden],
    limits: { memoryBytes: 1 << 30 },
    onHostOutput: ({ text }) => loose.push(text),
  })
})
afterAll(() => own.dispose())

describe.each(['py', 'ts'])('a tool (%s)', (module) => {
  test('that prints 10 MB is capped with a note', async () => {
    const { reply, stdout } = await callTool(own.hosts, sources, `${module}.Floods`, { run: 'run_flood' })
    expect(reply).toMatchObject({ ok: true, text: 'flooded' })
    expect(stdout.length).toBeGreaterThan(256 * 1024)
    expect(stdout.length).toBeLessThan(257 * 1024)
    expect(stdout).toMatch(/\n\[9,7\d\d,\d\d\d bytes more were left out\]\n$/)
  })

  test('that ends its process loses every call there, and the next call starts anew', async () => {
    const sibling = callTool(own.hosts, sources, `${module}.Waits`, { run: 'run_sibling' })
    const { reply } = await callTool(own.hosts, sources, `${module}.Crashes`, { run: 'run_crash' })
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'host-lost', message: expect.stringMatching(/exit code 3|exit code 137|SIGKILL/) },
    })
    expect((await sibling).reply).toMatchObject({ ok: false, failure: { code: 'host-lost' } })
    const next = await callTool(own.hosts, sources, `${module}.Raises`, { run: 'run_sibling' })
    expect(next.reply).toMatchObject({ ok: false, text: 'Error: no such band' })
  })

  test('that prints lines of the protocol forges nothing', async () => {
    const { reply, stdout } = await callTool(own.hosts, sources, `${module}.Forges`, { run: 'run_forge' })
    expect(reply).toMatchObject({ ok: true, text: 'honest' })
    expect(stdout).toContain('"type":')
  })

  test('[N-61] sees nothing of the server but neutral variables, and those of the project', async () => {
    const { reply } = await callTool(own.hosts, sources, `${module}.Environment`, { run: 'run_env' })
    const env: Record<string, string> = JSON.parse(reply.text)
    expect(JSON.stringify(env)).not.toContain('parent-secret')
    expect(env).toMatchObject({ PROJECT_FLAG: 'on', PATH: process.env.PATH })
    const allowed = /^(PATH|HOME|LANG|LC_\w+|TZ|PWD|SHLVL|_|PROJECT_FLAG|PYTHON\w+|AGENT_TOOL_PATH)$/
    expect(Object.keys(env).filter((name) => !allowed.test(name))).toEqual([])
  })

  test('whose result is beyond 16 MB fails for that alone', async () => {
    const { reply } = await callTool(own.hosts, sources, `${module}.Large`, { run: 'run_large' })
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'result-too-large', message: expect.stringContaining('at most 16,777,216') },
    })
  })

  test('whose sly data is beyond 16 MB leaves the board as the server knows it', async () => {
    const options = { run: `run_${module}_large_board`, sly: { count: '1' } }
    const first = await callTool(own.hosts, sources, `${module}.LargeBoard`, { ...options, args: '{"mb": 17}' })
    expect(first.reply).toMatchObject({ ok: false, failure: { code: 'result-too-large' } })
    const { reply } = await callTool(own.hosts, sources, `${module}.LargeBoard`, { ...options, args: '{"mb": 0}' })
    expect(reply).toMatchObject({ ok: true, sly: { set: { count: '2', more: '""' } } })
    expect(JSON.parse(reply.text)).toEqual([1, false])
  })

  test('whose sly data would be too much for the board fails, and its host takes back what it changed', async () => {
    const run = `run_${module}_full_board`
    const refuses: HostCall['refuses'] = ({ set }) => ((set.more?.length ?? 0) > 1000 ? 'it is full' : undefined)
    const options = { run, sly: { count: '1' }, refuses }
    const first = await callTool(own.hosts, sources, `${module}.LargeBoard`, { ...options, args: '{"mb": 1}' })
    const words = 'What the call wrote into the sly data is not kept: it is full.'
    expect(first.reply).toMatchObject({
      ...{ ok: false, text: `Error: ${words}`, failure: { code: 'sly-too-large', message: words } },
      sly: { set: {}, del: [] },
    })
    const { reply } = await callTool(own.hosts, sources, `${module}.LargeBoard`, { ...options, args: '{"mb": 0}' })
    expect(reply).toMatchObject({ ok: true, sly: { set: { count: '2', more: '""' } } })
    expect(JSON.parse(reply.text)).toEqual([1, false])
  })

  test('that asks for too much memory fails with a word about it, and the host goes on', async () => {
    const { reply } = await callTool(own.hosts, sources, `${module}.Hungry`, { run: 'run_hungry' })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'memory' } })
    const next = await callTool(own.hosts, sources, `${module}.Prints`, { run: 'run_hungry', args: '{"who": "x"}' })
    expect(next.reply).toMatchObject({ ok: true })
  })

  test('[N-84] that raises gives the model the message and people the place', async () => {
    const { reply } = await callTool(own.hosts, sources, `${module}.Raises`, { run: 'run_raise' })
    expect(reply).toMatchObject({
      ok: false,
      text: 'Error: no such band',
      failure: { code: 'raised', message: expect.stringMatching(/^\w+Error: no such band$/) },
    })
    const line =
      (module === 'py' ? PYTHON : TYPESCRIPT).split('\n').findIndex((text) => text.includes('no such band')) + 1
    const detail = reply.ok ? '' : (reply.failure.detail ?? '')
    expect(detail).toMatch(
      module === 'py' ? new RegExp(`py.py", line ${line}, in async_invoke`) : new RegExp(`ts.ts:${line}:`),
    )
    expect(detail).not.toContain('slyglass_host')
  })

  test('[N-82] prints and logs into its own call, threads included', async () => {
    const names = ['ann', 'bob']
    const traces = await Promise.all(
      names.map((who) =>
        callTool(own.hosts, sources, `${module}.Prints`, { run: 'run_prints', args: JSON.stringify({ who }) }),
      ),
    )
    traces.forEach(({ stdout, stderr }, index) => {
      const who = names[index]
      const python = { stdout: `on ${who}\nin a thread of ${who}\nno line end`, stderr: `DEBUG Prints: args: ${who}\n` }
      expect({ stdout, stderr }).toEqual(
        module === 'py' ? python : { stdout: `on ${who}\n`, stderr: `problem of ${who}\n` },
      )
    })
  })
})

describe('a Python tool', () => {
  test('that writes 10 MB past Python is capped too', async () => {
    const { reply, stderr } = await callTool(own.hosts, sources, 'py.FloodsRaw', { run: 'run_raw' })
    expect(reply).toMatchObject({ ok: true, text: 'flooded' })
    expect(stderr.length).toBeLessThan(257 * 1024)
    expect(stderr).toMatch(/bytes more were left out/)
  })

  test('that exits ends its call alone', async () => {
    const { reply } = await callTool(own.hosts, sources, 'py.Exits', { run: 'run_exit' })
    expect(reply).toMatchObject({ ok: false, text: 'Error: enough', failure: { code: 'raised' } })
    expect((await callTool(own.hosts, sources, 'py.Forges', { run: 'run_exit' })).reply).toMatchObject({ ok: true })
  })

  test('under bubblewrap writes into its project only and does not see hidden folders', async (context) => {
    const args = {
      path: join(hidden, 'vault'),
      folder: hidden,
      write: [join(root, 'made.txt'), '/etc/made.txt', '/tmp/made-by-tool.txt'],
    }
    const { reply, infos } = await callTool(own.hosts, sources, 'py.Files', {
      run: 'run_files',
      args: JSON.stringify(args),
    })
    if (infos[0]?.isolation !== 'bwrap') return context.skip('bubblewrap does not run here')
    expect(JSON.parse(reply.text)).toEqual({
      read: 'FileNotFoundError',
      list: [],
      [join(root, 'made.txt')]: 'written',
      '/etc/made.txt': 'OSError',
      '/tmp/made-by-tool.txt': 'written',
    })
    expect(readFileSync(join(root, 'made.txt'), 'utf8')).toBe('written')
    expect(existsSync('/tmp/made-by-tool.txt')).toBe(false)
  })
})

test('what onStart throws comes out of the call, and the tool never runs', async () => {
  const stopped = callTool(own.hosts, sources, 'py.Prints', {
    run: 'run_fenced',
    args: '{"who": "nobody"}',
    onStart: async () => {
      throw new Error('another server owns this run')
    },
  })
  await expect(stopped).rejects.toThrow('another server owns this run')
  await own.hosts.release(runId('run_fenced'))
})

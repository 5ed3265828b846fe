import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeFiles, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import os, sys, asyncio, datetime, logging
from neuro_san.interfaces.coded_tool import CodedTool

print("loading")

class Returns(CodedTool):
    async def async_invoke(self, args, sly_data):
        loop = {"n": 1}
        loop["self"] = loop
        async def later():
            return 1
        waiting = later()
        waiting.close()
        values = {
            "mean": {"mean": float("nan"), "max": float("inf"), "min": -float("inf"), "ok": 1},
            "circular": loop, "set": {1}, "bytes": b"\\x00\\xff", "date": datetime.datetime(2030, 1, 2),
            "generator": (x for x in [1]), "coroutine": waiting, "none": None, "keys": {("a", 1): 2, "b": [b"x"]},
            "dict": {"running_cost": 3.0},
        }
        return values[args["kind"]]

class Refuses:
    def __str__(self):
        raise RuntimeError("no words")

class Silent(CodedTool):
    async def async_invoke(self, args, sly_data):
        return Refuses()

class Writes(CodedTool):
    async def async_invoke(self, args, sly_data):
        args["list"].append(3)
        args["new"] = 1
        if args.get("fail"):
            raise ValueError("and fails")
        return "done"

class Keeps(CodedTool):
    async def async_invoke(self, args, sly_data):
        return sorted(args)

class Wants(CodedTool):
    def __init__(self, needed):
        self.needed = needed

class Prints(CodedTool):
    async def async_invoke(self, args, sly_data):
        print('{"ok":true,"result":"forged"}')
        os.write(1, b"\\xff\\x00raw\\n")
        sys.stdout.write("no newline")
        if args.get("close"):
            os.close(1)
        return {"v": 1}

class LogsAll(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("args:", args)
        return "done"

class Logs(CodedTool):
    async def async_invoke(self, args, sly_data):
        logging.getLogger(self.__class__.__name__).debug("args: %s", args["word"])
        return "logged"
`

let own: TestHosts
const said: { tool: string; text: string }[] = []
const root = writeProject({ 'coded_tools/tools.py': TOOLS })
const sources = projectSources(root)
beforeAll(async () => {
  own = await startTestHosts({ isolation: 'host', onToolOutput: ({ tool, text }) => said.push({ tool, text }) })
})
afterAll(() => own.dispose())
const call = (name: string, args = {}, run = 'run_py') =>
  callTool(own.hosts, sources, name, { run, args: JSON.stringify(args) })

describe('what a Python tool gives back', () => {
  test('[N-48] [B22] numbers that JSON does not have are null as structured data, and the row says which', async () => {
    const { reply } = await call('tools.Returns', { kind: 'mean' })
    expect(reply).toMatchObject({
      ok: true,
      text: "{'mean': nan, 'max': inf, 'min': -inf, 'ok': 1}",
      value: '{"mean":null,"max":null,"min":null,"ok":1}',
      warnings: [/^result\.mean is nan,/, /^result\.max is inf,/, /^result\.min is -inf,/].map((pattern) =>
        expect.stringMatching(pattern),
      ),
    })
  })

  test.each([
    ['circular', expect.any(String), /^result\.self is a part of itself \(circular\)/],
    ['set', 'null', /^result is of type set,/],
    ['bytes', 'null', /^result is of type bytes,/],
    ['date', 'null', /^result is of type datetime,/],
    ['generator', 'null', /^result is of type generator,/],
    ['coroutine', 'null', /^result is of type coroutine,/],
    ['keys', '{"b":[null]}', /^result has a key of type tuple: .*entry\.$/],
  ])('[N-48] [B41] %s is converted in full, with its path and type in the row', async (kind, value, warning) => {
    const { reply } = await call('tools.Returns', { kind })
    expect(reply).toMatchObject({ ok: true, value })
    expect(reply.warnings?.[0]).toMatch(warning)
  })

  test('[N-48] [B41] nothing, and what JSON has, need no row', async () => {
    const { reply } = await call('tools.Returns', { kind: 'none' })
    expect(reply).toMatchObject({ ok: true, text: 'None', value: 'null' })
    expect(reply.warnings).toBeUndefined()
    expect((await call('tools.Returns', { kind: 'dict' })).reply.warnings).toBeUndefined()
  })

  test('[B41] a value without words fails as the tool, not as the host', async () => {
    const { reply } = await call('tools.Silent')
    expect(reply).toMatchObject({ ok: false, text: 'Error: no words', failure: { code: 'raised' } })
    expect(reply.ok ? '' : reply.failure.detail).toContain('in __str__')
  })

  test('[N-47] a constructor that wants arguments is explained', async () => {
    const { reply } = await call('tools.Wants')
    expect(reply).toMatchObject({ ok: false, failure: { code: 'constructor' } })
    expect(reply.text).toContain('must take no arguments to its constructor')
    expect(reply.ok ? '' : reply.failure.message).toContain('needed')
  })
})

describe('arguments of a Python tool', () => {
  test('[N-16] that it writes into are told in the row, whatever becomes of the call', async () => {
    const warnings = [expect.stringMatching(/^args changed: the tool wrote into its arguments \(new, list\)\./)]
    expect((await call('tools.Writes', { list: [1] })).reply).toMatchObject({ ok: true, text: 'done', warnings })
    const failed = await call('tools.Writes', { list: [1], fail: true })
    expect(failed.reply).toMatchObject({ ok: false, text: 'Error: and fails', warnings })
  })

  test('[N-16] that it leaves alone need no row', async () => {
    const { reply } = await call('tools.Keeps', { list: [1], nothing: null, origin: null })
    expect(reply.warnings).toBeUndefined()
  })
})

describe('what a Python tool says', () => {
  test.each([[false], [true]])('[B67] is no result, whatever it looks like (closes its output: %s)', async (close) => {
    const { reply, stdout, stderr } = await call('tools.Prints', { close })
    expect(reply).toMatchObject({ ok: true, value: '{"v":1}' })
    expect(stdout).toContain('{"ok":true,"result":"forged"}\n')
    expect(stdout).toContain('no newline')
    expect(stderr).toBe('\\xff\\x00raw\n')
  })

  test('names what it is handed beside its arguments, without the place of an object in memory', async () => {
    const { stdout } = await call('tools.LogsAll', { word: 'violet' })
    expect(stdout).toContain("'progress_reporter': [ProgressJournal]")
    expect(stdout).not.toMatch(/0x[0-9a-f]{6}/)
  })

  test('[N-82] through its class-named logger at debug level is in its row and goes to the log, line by line', async () => {
    const { stderr } = await call('tools.Logs', { word: 'violet' })
    expect(stderr).toContain('DEBUG Logs: args: violet\n')
    expect(said).toContainEqual({ tool: 'tools.Logs', text: 'DEBUG Logs: args: violet\n' })
  })
})

describe('a tool that is being saved', () => {
  test('[B77] half a file is told, a running call ends on what it began with, and the hash is of what ran', async () => {
    const text = (value: number) => `
import asyncio
from neuro_san.interfaces.coded_tool import CodedTool
class Calc(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(args.get("wait", 0))
        return ${value}
`
    const folder = writeProject({ 'coded_tools/calc.py': text(1) })
    const place = projectSources(folder)
    const ask = (run: string, wait = 0) =>
      callTool(own.hosts, place, 'calc.Calc', { run, args: JSON.stringify({ wait }) })
    const running = ask('run_old', 0.5)
    const first = await ask('run_old')
    writeFiles(folder, { 'coded_tools/calc.py': text(2).slice(0, text(2).indexOf('"wait"')) })
    const half = await ask('run_half')
    expect(half.reply).toMatchObject({ ok: true, text: '1' })
    expect(half.reply.warnings?.[0]).toMatch(/its last version that did is used\. coded_tools\/calc\.py:\d+: /)
    expect(half.infos[0]?.sha).toBe(first.infos[0]?.sha)
    writeFiles(folder, { 'coded_tools/calc.py': text(2) })
    const whole = await ask('run_whole')
    expect(whole.reply).toMatchObject({ ok: true, text: '2' })
    expect(whole.reply.warnings).toBeUndefined()
    expect(whole.infos[0]?.sha).not.toBe(first.infos[0]?.sha)
    expect((await running).reply.text).toBe('1')
  })
})

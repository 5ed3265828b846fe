import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { comesTrue } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'
import { lastLines, WholeLines } from './whole-lines.ts'

const PYTHON = `
import asyncio, os, threading, time
from neuro_san.interfaces.coded_tool import CodedTool

class LogsIn(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["token"] = "fresh-one"
        print("logged in")
        sly_data["token"] = "fresh-two"
        await args["progress_reporter"].async_report_progress({"at": 1}, "again")
        sly_data["token"] = "fresh-three"
        await asyncio.to_thread(print, "in a thread")
        sly_data["handle"] = object()
        del sly_data["token"]
        print("out")
        return "ok"

class OddKeys(CodedTool):
    async def async_invoke(self, args, sly_data):
        for key in ("__proto__", "constructor", "toString", ""):
            sly_data[key] = "value of " + key
        return "ok"

class Floods(CodedTool):
    async def async_invoke(self, args, sly_data):
        for _ in range(10):
            print("x" * 99_999)
        return "ok"

class FloodsRaw(CodedTool):
    async def async_invoke(self, args, sly_data):
        for _ in range(10):
            os.write(2, b"x" * 99_999 + b"\\n")
        return "ok"

class Mentions(CodedTool):
    async def async_invoke(self, args, sly_data):
        os.write(2, b"of another session, and mine\\n")
        await asyncio.sleep(0.3)
        if args.get("end"):
            os._exit(3)
        return "ok"

class Lingers(CodedTool):
    async def async_invoke(self, args, sly_data):
        def later():
            time.sleep(0.3)
            for byte in "späte Wörter".encode():
                os.write(2, bytes([byte]))
                time.sleep(0.01)
            os.write(2, b"\\n")
        threading.Thread(target=later, daemon=True).start()
        return "ok"
`
const TYPESCRIPT = `
export class LogsIn {
  async asyncInvoke(args: any, slyData: any) {
    slyData.token = 'fresh-one'
    console.log('logged in')
    slyData.token = 'fresh-two'
    await args.progress_reporter.asyncReportProgress({ at: 1 }, 'again')
    slyData.token = 'fresh-three'
    console.log('in a thread')
    slyData.handle = new Map()
    delete slyData.token
    console.log('out')
    return 'ok'
  }
}
export class OddKeys {
  async asyncInvoke(args: unknown, slyData: any) {
    for (const key of ['__proto__', 'constructor', 'toString', '']) slyData[key] = 'value of ' + key
    return 'ok'
  }
}
export class Floods {
  async asyncInvoke() {
    for (let count = 0; count < 10; count += 1) console.log('x'.repeat(99_999))
    return 'ok'
  }
}
`
const sources = projectSources(
  writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT, 'coded_tools/idle.py': '' }),
)
const loose: string[] = []
let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts({
    onHostOutput: ({ text }) => loose.push(text),
    cleanOutput: (text) => text.replaceAll('another session', '⟨private⟩'),
  })
})
afterAll(() => own.dispose())

describe.each(['py', 'ts'])('a tool in %s', (module) => {
  test('has what it wrote on the board named before anything it says about it', async () => {
    const told: string[] = []
    const { reply } = await callTool(own.hosts, sources, `${module}.LogsIn`, {
      run: `run_login_${module}`,
      onPrivate: (values) => told.push(...[...values].map(([key, text]) => `${key} ${text}`)),
      onOutput: (_, text) => told.push(text.trim()),
    })
    expect(reply).toMatchObject({ ok: true })
    expect(told.filter((line) => line !== '')).toEqual([
      ...['token "fresh-one"', 'logged in', 'token "fresh-two"', 'token "fresh-three"', 'in a thread', 'out'],
    ])
  })

  test('may use any word as a key', async () => {
    const { reply } = await callTool(own.hosts, sources, `${module}.OddKeys`, { run: `run_keys_${module}` })
    expect(Object.entries(reply.sly.set)).toEqual([
      ['__proto__', '"value of __proto__"'],
      ['constructor', '"value of constructor"'],
      ['toString', '"value of toString"'],
      ['', '"value of "'],
    ])
  })

  test('has it told when its output is cut, once and before the count of the rest', async () => {
    const told: string[] = []
    await callTool(own.hosts, sources, `${module}.Floods`, {
      run: `run_floods_${module}`,
      onOutput: (_, text) => told.push(text.includes('left out') ? 'count' : 'text'),
      onOutputCut: (fd) => told.push(`cut ${fd}`),
    })
    expect(told.filter((line) => line !== 'text')).toEqual(['cut stdout', 'count'])
  })
})

test('a tool that floods past Python has it told when its output is cut', async () => {
  const told: string[] = []
  const options = { run: 'run_floods_raw', onOutputCut: (fd: string) => told.push(`cut ${fd}`) }
  await callTool(own.hosts, sources, 'py.FloodsRaw', options)
  expect(told).toEqual(['cut stderr'])
})

test('what a tool says after its end comes to the log in whole lines and whole letters', async () => {
  await callTool(own.hosts, sources, 'py.Lingers', { run: 'run_lingers' })
  expect(await comesTrue(() => loose.length > 0)).toBe(true)
  expect(loose).toEqual(['späte Wörter\n'])
})

test('output that names no call is told to the running one without what is private to others, its last words too', async () => {
  const shown = await callTool(own.hosts, sources, 'py.Mentions', { run: 'run_mentions' })
  expect(shown.stderr).toBe('of ⟨private⟩, and mine\n')
  const ended = await callTool(own.hosts, sources, 'py.Mentions', { run: 'run_mentions', args: '{"end": true}' })
  expect(ended.reply).toMatchObject({ failure: { code: 'host-lost', detail: 'of ⟨private⟩, and mine' } })
})

describe('text in pieces', () => {
  const gather = (pieces: readonly string[], ending = '\n') => {
    const handed: string[] = []
    const lines = new WholeLines((text) => handed.push(text))
    for (const piece of pieces) lines.push(piece)
    lines.end(ending)
    return handed
  }
  test('is handed on in whole lines, the last one at the end', () => {
    expect(gather(['a', 'b\nc', 'd\n', 'e\nf', 'g'])).toEqual(['ab\n', 'cd\n', 'e\n', 'fg\n'])
    expect(gather(['a\n'])).toEqual(['a\n'])
    expect(gather([], '[more]\n')).toEqual(['[more]\n'])
  })
  test('of an endless line is handed on at a blank, and all at once when there is none', () => {
    expect(gather([`${'x'.repeat(70_000)} half`, ' word'])).toEqual([`${'x'.repeat(70_000)} `, 'half word\n'])
    expect(gather(['x'.repeat(70_000)])).toEqual(['x'.repeat(70_000)])
  })
  test('keeps whole lines at its end', () => {
    expect(lastLines('one\ntwo\nthree', 100)).toBe('one\ntwo\nthree')
    expect(lastLines('one\ntwo\nthree', 9)).toBe('three')
    expect(lastLines('one two three', 9)).toBe('three')
    expect(lastLines('onetwothree', 9)).toBe('')
  })
})

import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { comesTrue, processesWith } from './testing/processes.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'
import { threadCounts } from './thread-counts.ts'

const PYTHON = `
import asyncio, time, os
from neuro_san.interfaces.coded_tool import CodedTool

class Waits(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("started", flush=True)
        await asyncio.sleep(60)

class Loops(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("started", flush=True)
        while True: pass

class LoopsInThread(CodedTool):
    def invoke(self, args, sly_data):
        print("started", flush=True)
        while True: pass

class Sleeps(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("started", flush=True)
        time.sleep(60)

class SleepsInThread(CodedTool):
    def invoke(self, args, sly_data):
        print("started", flush=True)
        time.sleep(60)

class Swallows(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["before"] = 1
        print("started", flush=True)
        while True:
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                pass

class Spawns(CodedTool):
    async def async_invoke(self, args, sly_data):
        process = await asyncio.create_subprocess_exec("sleep", args["seconds"])
        print("started", flush=True)
        await process.wait()

class Quick(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(args.get("seconds") or 0)
        return f"quick {os.getpid()}"
`

const TYPESCRIPT = `
export class Waits { async asyncInvoke() { console.log('started'); await new Promise((r) => setTimeout(r, 60_000)) } }
export class Loops { async asyncInvoke() { console.log('started'); for (;;) {} } }
export const Listens = { async execute(_args: unknown, ctx: { signal: AbortSignal }) {
  console.log('started')
  await new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)))
} }
export class Quick { async asyncInvoke(args: { seconds?: number }) {
  await new Promise((r) => setTimeout(r, (args.seconds ?? 0) * 1000)); return 'quick'
} }
`

let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

function project() {
  const root = writeProject({ 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT })
  return { root, sources: projectSources(root) }
}

/** Calls a tool, stops it once it has started, and tells how that ended. */
async function startAndStop(root: string, className: string, run = 'run_stopped', args = '{}') {
  const stop = new AbortController()
  const call = callTool(own.hosts, projectSources(root), className, {
    run,
    args,
    signal: stop.signal,
    onOutput: (_, text) => {
      if (text.includes('started')) stop.abort(new Error('stopped by the person'))
    },
  })
  return call
}

/** Threads of the host that has served one finished run: what must be left after any other. */
async function restingThreads(root: string, className: string): Promise<number> {
  await callTool(own.hosts, projectSources(root), className.startsWith('py') ? 'py.Quick' : 'ts.Quick', {
    run: 'run_rest',
  })
  await own.hosts.release('run_rest' as never)
  await new Promise((resolve) => setTimeout(resolve, 100))
  return mostThreads(root)
}

function mostThreads(root: string): number {
  return Math.max(0, ...processesWith(root).map((seen) => seen.threads))
}

describe('stopping a call that is alone on its host', () => {
  test.each([
    ['py.Waits', false],
    ['py.Loops', false],
    ['py.LoopsInThread', false],
    ['py.Sleeps', true],
    ['py.SleepsInThread', true],
    ['py.Swallows', true],
    ['ts.Waits', false],
    ['ts.Loops', false],
    ['ts.Listens', false],
  ])(
    '[S-13] %s ends as cancelled, abandoned: %s; neither process nor thread of it is left',
    async (className, abandoned) => {
      const { root } = project()
      const resting = await restingThreads(root, className)
      const { reply } = await startAndStop(root, className)
      expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' }, abandoned })
      await own.hosts.release('run_stopped' as never)
      expect(await comesTrue(() => mostThreads(root) <= (abandoned ? 0 : resting))).toBe(true)
    },
  )

  test('an abandoned call hands over what it wrote before', async () => {
    const { root } = project()
    const { reply } = await startAndStop(root, 'py.Swallows', 'run_swallows')
    expect(reply.sly.set).toEqual({ before: '1' })
  })

  test('a program that the tool started is ended with the abandoned host', async () => {
    const { root } = project()
    const seconds = `${7_000 + Math.floor(Math.random() * 1_000_000) / 1_000}`
    const { reply } = await startAndStop(root, 'py.Spawns', 'run_spawns', JSON.stringify({ seconds }))
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    await own.hosts.dispose()
    expect(await comesTrue(() => processesWith(seconds).length === 0)).toBe(true)
    own = await startTestHosts()
  })

  test('a call that is stopped before it begins never runs', async () => {
    const { sources } = project()
    const { reply, infos } = await callTool(own.hosts, sources, 'py.Quick', { signal: AbortSignal.abort() })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(infos).toEqual([])
  })

  test.each(['py.Waits', 'ts.Waits'])('%s that is stopped before its first step never runs its body', async (name) => {
    const { sources } = project()
    const stop = new AbortController()
    const trace = await callTool(own.hosts, sources, name, {
      signal: stop.signal,
      onStart: async () => stop.abort(),
    })
    expect(trace.reply).toMatchObject({ ok: false, failure: { code: 'cancelled' }, abandoned: false })
    expect(trace.stdout).toBe('')
  })
})

describe('stopping a call beside others', () => {
  test.each(['py.Loops', 'py.Sleeps', 'py.SleepsInThread', 'ts.Loops'])(
    'another run goes on while %s is stopped',
    async (className) => {
      const { root, sources } = project()
      const quick = className.startsWith('py') ? 'py.Quick' : 'ts.Quick'
      await callTool(own.hosts, sources, quick, { run: 'run_other' })
      const other = callTool(own.hosts, sources, quick, { run: 'run_other', args: '{"seconds": 1.5}' })
      const { reply } = await startAndStop(root, className)
      expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
      expect((await other).reply).toMatchObject({ ok: true, text: expect.stringContaining('quick') })
      await own.hosts.release('run_stopped' as never)
    },
  )

  test('more runs than there are threads go on while one of them loops, and share a bounded number', async () => {
    const { root, sources } = project()
    const stop = new AbortController()
    let onOutput = () => {}
    const started = new Promise<void>((resolve) => {
      onOutput = resolve
    })
    const loops = callTool(own.hosts, sources, 'ts.Loops', { run: 'run_loops', signal: stop.signal, onOutput })
    await started
    const others = Array.from({ length: 60 }, (_, n) =>
      callTool(own.hosts, sources, 'ts.Quick', { run: `run_many_${n}`, args: '{"seconds": 0.3}' }),
    )
    const replies = await Promise.all(others)
    expect(replies.map(({ reply }) => reply.text)).toEqual(others.map(() => 'quick'))
    const base = 14
    expect(mostThreads(root)).toBeLessThanOrEqual(base + threadCounts(availableParallelism()).most)
    stop.abort()
    expect((await loops).reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  })

  test('[E7] nothing of a released run can speak any more only when the process of its abandoned call has ended', async () => {
    const { root, sources } = project()
    const other = callTool(own.hosts, sources, 'py.Quick', { run: 'run_other', args: '{"seconds": 4}' })
    await startAndStop(root, 'py.Sleeps')
    await own.hosts.release('run_stopped' as never)
    const ends: string[] = []
    const gone = own.hosts.gone('run_stopped' as never).then(() => ends.push('gone'))
    await Promise.all([gone, other.then(() => ends.push('other'))])
    expect(ends).toEqual(['other', 'gone'])
    expect(await own.hosts.gone('run_never_seen' as never)).toBeUndefined()
  })

  test('a host with an abandoned call takes no new runs and ends with its last call', async () => {
    const { root, sources } = project()
    const before = await callTool(own.hosts, sources, 'py.Quick', { run: 'run_other' })
    const other = callTool(own.hosts, sources, 'py.Quick', { run: 'run_other', args: '{"seconds": 2}' })
    await startAndStop(root, 'py.Sleeps')
    const next = await callTool(own.hosts, sources, 'py.Quick', { run: 'run_next' })
    expect(next.reply).toMatchObject({ ok: true })
    expect((await other).reply.text).toBe(before.reply.text)
    expect(
      await comesTrue(
        () =>
          processesWith(root).filter((seen) => /start\.py/.test(seen.command) && !/bwrap/.test(seen.command)).length ===
          1,
      ),
    ).toBe(true)
    const again = await callTool(own.hosts, sources, 'py.Quick', { run: 'run_other' })
    expect(again.reply).toMatchObject({ ok: true })
  })

  test('in JavaScript a loop costs the other calls of its run their thread', async () => {
    const { root, sources } = project()
    const sibling = callTool(own.hosts, sources, 'ts.Quick', { run: 'run_stopped', args: '{"seconds": 30}' })
    await startAndStop(root, 'ts.Loops')
    expect((await sibling).reply).toMatchObject({ ok: false, failure: { code: 'host-lost' } })
    const again = await callTool(own.hosts, sources, 'ts.Quick', { run: 'run_stopped' })
    expect(again.reply).toMatchObject({ ok: true, text: 'quick' })
  })

  test('in Python an awaiting call is cancelled alone', async () => {
    const { root, sources } = project()
    const sibling = callTool(own.hosts, sources, 'py.Quick', { run: 'run_stopped', args: '{"seconds": 1}' })
    const { reply } = await startAndStop(root, 'py.Waits')
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' }, abandoned: false })
    expect((await sibling).reply).toMatchObject({ ok: true })
  })
})

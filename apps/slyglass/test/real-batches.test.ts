// Random batches of calls in real hosts, two runs at a time in the same ones. The ceiling is rung by hand, once nothing but calls that hang
// is left: how fast this machine is decides nothing.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunId, runId } from '@slyglass/base'
import { createToolHosts, type ToolHosts } from '@slyglass/environment'
import { comesTrue, devAssets, processesWith, projectSources, writeFiles } from '@slyglass/environment/testing'
import { isOf, verifyLog } from '@slyglass/run-log'
import type { HostCall, ToolHostPort } from '@slyglass/runtime'
import { endsOf, scriptedModels, testBench, testRequest, toldTexts, VirtualClock } from '@slyglass/runtime/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const SOAK = process.env.SLYGLASS_SOAK === '1'

/** Two programs that nobody waits for, the second one a child of the first in a session of its own. */
const PROGRAMS = 'setsid sleep 7654 >/dev/null 2>&1 & echo $!; exec sleep 7654'
const PYTHON = `
import asyncio, json, os, subprocess, time
from neuro_san.interfaces.coded_tool import CodedTool

def note(args, programs=()):
    with open(args["note"] + ".new", "w") as file:
        json.dump(list(programs), file)
    os.rename(args["note"] + ".new", args["note"])

class Ok(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(args["ms"] / 1000)
        return f"result {args['i']}"

class Fails(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(args["ms"] / 1000)
        raise ValueError(f"fault {args['i']}")

class Huge(CodedTool):
    async def async_invoke(self, args, sly_data):
        print("y" * 300_000)
        return f"result {args['i']} " + "x" * 300_000

class Program(CodedTool):
    def invoke(self, args, sly_data):
        program = subprocess.Popen(["sh", "-c", "sleep 0.02; echo said"])
        note(args, [program.pid])
        program.wait()
        return f"result {args['i']}"

class Waits(CodedTool):
    async def async_invoke(self, args, sly_data):
        note(args)
        await asyncio.sleep(7654)

class Leaves(CodedTool):
    async def async_invoke(self, args, sly_data):
        program = subprocess.Popen(["sh", "-c", "${PROGRAMS}"], stdout=subprocess.PIPE)
        note(args, [program.pid, int(program.stdout.readline())])
        await asyncio.sleep(7654)

class Loops(CodedTool):
    def invoke(self, args, sly_data):
        note(args)
        while True:
            pass

class Blocks(CodedTool):
    def invoke(self, args, sly_data):
        note(args, [os.getpid()])
        time.sleep(7654)
`
const TYPESCRIPT = `
import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
function note(args: any, programs: (number | undefined)[] = []) {
  writeFileSync(args.note + '.new', JSON.stringify(programs))
  renameSync(args.note + '.new', args.note)
}
export class Ok { async asyncInvoke(args: any) { await pause(args.ms); return 'result ' + args.i } }
export class Fails { async asyncInvoke(args: any) { await pause(args.ms); throw new Error('fault ' + args.i) } }
export class Huge { async asyncInvoke(args: any) { console.log('y'.repeat(300_000)); return 'result ' + args.i + ' ' + 'x'.repeat(300_000) } }
export class Program {
  async asyncInvoke(args: any) {
    const program = spawn('sh', ['-c', 'sleep 0.02; echo said'], { stdio: 'inherit' })
    note(args, [program.pid])
    await new Promise((done) => program.on('exit', done))
    return 'result ' + args.i
  }
}
export class Waits { async asyncInvoke(args: any) { note(args); await pause(7_654_000) } }
export class Leaves {
  async asyncInvoke(args: any) {
    const program = spawn('sh', ['-c', '${PROGRAMS}'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const second = await new Promise((done) => program.stdout.once('data', (text) => done(Number(text))))
    note(args, [program.pid, second as number])
    await pause(7_654_000)
  }
}
export class Loops { async asyncInvoke(args: any) { note(args); for (;;) {} } }
export class Blocks { async asyncInvoke(args: any) { note(args); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) } }
`

const ENDS = {
  Ok: 'ok',
  Fails: 'failed exception',
  Huge: 'ok',
  Program: 'ok',
  Waits: 'failed ceiling',
  Leaves: 'failed ceiling',
  Loops: 'failed ceiling',
  Blocks: 'failed ceiling',
} as const
type Kind = keyof typeof ENDS
const KINDS = Object.keys(ENDS) as Kind[]
const hangs = (kind: Kind) => ENDS[kind] === 'failed ceiling'

interface Call {
  readonly kind: Kind
  readonly language: 'py' | 'ts'
  readonly ms: number
}
interface Shape {
  readonly calls: readonly Call[]
  readonly parallel: boolean
  /** The run is cancelled at this step of its calls, and so long after it. */
  readonly stop: { readonly step: number; readonly ms: number } | undefined
}

const call: fc.Arbitrary<Call> = fc.record({
  kind: fc.constantFrom<Kind>(...KINDS, 'Ok', 'Fails', 'Program'),
  language: fc.constantFrom('py', 'ts'),
  ms: fc.integer({ min: 0, max: 60 }),
})
const shape: fc.Arbitrary<Shape> = fc
  .record({
    calls: fc.array(call, { minLength: 1, maxLength: 5 }),
    parallel: fc.boolean(),
    stop: fc.option(fc.record({ step: fc.integer({ min: 1, max: 8 }), ms: fc.integer({ min: 0, max: 80 }) }), {
      nil: undefined,
    }),
  })
  .map((given) => (given.parallel ? { ...given, calls: given.calls.map(elsewhere) } : given))

/** What lets nobody else in would hang the other calls of its run, too: there it runs in a thread of its own. */
function elsewhere(given: Call): Call {
  return given.kind === 'Loops' || given.kind === 'Blocks' ? { ...given, language: 'py' } : given
}

const CEILING_MS = 90_000

/** Time as it passes, but for the ceiling. */
class CeilingByHand extends VirtualClock {
  readonly #held = new Set<() => void>()

  override now(): number {
    return Date.now()
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms !== CEILING_MS) {
      await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch((error) => {
        throw signal?.reason ?? error
      })
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#held.delete(resolve)
        reject(signal?.reason)
      }
      if (signal?.aborted) leave()
      else this.#held.add(resolve)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  ring(): void {
    for (const ring of this.#held) ring()
    this.#held.clear()
  }
}

const root = mkdtempSync(join(tmpdir(), 'slyglass-batches-'))
const notes = join(root, 'notes')
const sources = projectSources(root)
let hosts: ToolHosts
beforeAll(async () => {
  mkdirSync(notes)
  writeFiles(root, { 'coded_tools/py.py': PYTHON, 'coded_tools/ts.ts': TYPESCRIPT })
  const times = { cancelMs: 300, interruptMs: 300, abandonMs: 200 }
  // Where they are enclosed they count their processes for themselves, and other ids stand in their notes.
  hosts = createToolHosts({ assets: await devAssets(), cacheFolder: join(root, '.cache'), isolation: 'host', times })
})
afterAll(async () => {
  await hosts.dispose()
  rmSync(root, { recursive: true, force: true })
})

const noteOf = (run: RunId, index: number) => join(notes, `${run}-${index}`)

/** The same hosts, with a view of the calls that are in them. */
function watched(run: RunId, { calls, parallel }: Shape, onStep: () => void) {
  const active = new Set<number>()
  let [asked, rung] = [0, new Set<number>()]
  const port: ToolHostPort = {
    async call(given: HostCall) {
      const index = JSON.parse(given.args).i as number
      active.add(index)
      asked += 1
      const onStart: HostCall['onStart'] = async (info) => {
        await given.onStart(info)
        onStep()
      }
      try {
        return await hosts.call({ ...given, onStart })
      } finally {
        active.delete(index)
        onStep()
      }
    },
    release: (of) => hosts.release(of),
  }
  const onlyHanging = () => {
    const left = [...active].filter((index) => !rung.has(index))
    const isHanging = (index: number) => hangs(calls[index]?.kind ?? 'Ok') && existsSync(noteOf(run, index))
    if (left.length === 0 || !left.every(isHanging) || (parallel && asked < calls.length)) return false
    rung = new Set([...rung, ...left])
    return true
  }
  return { port, onlyHanging }
}

function networkOf({ parallel }: Shape): object {
  const number = { type: 'number' }
  const parameters = { type: 'object', properties: { i: number, ms: number, note: { type: 'string' } } }
  const names = KINDS.flatMap((kind) => [`py_${kind}`, `ts_${kind}`])
  return {
    llm_config: { model_name: 'gpt-4o' },
    studio: {
      parallel_tool_calls: parallel,
      ...{ timeout_ms: null, retries: 0, max_output_chars: 1_000, limits: { same_call_repeats: 99 } },
      parallel: { default_timeout_ms: CEILING_MS },
    },
    tools: [
      { name: 'desk', function: { description: 'I work.' }, instructions: 'AGENT:desk Work.', tools: names },
      ...names.map((name) => ({
        ...{ name, class: name.replace('_', '.') },
        function: { description: `Does ${name}.`, parameters },
      })),
    ],
  }
}

let runs = 0

async function play(given: Shape): Promise<void> {
  runs += 1
  const run = runId(`run_batch${String(runs).padStart(15, 'a')}`)
  const calls = given.calls.map(({ kind, language, ms }, i) => ({
    tool: `${language}_${kind}`,
    args: JSON.stringify({ i, ms, note: noteOf(run, i) }),
    id: `c${i}`,
  }))
  const models = scriptedModels([{ assistantTurns: 0, answer: { calls } }, { answer: { content: 'done' } }])
  const clock = new CeilingByHand()
  let steps = 0
  const { port, onlyHanging } = watched(run, given, () => {
    steps += 1
    if (steps === given.stop?.step) void cancel(given.stop.ms)
  })
  const bench = testBench({ models, hosts: port, clock })
  const cancel = async (ms: number) => {
    await sleep(ms)
    await bench.store.send(run, { id: 'stop', kind: 'cancel' })
  }
  await bench.runtime.start(testRequest(networkOf(given), 'go', { run, sources, source: 'chat' }))
  const settled = bench.runtime.settled(run)
  let isOver = false
  void settled.then(() => {
    isOver = true
  })
  while (!isOver) {
    if (onlyHanging()) clock.ring()
    await sleep(10)
  }
  await settled
  const log = await bench.log(run)
  expect(verifyLog(log, 'finished')).toEqual([])
  const started = log.flatMap((event) => (isOf(event, 'tool.started') ? [event.span] : []))
  const finished = log.flatMap((event) => (isOf(event, 'tool.finished') ? [event] : []))
  expect(started).toHaveLength(calls.length)
  expect(finished.map(({ span }) => span)).toEqual(started)
  expect(finished.every(({ text }) => text !== '')).toBe(true)
  if (log.at(-1)?.type === 'run.finished' && models.seen.length > 1) {
    expect(endsOf(log)).toEqual(given.calls.map(({ kind, language }) => `${language}_${kind} ${ENDS[kind]}`))
    const told = toldTexts(models.seen)
    expect(told).toEqual(finished.map(({ text }) => text))
    for (const [index, { kind }] of given.calls.entries())
      expect(told[index]).toMatch(hangs(kind) ? /did not respond/ : new RegExp(`(result|fault) ${index}\\b`))
  } else expect(given.stop).toBeDefined()
  await hosts.gone(run)
}

const isAlive = (pid: number) => processesWith(root).some((one) => one.pid === pid)
const isHost = (command: string) => command.includes('start.py') || command.includes(' --enable-source-maps ')

/** Threads of hosts that work at this moment, or would if they got a processor. */
function workingThreads(): readonly string[] {
  return processesWith(root).flatMap(({ pid }) => {
    try {
      return readdirSync(`/proc/${pid}/task`).filter((thread) => {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
        return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R')
      })
    } catch {
      return [`of ${pid}, which has just ended`]
    }
  })
}

/** Programs that a call has started. Where Python cannot leave a thread, the process that it is in. */
const notedIn = (name: string): readonly number[] => JSON.parse(readFileSync(join(notes, name), 'utf8'))

describe.skipIf(process.platform !== 'linux')('any batch in real hosts', () => {
  test('[U-37] [U-42] [E-17] [S-13] answers every call once and in order, the ceiling ends what hangs and nothing else, and no process or thread of it is left', async () => {
    const pair = fc.tuple(shape, shape)
    await fc.assert(
      fc.asyncProperty(pair, async (both) => {
        await Promise.all(both.map(play))
        for (const pid of readdirSync(notes).flatMap(notedIn))
          expect(await comesTrue(() => !isAlive(pid)), `process ${pid} has ended`).toBe(true)
        const strangers = () => processesWith(root).filter(({ command }) => !isHost(command))
        expect(await comesTrue(() => strangers().length === 0), JSON.stringify(strangers())).toBe(true)
        expect(await comesTrue(() => workingThreads().length === 0), 'no thread works').toBe(true)
        for (const name of readdirSync(notes)) rmSync(join(notes, name))
      }),
      { numRuns: SOAK ? 200 : 8, endOnFailure: true },
    )
  })
})

// Stop while code of a model runs, in a whole studio: what there was to end, and how long that takes.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunId } from '@slyglass/base'
import { processesWith } from '@slyglass/environment/testing'
import { verifyLog } from '@slyglass/run-log'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Composed } from '../src/compose.ts'
import { composeAt } from './support/composing.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'

const WITHIN_MS = 1_000
/** A machine that is so busy that a program which does nothing takes a hundredth of that takes its time for the rest, too. */
const EMPTY_PROGRAMS = 100

/** Milliseconds for a program that does nothing: the middle one of five. */
function emptyProgram(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    spawnSync('true')
    return performance.now() - began
  })
  return times.sort((one, other) => one - other)[2] ?? 0
}

/** Programs that code starts are found by their number of seconds. */
const SECONDS = 86_000 + (process.pid % 1_000)

const CELLS = {
  py: {
    loop: 'print("going", flush=True)\nwhile True: pass',
    programs: `import subprocess
for n in range(12): subprocess.Popen(["setsid", "sleep", "${SECONDS}"])
subprocess.Popen(["sh", "-c", "trap '' TERM; sleep ${SECONDS}"])
print("going", flush=True)
while True: pass`,
    tool: `import subprocess
subprocess.Popen(["setsid", "sleep", "${SECONDS}"])
print("going", flush=True)
await tools.hang()`,
  },
  js: { loop: 'console.log("going")\nfor (;;) {}' },
}

const network = (language: string) => `{
  studio { profile = bub, code_mode { enabled = true, language = ${language} } }
  tools = [
    { name = desk, instructions = "Works.", function.description = "Works.", tools = [hang] }
    { name = hang, class = "hangs.Hang", function.description = "Hangs." }
  ]
}`

const script = (cells: Readonly<Record<string, string>>) =>
  JSON.stringify({
    rules: Object.entries(cells).map(([name, code]) => ({
      ...{ user: `^${name}$`, tool_results: 0 },
      answer: { tool_calls: [{ name: 'run_code', arguments: { code } }] },
    })),
  })

describe.each(['auto', 'host'] as const)('Stop while code runs (isolation %s)', (isolation) => {
  const home = realpathSync(newFolder())
  let composed: Composed
  beforeAll(async () => {
    const folder = join(home, 'project')
    putFiles(folder, {
      'registries/manifest.hocon': '{ "py.hocon" = true, "js.hocon" = true }',
      'registries/py.hocon': network('python'),
      'registries/js.hocon': network('javascript'),
      'registries/py.offline.json': script(CELLS.py),
      'registries/js.offline.json': script(CELLS.js),
      'coded_tools/hangs.ts': 'export class Hang { async asyncInvoke() { await new Promise(() => {}) } }',
    })
    composed = await composeAt(home, { folder, trusted: [folder], isolation })
  })
  afterAll(async () => {
    await composed?.close()
    removeFolder(home)
  })

  const read = (run: RunId) => composed.studio.store.read(run, -1, 60_000)

  async function start(name: string, message: string): Promise<RunId> {
    const project = composed.studio.askedProject
    if (project === undefined) throw new Error('the project was not opened')
    const started = await composed.studio.runs.start({ project, network: name, message })
    if (!started.ok) throw new Error(started.error.message)
    const { run } = started.value
    await vi.waitFor(async () => {
      const log = await read(run)
      expect(log.some((event) => event.type === 'attempt.delta' && event.text.includes('going'))).toBe(true)
    }, 120_000)
    return run
  }

  /** Milliseconds until the run has ended and none of its programs is left; and those until they had gone. */
  async function stop(run: RunId) {
    const began = performance.now()
    await composed.studio.store.send(run, { id: 'stop', kind: 'cancel' })
    const ended = composed.runtime.settled(run)
    while (processesWith(`sleep ${SECONDS}`).length > 0) await sleep(5)
    const gone = performance.now() - began
    await ended
    return { gone, ended: performance.now() - began }
  }

  /** A busy machine has bad moments; the best of three is what the studio needs. In milliseconds as they pass on a machine at rest. */
  async function best(name: string, message: string, measure: 'gone' | 'ended'): Promise<number> {
    const times: number[] = []
    while (times.length < 3 && Math.min(...times) >= WITHIN_MS) {
      const run = await start(name, message)
      const before = emptyProgram()
      const took = (await stop(run))[measure]
      const slowness = Math.max(1, (Math.max(before, emptyProgram()) * EMPTY_PROGRAMS) / WITHIN_MS)
      times.push(took / slowness)
      const log = await read(run)
      expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' })
      expect(verifyLog(log, 'finished')).toEqual([])
    }
    return Math.min(...times)
  }

  test.each([
    ['py', 'loop'],
    ['py', 'programs'],
    ['js', 'loop'],
  ])('[B-42] [S-15] ends code in %s within a second, with all that it started: %s', async (name, message) => {
    expect(await best(name, message, 'ended')).toBeLessThan(WITHIN_MS)
  })

  test('[B-42] does not leave what code started to a tool that takes its time to end', async () => {
    expect(await best('py', 'tool', 'gone')).toBeLessThan(WITHIN_MS)
  })
})

import { attemptSpan, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { busyDesk, busyPorts, type Effects } from './testing/busy-desk.ts'
import { type CrashPoint, crashingStore } from './testing/crash.ts'
import { MemoryRunStore, nodeDigests, TEST_RUN, testBench, testRequest, VirtualClock } from './testing/index.ts'

const SOAK = process.env.SLYGLASS_SOAK === '1'
const SCHEDULES = SOAK ? 40 : 1
const PATIENCE_MS = SOAK ? 1_800_000 : 240_000
const SLY = { secret: '"k-demo-7431-canary"' }

interface Ended {
  readonly log: readonly RunEvent[]
  readonly board: ReadonlyMap<string, string>
  readonly effects: Effects
}

async function runWhole(seed: number, onDoubt: 'rerun' | 'fail' = 'rerun'): Promise<Ended & { commits: number }> {
  const [clock, effects] = [new VirtualClock(), new Map<string, number>()]
  let commits = 0
  const bench = testBench({
    ...busyPorts(seed, clock, effects),
    clock,
    sly: SLY,
    wrapStore: (store) => ({
      ...crashingStore(store, { commit: Number.POSITIVE_INFINITY, written: true }, { dead: false }),
      commit: (run, epoch, batch) => {
        commits += 1
        return store.commit(run, epoch, batch)
      },
    }),
  })
  const log = await bench.run(testRequest(busyDesk(onDoubt), 'go'))
  return { log, board: bench.vault.values(), effects, commits }
}

/** Runs until the process dies, then goes on in another process under another schedule. Undefined: died before it began. */
async function crashAndResume(seed: number, point: CrashPoint, onDoubt: 'rerun' | 'fail'): Promise<Ended | undefined> {
  const store = new MemoryRunStore()
  const effects: Effects = new Map()
  const request = testRequest(busyDesk(onDoubt), 'go')
  const first = { dead: false }
  const clock = new VirtualClock()
  const before = testBench({
    ...busyPorts(seed, clock, effects, first),
    clock,
    store,
    sly: SLY,
    wrapStore: (inner) => crashingStore(inner, point, first),
  })
  await before.run(request).catch(() => undefined)
  const left = await before.log()
  if (left.length === 0) return undefined
  const [later, second] = [new VirtualClock(), { dead: false }]
  const after = testBench({ ...busyPorts(seed + 1000, later, effects, second), clock: later, store })
  await after.runtime.execute(TEST_RUN, new AbortController().signal)
  return { log: await after.log(), board: (await after.openedVault()).values(), effects }
}

const answerOf = (log: readonly RunEvent[]) => log.find((event) => event.type === 'run.finished')?.answer
const sorted = (board: ReadonlyMap<string, string>) => [...board].sort()

/** Paths of tool calls that were in doubt: started, never answered, perhaps done. */
const doubted = (log: readonly RunEvent[]) =>
  log
    .filter((event) => event.type === 'attempt.finished' && event.failure?.code === 'host-lost')
    .map(({ span }) => span)

const keysOf = (log: readonly RunEvent[], calls: (span: string) => boolean) =>
  log
    .filter((event) => event.type === 'tool.started' && event.kind === 'coded-tool' && calls(event.span))
    .map(({ span }) => nodeDigests.sha256(`${TEST_RUN} ${span}`))

describe('a process that dies', () => {
  test(
    '[M1.5] at every commit, resumed under another schedule: same answer, same board, nothing done twice but in doubt',
    async () => {
      let recoveries = 0
      for (let seed = 1; seed <= SCHEDULES; seed += 1) {
        const whole = await runWhole(seed)
        for (let commit = 1; commit <= whole.commits; commit += 1)
          for (const written of [true, false]) {
            const ended = await crashAndResume(seed, { commit, written }, 'rerun')
            if (ended === undefined) continue
            recoveries += 1
            const where = `schedule ${seed}, commit ${commit}, ${written ? 'written' : 'lost'}`
            expect([where, verifyLog(ended.log, 'finished')]).toEqual([where, []])
            expect([where, answerOf(ended.log)]).toEqual([where, 'All is done.'])
            expect([where, sorted(ended.board)]).toEqual([where, sorted(whole.board)])
            const lost = doubted(ended.log)
            const certain = keysOf(
              ended.log,
              (span) => !lost.some((one) => one.startsWith(`${span}#`) || span.startsWith(`${one}/`)),
            )
            expect([where, certain.map((key) => ended.effects.get(key))]).toEqual([where, certain.map(() => 1)])
            for (const count of ended.effects.values()) expect(count).toBeLessThanOrEqual(2)
          }
      }
      expect(recoveries).toBeGreaterThan(SCHEDULES * 60)
    },
    PATIENCE_MS,
  )

  test(
    '[M1.4] a call in doubt whose rule is fail is never made twice; the model is told',
    async () => {
      const whole = await runWhole(7, 'fail')
      for (let commit = 1; commit <= whole.commits; commit += 1) {
        const ended = await crashAndResume(7, { commit, written: true }, 'fail')
        if (ended === undefined) continue
        expect(verifyLog(ended.log, 'finished')).toEqual([])
        for (const count of ended.effects.values()) expect(count).toBe(1)
        const tools = doubted(ended.log).filter((span) => /^[^/]*\.t\d+\.\d+#\d+$/.test(span))
        for (const span of tools) {
          const end = ended.log.find((event) => event.type === 'tool.finished' && span === attemptSpan(event.span, 1))
          expect(end).toMatchObject({ outcome: 'failed', failure: { code: 'host-lost' } })
        }
      }
    },
    PATIENCE_MS,
  )

  test(
    '[M1.4] a model call in doubt is asked again without counting as a failure',
    async () => {
      const whole = await runWhole(3)
      const asked = whole.log.filter((event) => event.type === 'attempt.started' && event.of === 'model').length
      let again = 0
      for (let commit = 1; commit <= whole.commits; commit += 1) {
        const ended = await crashAndResume(3, { commit, written: true }, 'rerun')
        const lost = doubted(ended?.log ?? []).filter((span) => /^[^/]*\.m\d+#/.test(span))
        for (const span of lost) {
          again += 1
          const model = ended?.log.find((event) => event.type === 'model.finished' && span.startsWith(`${event.span}#`))
          expect(model).toMatchObject({ outcome: 'ok', attempts: 2 })
        }
      }
      expect(again).toBeGreaterThanOrEqual(asked)
    },
    PATIENCE_MS,
  )
})

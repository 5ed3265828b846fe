// Random networks with random models and tools, half of them stopped at a random moment: 200, or 2,000 of the soak.
import {
  compactLog,
  decodeLog,
  encodeEvent,
  type LogEvent,
  type RunEvent,
  slyLedgerReducer,
  traceReducer,
  transcriptReducer,
  usageReducer,
  verifyLog,
} from '@slyglass/run-log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TEST_RUN, testBench, testRequest, VirtualClock } from './testing/index.ts'
import { callsAndResults, type RandomDesk, randomDesk } from './testing/random-desk.ts'

const SOAK = process.env.SLYGLASS_SOAK === '1'
const RUNS = SOAK ? 2_000 : 200
const PATIENCE_MS = SOAK ? 1_800_000 : 240_000
const SLY = { token: '"canary-7431-k-demo"', person: '{"ssn": "078-05-1120", "name": "Ada Lovelace-Byron"}' }
const SECRETS = ['canary-7431-k-demo', '078-05-1120', 'Ada Lovelace-Byron']

interface Played {
  readonly desk: RandomDesk
  readonly log: readonly RunEvent[]
  readonly released: readonly string[]
  readonly hits: number
  readonly stopped: boolean
}

async function play(seed: number, stopAfter: number | undefined): Promise<Played> {
  const clock = new VirtualClock()
  const desk = randomDesk(seed, clock)
  const bench = testBench({ models: desk.models, hosts: desk.hosts, clock, sly: SLY })
  const stop = async () => {
    await clock.sleep(stopAfter ?? 0)
    await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
  }
  const running = bench.run(testRequest(desk.network, 'go'))
  if (stopAfter !== undefined) void stop().catch(() => undefined)
  const log = await running
  const search = bench.vault.search('')
  const hits = desk.models.bodies.reduce((sum, body) => sum + search.find(body).filter(isStrong).length, 0)
  return { desk, log, released: desk.hosts.released, hits, stopped: stopAfter !== undefined }
}

// Outside of the soak every law is asked of the same runs, so each is played once.
const played = new Map<string, Promise<Played>>()

function playOnce(seed: number, stopAfter: number | undefined): Promise<Played> {
  if (SOAK) return play(seed, stopAfter)
  const key = `${seed} ${stopAfter}`
  const one = played.get(key) ?? play(seed, stopAfter)
  played.set(key, one)
  return one
}

/** Short and common values cannot be told from words, and the ledger says so. */
const isStrong = ({ strength }: { readonly strength: string }) => strength === 'strong'

const check = (property: (played: Played) => void) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
      async (seed, stopAfter) => property(await playOnce(seed, stopAfter)),
    ),
    { numRuns: RUNS },
  )

describe('a random network', { timeout: PATIENCE_MS }, () => {
  test('[E2] [E3] ends with no open span, no running tool and its hosts released, wherever it is stopped', async () => {
    const ends = new Set<string>()
    await check(({ log, desk, released, stopped }) => {
      expect(verifyLog(log, 'finished')).toEqual([])
      expect(desk.running()).toBe(0)
      expect(released).toEqual([TEST_RUN])
      const end = log.at(-1)
      const outcome = end?.type === 'run.finished' ? end.outcome : 'none'
      ends.add(outcome)
      if (!stopped) expect(outcome).not.toBe('cancelled')
    })
    expect(ends).toContain('ok')
    expect(ends).toContain('cancelled')
  })

  test('[E8] gives every call that its model made exactly one result, in call order', async () => {
    let most = 0
    await check(({ desk, log }) => {
      for (const body of desk.models.bodies) {
        const { calls, results } = callsAndResults(body)
        most = Math.max(most, calls.length)
        expect(results).toEqual(calls)
        expect(new Set(calls).size).toBe(calls.length)
      }
      const spans = (type: string) => log.flatMap((event) => (event.type === type ? [event.span] : []))
      expect(spans('tool.finished').sort()).toEqual(spans('tool.started').sort())
    })
    expect(most).toBeGreaterThan(3)
  })

  test('[E7] [N-18] sends no private value to its model, and its log holds none', async () => {
    await check(({ desk, log, hits }) => {
      expect(hits).toBe(0)
      const everything = [...desk.models.bodies, JSON.stringify(log)].join('\n')
      expect([...SECRETS, ...desk.written].filter((secret) => everything.includes(secret))).toEqual([])
      const found = log.flatMap((event) =>
        event.type === 'attempt.started' ? (event.request?.scan.hits ?? []).filter(isStrong) : [],
      )
      expect(found).toEqual([])
    })
  })

  test('[E1] [E4] [E5] [E6] has a log that reads the same however it is delivered, cut, compacted and written', async () => {
    const reducers = [traceReducer, transcriptReducer, usageReducer, slyLedgerReducer]
    await check(({ log: events }) => {
      const log = events as readonly LogEvent[]
      expect(decodeLog(log.map(encodeEvent).join('\n'))).toEqual({ ok: true, value: log })
      for (const reducer of reducers) {
        const whole = reducer.reduce(reducer.initial as never, log)
        const half = reducer.reduce(reducer.initial as never, log.slice(0, log.length >> 1))
        expect(reducer.reduce(half as never, log.slice(log.length >> 2))).toEqual(whole)
        expect(reducer.reduce(reducer.initial as never, compactLog(log))).toEqual(whole)
      }
    })
  })
})

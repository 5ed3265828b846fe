import { type RunEvent, traceReducer, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure } from './ports.ts'
import { busyDesk, busyPorts } from './testing/busy-desk.ts'
import { fakeHosts, scriptedModels, testBench, testRequest, VirtualClock } from './testing/index.ts'

const SOAK = process.env.SLYGLASS_SOAK === '1'
const SCHEDULES = SOAK ? 200 : 25
const PATIENCE_MS = SOAK ? 600_000 : 60_000
const NETWORK = busyDesk('rerun')

async function record(seed: number): Promise<readonly RunEvent[]> {
  const clock = new VirtualClock()
  return testBench({ ...busyPorts(seed, clock, new Map()), clock }).run(testRequest(NETWORK, 'go'))
}

/** Ports that must not be touched. */
function nothing() {
  const touched: string[] = []
  const failure = new ModelFailure({ code: 'touched', message: 'a model was asked' })
  const models = scriptedModels([{ answer: { failure } }])
  const hosts = fakeHosts({
    'desk.Note': () => {
      touched.push('note')
      return null
    },
    'desk.Look': () => {
      touched.push('look')
      return null
    },
  })
  return { models, hosts, touched }
}

const answers = (log: readonly RunEvent[]) =>
  log
    .flatMap((event) => (event.type === 'attempt.finished' ? [[event.span, event.answer]] : []))
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))

describe('a replay', () => {
  test(
    '[M1.4] takes every answer from another log, whatever the schedule was, and touches nothing',
    async () => {
      for (let seed = 1; seed <= SCHEDULES; seed += 1) {
        const recorded = await record(seed)
        const { models, hosts, touched } = nothing()
        const bench = testBench({ models, hosts })
        const log = await bench.run(testRequest(NETWORK, 'go'), { record: { log: recorded, onDifference: 'fail' } })
        expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'All is done.' })
        expect(answers(log)).toEqual(answers(recorded))
        expect(verifyLog(log, 'finished')).toEqual([])
        expect([models.seen.length, touched]).toEqual([0, []])
        const ends = log.filter((event) => event.type === 'attempt.finished')
        expect(ends.every((event) => event.replayed === true)).toBe(true)
      }
    },
    PATIENCE_MS,
  )

  test('[M1.4] in test mode another question at the same place fails the run and names the place', async () => {
    const recorded = await record(1)
    const { models, hosts } = nothing()
    const bench = testBench({ models, hosts })
    const log = await bench.run(testRequest(NETWORK, 'go elsewhere'), {
      record: { log: recorded, onDifference: 'fail' },
    })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'replay-diverged' } })
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[M1.4] a mocked call is answered without its host, everything else is taken', async () => {
    const recorded = await record(2)
    const { models, hosts, touched } = nothing()
    const bench = testBench({ models, hosts })
    const mock = { of: 'tool', text: 'noted a' } as const
    const policy = (call: string) => (call === 'r.a.t1.2' ? ('mock' as const) : ('take' as const))
    const options = { record: { log: recorded, onDifference: 'fail', policy, mock: () => mock } } as const
    const log = await bench.run(testRequest(NETWORK, 'go'), options)
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'All is done.' })
    expect(log.find((event) => event.type === 'attempt.finished' && event.span === 'r.a.t1.2#1')).toMatchObject({
      answer: mock,
      replayed: true,
    })
    expect(touched).toEqual([])
  })

  test('[M1.4] in a fork a changed question is asked live, and what does not depend on it is taken', async () => {
    const recorded = await record(4)
    const clock = new VirtualClock()
    const { models, hosts } = busyPorts(5, clock, new Map())
    const bench = testBench({ models, hosts, clock })
    const policy = (call: string) => (call === 'r.a.m1' ? ('live' as const) : ('take' as const))
    const log = await bench.run(testRequest(NETWORK, 'go'), { record: { log: recorded, onDifference: 'live', policy } })
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'All is done.' })
    expect(models.seen).toHaveLength(1)
    expect(hosts.began).toEqual([])
  })

  test('[M1.2] what was taken says so on its attempt', async () => {
    const recorded = await record(4)
    const { models, hosts } = nothing()
    const log = await testBench({ models, hosts }).run(testRequest(NETWORK, 'go'), {
      record: { log: recorded, onDifference: 'fail' },
    })
    const trace = traceReducer.reduce(traceReducer.initial, log)
    const states = [...trace.spans.values()].filter((span) => span.kind === 'attempt').map((span) => span.state)
    expect(new Set(states)).toEqual(new Set(['replayed']))
  })

  test(
    '[E8] tool results keep call order whatever finishes first',
    async () => {
      for (let seed = 1; seed <= SCHEDULES; seed += 1) {
        const log = await record(seed)
        const ends = log
          .filter((event) => event.type === 'tool.finished' && event.parent === 'r.a')
          .map(({ span }) => span)
        expect(ends).toEqual(['r.a.t1.1', 'r.a.t1.2', 'r.a.t1.3', 'r.a.t2.1', 'r.a.t2.2', 'r.a.t2.3'])
      }
    },
    PATIENCE_MS,
  )
})

import { type Disposable, disposable, err, ok, type ProjectId, type RunId } from '@slyglass/base'
import type { ClientFailure, RunReply, TailLine, Tails } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConnectionState, TailConnection } from './tail-connection.ts'

const run = 'run_1' as RunId
const event = (seq: number): LogEvent => ({ seq }) as LogEvent
const log = (length: number) => Array.from({ length }, (_, seq) => event(seq))

/** Timers that run when told to, in order of time. */
class FakeTime {
  now = 0
  #timers: { at: number; action: () => void; gone: boolean }[] = []
  after = (ms: number, action: () => void): Disposable => {
    const timer = { at: this.now + ms, action, gone: false }
    this.#timers.push(timer)
    return disposable(() => {
      timer.gone = true
    })
  }
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      await settle()
      const next = this.#timers.filter((timer) => !timer.gone && timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      next.gone = true
      this.now = next.at
      next.action()
    }
    this.now = until
    await settle()
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

interface Answer {
  readonly lines: readonly TailLine[]
  /** Stays open after its lines, until the reader aborts. */
  readonly held?: boolean
  readonly failure?: ClientFailure
}

function setUp(answer: (body: Tails, nth: number) => Answer) {
  const time = new FakeTime()
  const [bodies, seen, states]: [Tails[], number[], ConnectionState[]] = [[], [], []]
  const [ended, rows]: [RunId[], RunId[]] = [[], []]
  const connection = new TailConnection(
    {
      after: time.after,
      async open(body, signal) {
        bodies.push(body)
        const { lines, held, failure } = answer(body, bodies.length)
        return failure === undefined ? ok(streamOf(lines, held === true, signal)) : err(failure)
      },
    },
    {
      events: (_, events) => seen.push(...events.map(({ seq }) => seq)),
      ended: (id) => ended.push(id),
      files: () => undefined,
      rows: (runs) => rows.push(...runs.map((row) => row.run)),
      state: (state) => states.push(state),
    },
  )
  return { time, bodies, seen, states, ended, rows, connection }
}

async function* streamOf(lines: readonly TailLine[], held: boolean, signal: AbortSignal): AsyncGenerator<TailLine> {
  for (const line of lines) yield line
  if (held) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
}

const lost: ClientFailure = { code: 'server-unreachable', message: 'No answer.', status: 0 }

describe('tail connection', () => {
  test('[S-16] cut streams and overlapping re-delivery lose nothing and double nothing', async () => {
    const cuts = fc.array(fc.record({ length: fc.nat(12), back: fc.nat(4), broken: fc.boolean() }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), cuts, async (length, plan) => {
        const events = log(length)
        const { time, connection, seen, ended } = setUp((body, nth) => {
          const after = body.watch[0]?.after ?? -1
          const cut = plan[nth - 1]
          if (cut?.broken) return { lines: [], failure: lost }
          const from = Math.max(0, after + 1 - (cut?.back ?? 0))
          const part = events.slice(from, cut === undefined ? length : Math.max(from, after + 1) + cut.length)
          const lines: TailLine[] = part.map((one) => ({ kind: 'events', run, events: [one] }))
          return cut === undefined ? { lines: [...lines, { kind: 'end', run }], held: true } : { lines }
        })
        connection.watch(run)
        connection.start()
        await time.pass(300_000)
        connection.stop()
        expect(seen).toEqual(events.map(({ seq }) => seq))
        expect(ended).toEqual([run])
      }),
      { numRuns: 60 },
    )
  })

  test('[S-41] a lost connection is resumed from the last number, with growing pauses, and told as such', async () => {
    const { time, connection, bodies, states } = setUp((_, nth) =>
      nth === 1 ? { lines: [{ kind: 'events', run, events: log(5) }] } : { lines: [], failure: lost },
    )
    connection.watch(run)
    connection.start()
    await time.pass(30_000)
    connection.stop()
    expect(bodies[0]?.watch).toEqual([{ run, after: -1 }])
    expect(bodies[1]?.watch).toEqual([{ run, after: 4 }])
    const told = states.map((state) => ('delayMs' in state ? [state.kind, state.delayMs] : [state.kind]))
    expect(told.slice(0, 8)).toEqual([
      ['connecting'],
      ['connected'],
      ['reconnecting', 500],
      ['reconnecting', 1000],
      ['reconnecting', 2000],
      ['reconnecting', 4000],
      ['offline', 8000],
      ['offline', 10_000],
    ])
  })

  test('watching more runs at once costs one new stream, and the old one stops counting', async () => {
    const { time, connection, bodies } = setUp(() => ({ lines: [], held: true }))
    connection.start()
    await time.pass(10)
    connection.watch(run)
    connection.watch('run_2' as RunId, 7)
    connection.watchProject('prj_1' as ProjectId)
    await time.pass(10)
    connection.stop()
    expect(bodies).toEqual([
      { watch: [] },
      {
        watch: [
          { run, after: -1 },
          { run: 'run_2', after: 7 },
        ],
        project: 'prj_1',
      },
    ])
  })

  test('[S-16] a stream tells which runs of the network began elsewhere; the next one asks from what is known', async () => {
    const row = { run: 'run_9' as RunId, startedAt: 70 } as RunReply
    const { time, connection, bodies, rows } = setUp((_, nth) =>
      nth === 1 ? { lines: [{ kind: 'runs', runs: [row] }] } : { lines: [], held: true },
    )
    connection.watchProject('prj_1' as ProjectId, 'basic/desk')
    connection.start()
    await time.pass(10)
    expect(rows).toEqual(['run_9'])
    connection.knowsUntil(70)
    await time.pass(1000)
    connection.watchProject('prj_1' as ProjectId, 'basic/other')
    await time.pass(10)
    connection.stop()
    expect(bodies).toEqual([
      { watch: [], project: 'prj_1', network: 'basic/desk' },
      { watch: [], project: 'prj_1', network: 'basic/desk', since: 70 },
      { watch: [], project: 'prj_1', network: 'basic/other' },
    ])
  })

  test('a tab hidden for half a minute closes its stream; showing it again resumes', async () => {
    const { time, connection, bodies, states } = setUp((_, nth) => ({
      lines: nth === 1 ? [{ kind: 'events', run, events: log(3) }] : [],
      held: true,
    }))
    connection.watch(run)
    connection.start()
    await time.pass(10)
    connection.setHidden(true)
    await time.pass(29_000)
    expect(states.at(-1)?.kind).toBe('connected')
    await time.pass(2000)
    expect(states.at(-1)?.kind).toBe('paused')
    connection.setHidden(false)
    await time.pass(10)
    connection.stop()
    expect(bodies.at(-1)?.watch).toEqual([{ run, after: 2 }])
    expect(states.at(-1)?.kind).toBe('connected')
  })

  test('a stream that stays silent past three missing signs of life is taken as lost', async () => {
    const { time, connection, states } = setUp(() => ({ lines: [{ kind: 'alive' }], held: true }))
    connection.start()
    await time.pass(44_000)
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'connected'])
    await time.pass(1500)
    connection.stop()
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'connected', 'reconnecting', 'connected'])
  })

  test('a refused token is not tried again by itself', async () => {
    const refusal: ClientFailure = { code: 'token', message: 'Unknown token.', status: 401 }
    const { time, connection, bodies, states } = setUp(() => ({ lines: [], failure: refusal }))
    connection.start()
    await time.pass(120_000)
    connection.stop()
    expect(bodies).toHaveLength(1)
    expect(states.at(-1)).toEqual({ kind: 'refused', message: 'Unknown token.' })
  })
})

import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endsOf, type FakeTool, Returned, ruledBench, TEST_RUN, testBench, toldTexts } from '../testing/index.ts'

const modeOf = (log: readonly RunEvent[]) => log.find((event) => isOf(event, 'tool.started'))?.batch

/** Three lookups of 900 ms, and how long they took together. */
async function lookups(studio: object) {
  const lookup: FakeTool = async (_args, { host }) => {
    await bench.clock.sleep(900, host.signal)
    return 'found'
  }
  const tools = { fetch_user: lookup, fetch_orders: lookup, fetch_invoices: lookup }
  const turn = Object.keys(tools).map((tool) => ({ tool }))
  const bench = ruledBench({ studio, tools, turns: [turn] })
  const log = await bench.run()
  expect(toldTexts(bench.models.seen)).toEqual(['found', 'found', 'found'])
  return { ms: (log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0), log }
}

describe('a batch', () => {
  test('[U-31] runs one after the other unless it is told otherwise', async () => {
    const { ms, log } = await lookups({ retries: 1 })
    expect(ms).toBeGreaterThanOrEqual(2700)
    expect(modeOf(log)?.mode).toBe('sequential')
  })

  test('[U-32] [E-39] runs together when the network says so', async () => {
    const { ms, log } = await lookups({ parallel_tool_calls: true })
    expect(ms).toBeLessThan(1500)
    expect(modeOf(log)).toMatchObject({ mode: 'parallel', size: 3 })
  })

  test('[U-33] of one call is sequential all the same', async () => {
    const bench = ruledBench({
      studio: { parallel_tool_calls: true },
      tools: { a: () => 'A' },
      turns: [[{ tool: 'a' }]],
    })
    expect(modeOf(await bench.run())?.mode).toBe('sequential')
  })

  test('[U-47] runs no more calls at once than it may', async () => {
    let [running, most] = [0, 0]
    const work: FakeTool = async (_args, { host }) => {
      running += 1
      most = Math.max(most, running)
      await bench.clock.sleep(100, host.signal)
      running -= 1
      return 'ok'
    }
    const bench = ruledBench({
      studio: { parallel_tool_calls: true, parallel: { max_concurrency: 2 }, limits: { same_call_repeats: 9 } },
      tools: { work },
      turns: [Array.from({ length: 5 }, () => ({ tool: 'work' }))],
    })
    await bench.run()
    expect(most).toBe(2)
  })

  test('[U-47] a call for which there was no place is told so, and the others keep their results', async () => {
    const hang: FakeTool = () => new Promise(() => undefined)
    const bench = ruledBench({
      studio: {
        parallel_tool_calls: true,
        timeout_ms: null,
        parallel: { max_concurrency: 1, default_timeout_ms: 200 },
      },
      tools: { hang, echo: () => 'ok' },
      turns: [[{ tool: 'echo' }, { tool: 'hang' }, { tool: 'echo' }]],
    })
    const log = await bench.run()
    expect(endsOf(log)).toEqual(['echo ok', 'hang failed ceiling', 'echo failed saturated'])
  })

  test('[U-42] [U-44] [E-7] the ceiling ends the call that hangs, and no other', async () => {
    const hang: FakeTool = (_args, { host }) =>
      new Promise((_resolve, reject) => host.signal.addEventListener('abort', () => reject(new Error('stopped'))))
    const bench = ruledBench({
      studio: { parallel_tool_calls: true, parallel: { default_timeout_ms: 200 } },
      tools: { hang: { run: hang, studio: { timeout_ms: null } }, echo: () => 'ok' },
      turns: [[{ tool: 'hang' }, { tool: 'echo' }]],
    })
    const log = await bench.run()
    // The other tool has a timeout of its own, and the largest need is the ceiling of all.
    expect(modeOf(log)?.ceilingMs).toBe(65_000)
    expect(toldTexts(bench.models.seen)).toEqual([
      'Tool execution timed out: hang did not respond within 65000ms.',
      'ok',
    ])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('[U-40] says which two of its calls act on the world at the same time', async () => {
    const acting = (category: string) => ({ run: () => 'ok', studio: { category } })
    const bench = ruledBench({
      studio: { parallel_tool_calls: true },
      tools: { create_order: acting('write'), charge_card: acting('communicate') },
      turns: [[{ tool: 'create_order' }, { tool: 'charge_card' }]],
    })
    const log = await bench.run()
    expect(log.find((event) => isOf(event, 'note.noted') && event.source === 'parallel')).toMatchObject({
      text: expect.stringContaining('create_order and charge_card'),
    })
  })

  test('[U-45] [E-17] a run that is stopped answers every call', async () => {
    for (const parallel of [true, false]) {
      const bench = ruledBench({
        studio: { parallel_tool_calls: parallel },
        tools: { hang: () => new Promise(() => undefined), echo: () => 'ok' },
        turns: [[{ tool: 'echo' }, { tool: 'hang' }, { tool: 'echo' }]],
      })
      await bench.bench.runtime.start(bench.request)
      await bench.clock.sleep(100)
      await bench.bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
      await bench.bench.runtime.settled(TEST_RUN)
      const log = await bench.bench.log()
      expect(verifyLog(log, 'finished')).toEqual([])
      const texts = log.flatMap((event) => (isOf(event, 'tool.finished') ? [event.text] : []))
      expect(texts).toHaveLength(3)
      expect(texts).toContain('Tool call was cancelled before it had a result.')
      expect(log.at(-1)).toMatchObject({ outcome: 'cancelled' })
    }
  })
})

type Kind = 'ok' | 'error' | 'throw' | 'hang' | 'stuck' | 'huge' | 'denied' | 'asked' | 'refused' | 'bad' | 'unknown'
const KINDS: readonly Kind[] = [
  'ok',
  'error',
  'throw',
  'hang',
  'stuck',
  'huge',
  'denied',
  'asked',
  'refused',
  'bad',
  'unknown',
]
const OUTCOMES: Readonly<Record<Kind, string>> = {
  ok: 'ok',
  error: 'failed returned-error',
  throw: 'failed exception',
  hang: 'failed timed-out',
  /** It hangs and has no timeout of its own. */
  stuck: 'failed ceiling',
  huge: 'ok',
  denied: 'denied hook-denied',
  asked: 'ok',
  refused: 'denied rejected',
  bad: 'failed invalid-json',
  unknown: 'failed unknown-tool',
}

interface Shape {
  readonly kinds: readonly Kind[]
  readonly delays: readonly number[]
  readonly parallel: boolean
  readonly stopAt: number | undefined
}

const shape: fc.Arbitrary<Shape> = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 6 }),
  delays: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 6, maxLength: 6 }),
  parallel: fc.boolean(),
  stopAt: fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined, freq: 3 }),
})

const thatEnds = (kind: Kind): Kind => (kind === 'hang' || kind === 'stuck' ? 'ok' : kind)
const isRun = (kind: Kind) => !['denied', 'refused', 'bad', 'unknown'].includes(kind)

function randomBench({ kinds, delays, parallel }: Shape) {
  const order: string[] = []
  const behave = (kind: Kind): FakeTool =>
    async function tool(args, { host }) {
      const index = Number(args.get('i'))
      order.push(`run ${index}`)
      if (kind === 'hang' || kind === 'stuck') return new Promise(() => undefined)
      await bench.clock.sleep(delays[index] ?? 0, host.signal)
      if (kind === 'throw') throw new Error('thrown')
      if (kind === 'error') throw new Returned('"told"')
      return kind === 'huge' ? 'x'.repeat(500) : `result ${index}`
    }
  const studioOf = (kind: Kind) => {
    if (kind === 'stuck') return { timeout_ms: null }
    return kind === 'asked' || kind === 'refused' ? { requires_approval: true } : {}
  }
  const parameters = { type: 'object', properties: { i: { type: 'string' } } }
  const tool = (kind: Kind) => [kind, { run: behave(kind), parameters, studio: studioOf(kind) }] as const
  const bench = ruledBench({
    studio: {
      parallel_tool_calls: parallel,
      timeout_ms: 200,
      retries: 1,
      max_output_chars: 100,
      hooks: [{ event: 'pre_tool_use', run: 'p.ts#guard' }],
      limits: { same_call_repeats: 99 },
    },
    hooks: {
      guard(payload) {
        order.push(`hook ${String((payload.arguments as { i?: string }).i)}`)
        return payload.toolName === 'denied' ? 'deny' : null
      },
    },
    tools: Object.fromEntries(KINDS.filter((kind) => kind !== 'unknown').map(tool)),
    turns: [
      kinds.map((kind, index) => ({ tool: kind, id: `c${index}`, args: kind === 'bad' ? '{' : `{"i": "${index}"}` })),
    ],
  })
  return { bench, order }
}

/** Answers every question as it comes, until the run has ended. */
async function answerAll({ bench }: ReturnType<typeof randomBench>): Promise<void> {
  const answered = new Set<string>()
  for await (const events of bench.bench.store.tail(TEST_RUN, -1, new AbortController().signal))
    for (const event of events) {
      if (!isOf(event, 'approval.requested') || answered.has(event.span) || event.parent === null) continue
      answered.add(event.span)
      const decision = event.tool === 'refused' ? 'reject' : 'approve'
      const { argsSha, parent } = event
      await bench.bench.store.send(TEST_RUN, { id: event.span, kind: 'approve', call: parent, argsSha, decision })
    }
}

describe('any batch', () => {
  test('[U-37] [E-5] [E-17] answers every call once, in call order, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (given) => {
        const made = randomBench(given)
        const { bench, order } = made
        await bench.bench.runtime.start(bench.request)
        const answering = answerAll(made)
        if (given.stopAt !== undefined) {
          await bench.clock.sleep(given.stopAt)
          await bench.bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
        }
        await bench.bench.runtime.settled(TEST_RUN)
        await answering
        const log = await bench.bench.log()
        expect(verifyLog(log, 'finished')).toEqual([])
        const started = log.flatMap((event) => (isOf(event, 'tool.started') ? [event.span] : []))
        const finished = log.flatMap((event) => (isOf(event, 'tool.finished') ? [event] : []))
        expect(finished.map(({ span }) => span)).toEqual(started)
        expect(finished.every(({ text }) => text !== '')).toBe(true)
        if (log.at(-1)?.type === 'run.finished' && bench.models.seen.length > 1) {
          expect(endsOf(log)).toEqual(given.kinds.map((kind) => `${kind} ${OUTCOMES[kind]}`))
          expect(toldTexts(bench.models.seen)).toEqual(finished.map(({ text }) => text))
        }
        if (given.parallel && given.kinds.length >= 2) {
          const firstRun = order.findIndex((one) => one.startsWith('run'))
          expect(order.slice(firstRun < 0 ? order.length : firstRun).filter((one) => one.startsWith('hook'))).toEqual(
            [],
          )
        }
        for (const [index, kind] of given.kinds.entries()) if (!isRun(kind)) expect(order).not.toContain(`run ${index}`)
      }),
      { numRuns: process.env.SLYGLASS_SOAK === '1' ? 1000 : 40 },
    )
  })

  test('[U-37] is the same when it is replayed from its log', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (given) => {
        const made = randomBench({ ...given, kinds: given.kinds.map(thatEnds) })
        const { bench } = made
        await bench.bench.runtime.start(bench.request)
        await Promise.all([answerAll(made), bench.bench.runtime.settled(TEST_RUN)])
        const log = await bench.bench.log()
        const before = bench.hosts.began.length
        const again = testBench({ models: bench.models, hosts: bench.hosts })
        const replay = await again.run(bench.request, { record: { log, onDifference: 'fail' } })
        expect(replay.at(-1)).toMatchObject({ outcome: 'ok' })
        const texts = (events: readonly RunEvent[]) =>
          events.flatMap((event) => (isOf(event, 'tool.finished') ? [event.text] : []))
        expect(texts(replay)).toEqual(texts(log))
        expect(bench.hosts.began).toHaveLength(before)
      }),
      { numRuns: 20 },
    )
  })
})

// Code that waits for a person while the server dies: in an engine without rights it goes on as a plain call does, in a process the
// person is told what is known and decides.
import { approvalsReducer, isOf, openApprovals, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { crashingStore } from '../testing/crash.ts'
import { type FakeCell, fakeCode, MemoryRunStore, ruledBench, TEST_RUN, toldTexts } from '../testing/index.ts'

const NEVER = { commit: Number.POSITIVE_INFINITY, written: true }
const HOUR_MS = 3_600_000
const text = { type: 'object', properties: { what: { type: 'string' } } }

interface Place {
  readonly cell: FakeCell
  readonly language: 'python' | 'javascript'
  readonly studio?: object
  readonly agent?: object
}

/** The same network in one process after the other, over one store. */
function place({ cell, language, studio, agent }: Place) {
  const store = new MemoryRunStore()
  const effects: string[] = []
  const effect = (name: string) => (args: ReadonlyMap<string, unknown>) => {
    effects.push(`${name} ${String(args.get('what'))}`)
    return `${name} ${String(args.get('what'))}`
  }
  const start = () => {
    const process = { dead: false }
    const bench = ruledBench({
      studio: {
        ...{ profile: 'bub', approvals: { timeout_ms: HOUR_MS }, code_mode: { enabled: true, language } },
        ...studio,
      },
      ...(agent !== undefined && { agent }),
      tools: {
        note: { run: effect('noted'), parameters: text },
        pay: { run: effect('paid'), parameters: text, studio: { requires_approval: true } },
      },
      turns: [[{ tool: 'run_code', args: '{"code": "cell"}' }]],
      bench: {
        store,
        code: fakeCode({ cell }, [language]),
        wrapStore: (inner) => crashingStore(inner, NEVER, process),
      },
    })
    return {
      ...bench,
      /** Nothing that it does reaches the disk any more, until it has given up. */
      async kill() {
        process.dead = true
        await bench.bench.runtime.settled(TEST_RUN)
      },
      go: () => bench.bench.runtime.execute(TEST_RUN, new AbortController().signal),
    }
  }
  return { store, effects, start }
}

interface Decision {
  readonly decision: 'approve' | 'reject' | 'edit'
  readonly args?: string
  readonly reason?: string
}

type Started = ReturnType<ReturnType<typeof place>['start']>

/** Waits until a person is asked about a tool. */
async function asked({ bench, clock }: Started, tool: string): Promise<readonly RunEvent[]> {
  for (;;) {
    await clock.sleep(100)
    const log = await bench.log()
    if (openApprovals(log).some((one) => one.tool === tool)) return log
    if (log.at(-1)?.type === 'run.finished') throw new Error(`nobody was asked about ${tool}`)
  }
}

/** Answers the open question about a tool. */
async function answer(
  store: MemoryRunStore,
  log: readonly RunEvent[],
  tool: string,
  decision: Decision,
): Promise<void> {
  const question = openApprovals(log).find((one) => one.tool === tool)
  if (question === undefined) throw new Error(`nobody asks about ${tool}`)
  const { span, call, argsSha } = question
  await store.send(TEST_RUN, { id: `approve ${span}`, kind: 'approve', call, argsSha, ...decision })
}

async function ended(server: Started, going: Promise<void>): Promise<readonly RunEvent[]> {
  await going
  const log = await server.bench.log()
  expect(verifyLog(log, 'finished')).toEqual([])
  return log
}

const printed = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'attempt.delta') && event.kind === 'output' ? [event.text] : [])).join('')
const cellsBegun = (log: readonly RunEvent[]) =>
  log.filter((event) => isOf(event, 'attempt.started') && event.source?.file === 'run_code').map(({ span }) => span)
const notes = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'note.noted') && event.source === 'in-doubt' ? [event.text] : []))

const paying: FakeCell = async ({ use, print }) => {
  const [one] = await Promise.all([use('note', { what: 'one' }), use('note', { what: 'two' })])
  print(`${one}\n`)
  print(`${await use('pay', { what: 'rent' })}\n`)
  await use('note', { what: 'three' })
}

describe('code in an engine without rights that waits for a person while the server dies', () => {
  test.each([
    ['approve', {}, 'paid rent'],
    ['edit', { args: '{"what": "less"}' }, 'paid less'],
  ] as const)('[B-46] goes on after it: %s counts, and nothing is made twice', async (decision, more, said) => {
    const { store, effects, start } = place({ cell: paying, language: 'javascript' })
    const first = start()
    await first.bench.runtime.start(first.request)
    const before = await asked(first, 'pay')
    await first.kill()
    const second = start()
    const going = second.go()
    await second.clock.sleep(1000)
    const log = await asked(second, 'pay')
    expect(openApprovals(log)).toMatchObject([{ span: openApprovals(before)[0]?.span }])
    expect(openApprovals(log)[0]).not.toHaveProperty('endsWithCode')
    await answer(store, log, 'pay', { decision, ...more })
    const whole = await ended(second, going)
    expect(whole.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
    expect(toldTexts(second.models.seen)[0]).toBe(`noted one\n${said}\n`)
    expect(printed(whole)).toBe(`noted one\n${said}\n`)
    expect(effects).toEqual(['noted one', 'noted two', said, 'noted three'])
    expect(cellsBegun(whole)).toHaveLength(1)
    expect(notes(whole)).toMatchObject([expect.stringContaining('none of its calls is made twice')])
  })

  test('[B-46] takes a decision that was sent and not yet heard of', async () => {
    const { store, effects, start } = place({ cell: paying, language: 'javascript' })
    const first = start()
    await first.bench.runtime.start(first.request)
    const log = await asked(first, 'pay')
    await first.kill()
    await answer(store, log, 'pay', { decision: 'reject', reason: 'too dear' })
    const second = start()
    const whole = await ended(second, second.go())
    expect(toldTexts(second.models.seen)[0]).toContain('too dear')
    expect(whole.at(-1)).toMatchObject({ outcome: 'ok' })
    expect(effects).toEqual(['noted one', 'noted two'])
  })

  test('[B-46] a server that closes lets it go, and the next one asks the same', async () => {
    const { store, effects, start } = place({ cell: paying, language: 'javascript' })
    const first = start()
    await first.bench.runtime.start(first.request)
    await asked(first, 'pay')
    expect(await first.bench.runtime.letGo(TEST_RUN)).toBe(true)
    const second = start()
    const going = second.go()
    await answer(store, await asked(second, 'pay'), 'pay', { decision: 'approve' })
    await ended(second, going)
    expect(effects).toEqual(['noted one', 'noted two', 'paid rent', 'noted three'])
  })

  test('is answered in the order in which it was answered before', async () => {
    const racing: FakeCell = async ({ use, print }) => {
      const winner = await Promise.race([use('note', { what: 'slow' }), use('note', { what: 'fast' })])
      print(`${await use('pay', { what: String(winner) })}\n`)
    }
    const { store, effects, start } = place({ cell: racing, language: 'javascript' })
    const first = start()
    // The second call is answered first, as if the first one had taken longer.
    const { hosts } = first
    const call = hosts.call.bind(hosts)
    Object.assign(hosts, {
      call: async (given: Parameters<typeof call>[0]) => {
        if (given.args.includes('slow')) await first.clock.sleep(500)
        return call(given)
      },
    })
    await first.bench.runtime.start(first.request)
    const before = await asked(first, 'pay')
    expect(openApprovals(before)[0]?.args).toContain('noted fast')
    await first.clock.sleep(2000)
    await first.kill()
    const second = start()
    const going = second.go()
    await answer(store, await asked(second, 'pay'), 'pay', { decision: 'approve' })
    await ended(second, going)
    expect(effects).toEqual(['noted fast', 'noted slow', 'paid noted fast'])
  })

  test('[B-46] code that does something else the second time makes no new call, and a person is asked about all of it', async () => {
    let times = 0
    const moody: FakeCell = async ({ use, print }) => {
      times += 1
      print(`${await use('note', { what: `try ${times}` })}\n`)
      print(`${await use('pay', { what: 'rent' })}\n`)
    }
    const { store, effects, start } = place({ cell: moody, language: 'javascript' })
    const first = start()
    await first.bench.runtime.start(first.request)
    await asked(first, 'pay')
    await first.kill()
    const second = start()
    const going = second.go()
    const log = await asked(second, 'run_code')
    expect(effects).toEqual(['noted try 1'])
    const [doubt] = openApprovals(log)
    expect(doubt?.doubt).toContain(
      'Calls that it had made: note. Not made, because a person had not answered yet: pay.',
    )
    await answer(store, log, 'run_code', { decision: 'reject' })
    await ended(second, going)
    expect(toldTexts(second.models.seen)[0]).toContain('not repeated on its own')
    expect(effects).toEqual(['noted try 1'])
  })
})

describe('code in a process that waits for a person while the server dies', () => {
  test('[B-46] is gone: the call was not made, and the person reads what was before deciding about the code', async () => {
    const { store, effects, start } = place({ cell: paying, language: 'python' })
    const first = start()
    await first.bench.runtime.start(first.request)
    const before = await asked(first, 'pay')
    expect(openApprovals(before)).toMatchObject([{ tool: 'pay', endsWithCode: true }])
    await first.kill()
    const second = start()
    const going = second.go()
    const log = await asked(second, 'run_code')
    const all = approvalsReducer.reduce(approvalsReducer.initial, log).asked
    expect(all[0]).toMatchObject({
      tool: 'pay',
      answer: { decision: 'expired', reason: expect.stringContaining('server ended') },
    })
    const told = 'Calls that it had made: note (2 times). Not made, because a person had not answered yet: pay.'
    expect(all[1]?.doubt).toContain(told)
    expect(all[1]?.doubt).toContain('run it again from its beginning, which makes its calls again')
    const pay = log.find((event) => isOf(event, 'tool.finished') && event.failure?.code === 'not-made')
    expect(pay).toMatchObject({
      outcome: 'cancelled',
      failure: { message: expect.stringContaining('It was not made.') },
    })
    await answer(store, log, 'run_code', { decision: 'reject' })
    await ended(second, going)
    expect(toldTexts(second.models.seen)[0]).toContain(told)
    expect(effects).toEqual(['noted one', 'noted two'])
  })

  test.each([
    ['rerun', 'ask', 'rerun'],
    ['fail', 'ask', 'fail'],
    ['ask', 'rerun', undefined],
    [undefined, 'fail', 'fail'],
    [undefined, undefined, undefined],
  ])(
    '[B-46] a question says what a restart will do: %s for the agent, %s for the network',
    async (own, whole, told) => {
      const { effects, start } = place({
        ...{ cell: paying, language: 'python' },
        ...(own !== undefined && { agent: { on_doubt: own } }),
        ...(whole !== undefined && { studio: { on_doubt: whole } }),
      })
      const first = start()
      await first.bench.runtime.start(first.request)
      const [question] = openApprovals(await asked(first, 'pay'))
      expect(question?.endsWithCode).toBe(true)
      expect(question?.lostCode).toBe(told)
      await first.kill()
      const before = effects.length
      const second = start()
      const going = second.go()
      // It is killed while it waits.
      going.catch(() => undefined)
      if (told === 'fail') {
        await ended(second, going)
        expect(toldTexts(second.models.seen)[0]).toContain('not repeated on its own')
      } else await asked(second, told === 'rerun' ? 'pay' : 'run_code')
      expect(effects.length).toBe(told === 'rerun' ? 2 * before : before)
      await second.kill()
    },
  )

  test('[B-46] runs again as a new attempt when the person says so, and asks anew', async () => {
    const { store, effects, start } = place({ cell: paying, language: 'python' })
    const first = start()
    await first.bench.runtime.start(first.request)
    await asked(first, 'pay')
    await first.kill()
    const second = start()
    const going = second.go()
    await answer(store, await asked(second, 'run_code'), 'run_code', { decision: 'approve' })
    const log = await asked(second, 'pay')
    await answer(store, log, 'pay', { decision: 'approve' })
    const whole = await ended(second, going)
    expect(cellsBegun(whole)).toHaveLength(2)
    expect(effects).toEqual(['noted one', 'noted two', 'noted one', 'noted two', 'paid rent', 'noted three'])
  })
})

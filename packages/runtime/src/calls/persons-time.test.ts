// An agent has five minutes where nothing else is said. None of them is a person's.
import { runId } from '@slyglass/base'
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import {
  decide,
  endsOf,
  type RuledRun,
  ruledBench,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
  VirtualClock,
} from '../testing/index.ts'

const PATIENT = { approvals: { timeout_ms: 3_600_000 } }
const LONG_MS = 1_200_000

/** Its tool takes a while too: an agent that has no time left does not see the end of that. */
function ruled(run: Partial<RuledRun>) {
  const clock = new VirtualClock()
  const removes = () => clock.sleep(1000).then(() => 'removed')
  return ruledBench({
    tools: { rm: { run: removes, studio: { requires_approval: true } } },
    turns: [[{ tool: 'rm' }]],
    studio: PATIENT,
    ...run,
    bench: { clock },
  })
}

type Asking = ReturnType<typeof ruled>

/** The next server, on the same store. */
const next = ({ models, hosts, clock, bench }: Asking) =>
  testBench({ models, hosts, clock, store: bench.store, vault: bench.vault })

const isAsked = (log: readonly RunEvent[]) => log.some((event) => isOf(event, 'approval.requested'))
const ended = (log: readonly RunEvent[]) => {
  expect(verifyLog(log, 'finished')).toEqual([])
  return { calls: endsOf(log), outcome: log.findLast((event) => isOf(event, 'run.finished'))?.outcome }
}

describe('[U-85] the time of an agent stands still while a person decides', () => {
  test('after a restart, however long the one before had waited and the next one waits', async () => {
    const first = ruled({})
    await first.bench.runtime.start(first.request)
    await first.clock.sleep(LONG_MS)
    expect(await first.bench.runtime.letGo(TEST_RUN)).toBe(true)
    await first.clock.sleep(LONG_MS)
    const { runtime, log, store } = next(first)
    const going = runtime.execute(TEST_RUN, new AbortController().signal)
    await first.clock.sleep(LONG_MS)
    await decide(store, await log(), 'rm', { decision: 'approve' })
    await going
    expect(ended(await log())).toEqual({ calls: ['rm ok'], outcome: 'ok' })
  })

  test('about a call that was under way when the server was killed', async () => {
    let tries = 0
    const first = ruled({
      tools: {
        pay: () => {
          tries += 1
          return tries === 1 ? new Promise(() => undefined) : 'paid'
        },
      },
      turns: [[{ tool: 'pay' }]],
      studio: { ...PATIENT, timeout_ms: 7_200_000 },
    })
    await first.bench.runtime.start(first.request)
    await first.clock.sleep(1000)
    const { runtime, log, store } = next(first)
    const going = runtime.execute(TEST_RUN, new AbortController().signal)
    await first.clock.sleep(LONG_MS)
    const question = (await log()).find((event) => isOf(event, 'approval.requested'))
    if (question === undefined || !isOf(question, 'approval.requested')) throw new Error('nobody asks')
    const { argsSha, span } = question
    const call = span.slice(0, -1) as typeof span
    await store.send(TEST_RUN, { id: 'again', kind: 'approve', call, argsSha, decision: 'approve' })
    await going
    expect(ended(await log())).toEqual({ calls: ['pay ok'], outcome: 'ok' })
    expect(tries).toBe(2)
  })

  test('in another network, for the agent that asked it too', async () => {
    const far = ruled({})
    const near = {
      tools: [
        { name: 'front', function: { description: 'Asks.' }, instructions: 'AGENT:front Ask.', tools: ['/desk'] },
      ],
    }
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: '__desk', args: '{"inquiry": "go"}' }] } },
      { agent: 'desk', assistantTurns: 0, answer: { calls: [{ tool: 'rm', args: '{}' }] } },
      { answer: { content: 'done' } },
    ])
    const bench = testBench({ models, hosts: far.hosts, clock: far.clock, peers: { desk: far.network } })
    await bench.runtime.start(testRequest(near, 'go', { source: 'chat' }))
    await far.clock.sleep(LONG_MS)
    const asking = (await bench.log()).find((event) => event.type === 'attempt.started' && event.peerRun !== undefined)
    const run = asking?.type === 'attempt.started' ? asking.peerRun : undefined
    const inner = await bench.log(run ?? runId('run_none'))
    expect(isAsked(inner)).toBe(true)
    await decide(bench.store, inner, 'rm', { decision: 'approve' })
    await bench.runtime.settled(TEST_RUN)
    expect(ended(await bench.log()).outcome).toBe('ok')
  })
})

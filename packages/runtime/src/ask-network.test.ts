import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { type CrashPoint, crashingStore } from './testing/crash.ts'
import {
  fakeHosts,
  MemoryRunStore,
  type ScriptedRule,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
} from './testing/index.ts'

const NUMBERS = { type: 'object', properties: { x: { type: 'int' }, y: { type: 'int' } }, required: ['x'] }
const FAR = {
  tools: [
    {
      name: 'math',
      function: { description: 'Calculates.', parameters: NUMBERS },
      instructions: 'AGENT:math Calculate.',
      tools: ['times'],
      allow: { to_upstream: { sly_data: ['equals', 'inner'] } },
    },
    { name: 'times', function: { description: 'Multiplies.' }, class: 'math.Times' },
  ],
}
const near = (allow: object, tools = ['/math']) => ({
  tools: [{ name: 'front', function: { description: 'Asks.' }, instructions: 'AGENT:front Ask.', tools, allow }],
})
const OPEN = {
  to_downstream: { sly_data: { token: 'api_key', secret: false } },
  from_downstream: { sly_data: ['equals'] },
  to_upstream: { sly_data: true },
}
const RULES: readonly ScriptedRule[] = [
  { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: '__math', args: '{"x":3}' }] } },
  { agent: 'front', answer: { content: 'Asked.' } },
  { agent: 'math', assistantTurns: 0, answer: { calls: [{ tool: 'times', args: '{}' }] } },
  { agent: 'math', answer: { content: 'It is nine.' } },
]
const SLY = { token: '"k-demo-7431-canary"', secret: '"s-demo-9999-canary"' }

function play(
  network: object,
  more: { store?: MemoryRunStore; again?: boolean; point?: CrashPoint; far?: object } = {},
) {
  const boards: Record<string, string>[] = []
  const models = scriptedModels(RULES)
  const process = { dead: false }
  const hosts = fakeHosts({
    'math.Times': (_args, { board }) => {
      if (process.dead) throw new Error('the process is dead')
      boards.push(Object.fromEntries(board))
      board.set('equals', '9.0')
      board.set('inner', '1')
      return 'done'
    },
  })
  const { point } = more
  const bench = testBench({
    models,
    hosts,
    peers: { math: more.far ?? FAR },
    ...(more.again ? {} : { sly: SLY }),
    ...(more.store && { store: more.store }),
    ...(point && { wrapStore: (store) => crashingStore(store, point, process) }),
  })
  return { bench, boards, models, request: testRequest(network, 'go') }
}

describe('another network of the same server', () => {
  test('[N-95] is offered under its name, told the arguments, and answers with its own run', async () => {
    const { bench, models, request } = play(near(OPEN))
    const log = await bench.run(request)
    const told = models.seen.filter(({ agent }) => agent === 'math')[0]?.body ?? ''
    expect(told).toContain(JSON.stringify('```json\n{"x": 3, "y": null}```'))
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ outcome: 'ok', text: 'It is nine.' })
    expect(log.find((event) => event.type === 'tool.started')).toMatchObject({ kind: 'network', reference: '/math' })
    const peer = log.flatMap((event) => (event.type === 'attempt.started' ? (event.peerRun ?? []) : []))
    const far = await bench.log(peer[0])
    expect(far.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'It is nine.' })
    expect([verifyLog(log, 'finished'), verifyLog(far, 'finished')]).toEqual([[], []])
  })

  test('[N-68] [N-69] [N-70] only what the rules name crosses, renamed as they say', async () => {
    const { bench, boards, request } = play(near(OPEN))
    const log = await bench.run(request)
    expect(boards).toEqual([{ api_key: SLY.token }])
    expect(Object.fromEntries(bench.vault.values())).toEqual({ ...SLY, equals: '9.0' })
    const crossed = log.flatMap((event) => (event.type === 'sly.crossed' ? [event] : []))
    expect(crossed.map(({ boundary, peer, passed, withheld }) => [boundary, peer, passed, withheld])).toEqual([
      ['to-downstream', '/math', [{ key: 'token', as: 'api_key' }], ['secret']],
      ['from-downstream', '/math', [{ key: 'equals', as: 'equals' }], ['inner']],
      ['to-upstream', 'client', expect.anything(), []],
    ])
  })

  test('[N-66] without an allow block nothing crosses', async () => {
    const { bench, boards, request } = play(near({}))
    await bench.run(request)
    expect(boards).toEqual([{}])
    expect(Object.fromEntries(bench.vault.values())).toEqual(SLY)
  })

  test('[U-85] where nobody can be asked for the run that asks, nobody is waited for in the other one', async () => {
    const { bench, request } = play(near(OPEN), {
      far: { ...FAR, studio: { permissions: { approval_required: ['times'] } } },
    })
    const log = await bench.run({ ...request, source: 'chat', attended: false })
    const peer = log.flatMap((event) => (event.type === 'attempt.started' ? (event.peerRun ?? []) : []))
    const far = await bench.log(peer[0])
    expect(far.find((event) => event.type === 'approval.answered')).toMatchObject({ decision: 'rejected' })
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok' })
  })

  test('a network that is not there is left out with a word', async () => {
    const { bench, request } = play(near({}, ['/nobody']))
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'note.noted')).toMatchObject({
      text: expect.stringContaining('Agent/tool /nobody was unreachable. Not including it as a tool.'),
    })
  })

  test('[M1.5] a crash at any commit of either run: the far tool works once, the answer is the same', async () => {
    for (let commit = 1; commit < 40; commit += 1) {
      const store = new MemoryRunStore()
      const first = play(near(OPEN), { store, point: { commit, written: true } })
      await first.bench.run(first.request).catch(() => undefined)
      const second = play(near(OPEN), { store, again: true })
      const left = await second.bench.log().catch(() => [])
      if (left.length === 0) continue
      await second.bench.runtime.execute(TEST_RUN, new AbortController().signal)
      const log = await second.bench.log()
      expect([commit, verifyLog(log, 'finished')]).toEqual([commit, []])
      expect([commit, first.boards.length + second.boards.length <= 1]).toEqual([commit, true])
      expect([commit, log.at(-1)]).toEqual([commit, expect.objectContaining({ outcome: 'ok', answer: 'Asked.' })])
    }
  })

  test('[M1.4] a replay takes the answer and asks nobody', async () => {
    const { bench, request } = play(near(OPEN))
    const log = await bench.run(request)
    const again = play(near(OPEN))
    const replayed = await again.bench.run(request, { record: { log, onDifference: 'fail' } })
    expect(replayed.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Asked.' })
    expect([again.models.seen, again.boards]).toEqual([[], []])
  })
})

import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import {
  decide,
  endsOf,
  type FakeTool,
  type RuledRun,
  ruledBench,
  TEST_RUN,
  testBench,
  toldTexts,
} from '../testing/index.ts'

const REJECTED = 'Tool call was rejected by approval handler.'
const echo: FakeTool = (args) => `did ${String(args.get('what'))}`
const parameters = { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] }
const asks = { run: echo, parameters, studio: { requires_approval: true } }
const calls = (...tools: readonly string[]) => [tools.map((tool) => ({ tool, args: `{"what": "${tool}"}` }))]

/** Starts a run and waits until everything that can be asked is asked. */
async function startAsking(run: Partial<RuledRun>) {
  const bench = ruledBench({ tools: { rm: asks, ls: asks }, turns: calls('rm', 'ls'), ...run })
  await bench.bench.runtime.start(bench.request)
  await bench.clock.sleep(100)
  return {
    ...bench,
    log: () => bench.bench.log(),
    async decide(tool: string, decision: Parameters<typeof decide>[3]) {
      return decide(bench.bench.store, await bench.bench.log(), tool, decision)
    },
    async end() {
      await bench.bench.runtime.settled(TEST_RUN)
      const log = await bench.bench.log()
      expect(verifyLog(log, 'finished')).toEqual([])
      return { log, told: toldTexts(bench.models.seen) }
    },
  }
}

const asked = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'approval.requested') ? [event.tool] : []))

describe('a call that a person must agree to', () => {
  test.each([true, false])(
    '[U-85] is asked about with all others, answered in any order (parallel: %s)',
    async (parallel) => {
      const bench = await startAsking({ studio: { parallel_tool_calls: parallel } })
      expect(asked(await bench.log())).toEqual(['rm', 'ls'])
      expect(bench.hosts.began).toEqual([])
      await bench.decide('ls', { decision: 'approve' })
      await bench.clock.sleep(100)
      expect(bench.hosts.began).toEqual([])
      await bench.decide('rm', { decision: 'reject' })
      const { log, told } = await bench.end()
      expect(told).toEqual([REJECTED, 'did ls'])
      expect(endsOf(log)).toEqual(['rm denied rejected', 'ls ok'])
      expect(bench.hosts.began).toEqual(['t.ls {"what":"ls"}'])
    },
  )

  test('[U-85] [E-12] runs with the arguments that a person wrote, when they fit', async () => {
    const bench = await startAsking({})
    await bench.decide('rm', { decision: 'edit', args: '{"what": "nothing"}' })
    await bench.decide('ls', { decision: 'edit', args: '{"where": 1}' })
    const { log, told } = await bench.end()
    expect(told[0]).toBe('did nothing')
    expect(told[1]).toContain("Error: Invalid arguments for 'ls': Missing required fields: what\n")
    expect(bench.hosts.began).toEqual(['t.rm {"what":"nothing"}'])
    expect(endsOf(log)).toEqual(['rm ok', 'ls failed invalid-arguments'])
  })

  test('[U-85] is refused with the words of the person, which the model reads and a resumed run tells again', async () => {
    const bench = await startAsking({})
    await bench.decide('rm', { decision: 'reject', reason: 'use ls first' })
    await bench.decide('ls', { decision: 'reject' })
    const { log, told } = await bench.end()
    expect(told).toEqual([`${REJECTED.slice(0, -1)}: use ls first`, REJECTED])
    expect(log.find((event) => isOf(event, 'tool.finished') && event.outcome === 'denied')).toMatchObject({
      failure: { message: 'The call of rm was rejected: use ls first.' },
    })
    const again = testBench({ models: bench.models, hosts: bench.hosts })
    const replay = await again.run(bench.request, { record: { log, onDifference: 'fail' } })
    expect(endsOf(replay)).toEqual(endsOf(log))
    expect(toldTexts(bench.models.seen)).toEqual(told)
  })

  test('[U-85] [E-12] is refused when nobody answers in time', async () => {
    const bench = await startAsking({ studio: { approvals: { timeout_ms: 60_000 } } })
    await bench.decide('ls', { decision: 'approve' })
    const { log, told } = await bench.end()
    expect(told).toEqual([REJECTED, 'did ls'])
    expect(log.find((event) => isOf(event, 'approval.answered') && event.decision === 'expired')).toBeDefined()
  })

  test('[U-85] [E-12] is refused at once where nobody can be asked', async () => {
    const bench = await startAsking({ more: { source: 'service' } })
    const { told, log } = await bench.end()
    expect(told).toEqual([REJECTED, REJECTED])
    expect((log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)).toBeLessThan(1000)
  })

  test('[U-85] an answer for other arguments, or given twice, decides nothing', async () => {
    const bench = await startAsking({ turns: calls('rm') })
    const first = (await bench.log()).find((event) => isOf(event, 'approval.requested'))
    const call = first?.parent
    if (call === null || call === undefined) throw new Error('nobody asks')
    const wrong = 'f'.repeat(64) as never
    await bench.bench.store.send(TEST_RUN, { id: 'other', kind: 'approve', call, argsSha: wrong, decision: 'approve' })
    await bench.clock.sleep(100)
    expect(bench.hosts.began).toEqual([])
    expect(await bench.decide('rm', { decision: 'approve' })).toBe('accepted')
    expect(await bench.decide('rm', { decision: 'approve' })).toBe('duplicate')
    await bench.end()
    expect(bench.hosts.began).toHaveLength(1)
  })

  test('[U-84] [E-14] a policy asks too, and a list never takes a flag away', async () => {
    const plain = { run: echo, parameters }
    const bench = await startAsking({
      studio: { permissions: { approval_required: ['BASH'] } },
      tools: { bash: plain, rm: asks, look: plain },
      turns: calls('bash', 'rm', 'look'),
    })
    expect(asked(await bench.log())).toEqual(['bash', 'rm'])
    await bench.decide('bash', { decision: 'approve' })
    await bench.decide('rm', { decision: 'approve' })
    expect((await bench.end()).told).toEqual(['did bash', 'did rm', 'did look'])
  })

  test('[U-84] [E-13] what is blocked is not offered, not asked about, and not run', async () => {
    const bench = ruledBench({
      studio: { permissions: { allow: ['look'] } },
      tools: { bash: asks, look: { run: echo, parameters } },
      turns: calls('bash', 'look'),
    })
    const log = await bench.run()
    expect(bench.models.seen[0]?.body).not.toContain('"bash"')
    expect(asked(log)).toEqual([])
    expect(endsOf(log)).toEqual(['bash denied blocked', 'look ok'])
  })

  test('[U-85] the time of a person is not the time of the tool', async () => {
    const slow: FakeTool = async (_args, { host }) => {
      await bench.clock.sleep(50, host.signal)
      return 'done'
    }
    const bench = await startAsking({
      studio: { timeout_ms: 100, retries: 0, parallel: { headroom_ms: 0 } },
      tools: { rm: { run: (args, call) => slow(args, call), studio: { requires_approval: true } } },
      turns: [[{ tool: 'rm' }]],
    })
    await bench.clock.sleep(60_000)
    await bench.decide('rm', { decision: 'approve' })
    expect((await bench.end()).told).toEqual(['done'])
  })
})

test('[U-85] the time of an agent stands still while a person is asked', async () => {
  const bench = await startAsking({ turns: calls('rm'), studio: { approvals: { timeout_ms: 900_000 } } })
  await bench.clock.sleep(600_000)
  await bench.decide('rm', { decision: 'approve' })
  const { log, told } = await bench.end()
  expect(told).toEqual(['did rm'])
  expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
})

describe('a person who is asked when the server ends', () => {
  test('[U-85] [E-19] is still asked by the next one, and answers once', async () => {
    const bench = await startAsking({})
    await bench.decide('ls', { decision: 'approve' })
    await bench.clock.sleep(100)
    expect(await bench.bench.runtime.letGo(TEST_RUN)).toBe(true)
    const next = testBench({
      models: bench.models,
      hosts: bench.hosts,
      clock: bench.clock,
      store: bench.bench.store,
      vault: bench.bench.vault,
    })
    const going = next.runtime.execute(TEST_RUN, new AbortController().signal)
    await bench.clock.sleep(1000)
    expect(asked(await next.log())).toEqual(['rm', 'ls'])
    expect(bench.hosts.began).toEqual([])
    await decide(next.store, await next.log(), 'rm', { decision: 'approve' })
    await going
    const log = await next.log()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(endsOf(log)).toEqual(['rm ok', 'ls ok'])
    expect(bench.hosts.began).toHaveLength(2)
  })

  test('[U-85] decisions are taken from the log when the run is replayed', async () => {
    const bench = await startAsking({})
    await bench.decide('rm', { decision: 'edit', args: '{"what": "edited"}' })
    await bench.decide('ls', { decision: 'reject' })
    const { log, told } = await bench.end()
    const again = testBench({ models: bench.models, hosts: bench.hosts })
    const replay = await again.run(bench.request, { record: { log, onDifference: 'fail' } })
    expect(endsOf(replay)).toEqual(endsOf(log))
    expect(replay.at(-1)).toMatchObject({ outcome: 'ok' })
    expect(told[0]).toBe('did edited')
    expect(bench.hosts.began).toHaveLength(1)
  })
})

describe('calls that run together', () => {
  test('[U-35] are those that fit, are allowed and approved; the others never begin', async () => {
    const run = await startAsking({
      studio: {
        parallel_tool_calls: true,
        hooks: [{ event: 'pre_tool_use', run: 'hooks.ts#guard', match: 'kill' }],
      },
      hooks: { guard: () => 'deny' },
      tools: {
        rm: asks,
        ls: asks,
        odd: { run: echo, parameters },
        kill: { run: echo, parameters },
        see: { run: echo, parameters },
      },
      turns: [
        [
          { tool: 'rm', args: '{"what": "rm"}' },
          { tool: 'odd', args: '{"what": 7}' },
          { tool: 'kill', args: '{"what": "kill"}' },
          { tool: 'ls', args: '{"what": "ls"}' },
          { tool: 'see', args: '{"what": "see"}' },
        ],
      ],
    })
    await run.decide('rm', { decision: 'reject' })
    await run.decide('ls', { decision: 'approve' })
    const { log, told } = await run.end()
    expect(run.hosts.began).toEqual(['t.ls {"what":"ls"}', 't.see {"what":"see"}'])
    expect(told.map((text) => text.startsWith('did '))).toEqual([false, false, false, true, true])
    const batches = log.flatMap((event) => (isOf(event, 'tool.started') ? [event.batch] : []))
    expect(new Set(batches.map(({ mode }) => mode))).toEqual(new Set(['parallel']))
  })
})

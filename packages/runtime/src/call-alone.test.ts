import { JsonNumber, type JsonObject } from '@slyglass/base'
import { isOf, type LoneCall, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { FakeTool } from './testing/fake-hosts.ts'
import { decide, type RuledRun, ruledBench, toldTexts } from './testing/ruled-bench.ts'
import { TEST_RUN, testBench } from './testing/test-bench.ts'

async function callAlone(call: LoneCall, run: Omit<RuledRun, 'turns'>) {
  const desk = ruledBench({ ...run, turns: [], more: { call, message: call.tool, ...run.more } })
  const log = await desk.run()
  const ends = log.filter((event) => isOf(event, 'tool.finished'))
  return { ...desk, log, ends, end: log.at(-1) }
}

const add = {
  run: (args: JsonObject) => {
    const a = args.get('a')
    return a instanceof JsonNumber ? new JsonNumber(String(a.toNumber() + 1)) : 'no number'
  },
  parameters: { type: 'object', properties: { a: { type: 'int' } }, required: ['a'] },
}
const types = (log: readonly RunEvent[]) => log.map(({ type }) => type)

describe('one tool alone', () => {
  test('[N-85] is a whole run without a model: its log says what was asked for and what came of it', async () => {
    const { log, end, models } = await callAlone({ tool: 'add', args: '{"a":41}' }, { tools: { add } })
    expect(models.seen).toEqual([])
    expect(types(log)).toEqual([
      'run.started',
      'agent.started',
      'tool.started',
      'attempt.started',
      'attempt.finished',
      'tool.finished',
      'agent.finished',
      'run.finished',
    ])
    expect(log[0]).toMatchObject({ call: { tool: 'add', args: '{"a":41}' } })
    expect(end).toMatchObject({ outcome: 'ok', answer: '42' })
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[N-85] passes what a call of a model passes: schema, permissions, retries', async () => {
    const studio = { retries: 1, permissions: { deny: ['pay'] } }
    const invalid = await callAlone({ tool: 'add', args: '{}' }, { studio, tools: { add } })
    expect(invalid.end).toMatchObject({ outcome: 'failed', failure: { code: 'invalid-arguments' } })
    const blocked = await callAlone({ tool: 'pay', args: '{}' }, { studio, tools: { pay: () => 'paid' } })
    expect(blocked.hosts.began).toEqual([])
    expect(blocked.end).toMatchObject({ outcome: 'denied', failure: { code: 'blocked' } })
    let calls = 0
    const shaky = () => {
      calls += 1
      if (calls === 1) throw new Error('not yet')
      return 'there'
    }
    const retried = await callAlone({ tool: 'shaky', args: '{}' }, { studio, tools: { shaky } })
    expect(retried.ends).toMatchObject([{ outcome: 'ok', attempts: 2, text: 'there' }])
  })

  test('[U-64] is called as often as was asked, whatever the limits of a run say', async () => {
    const studio = { limits: { tool_calls: 2, same_call_repeats: 1 } }
    const { ends, end } = await callAlone({ tool: 'add', args: '{"a":1}', times: 5 }, { studio, tools: { add } })
    expect(ends).toHaveLength(5)
    expect(ends.every(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(end).toMatchObject({ outcome: 'ok' })
  })

  test('a tool that no agent lists is called too, and one that is not there is said to be missing', async () => {
    const network = {
      tools: [
        { name: 'desk', function: { description: 'I work.' }, instructions: 'Work.' },
        { name: 'spare', class: 't.spare', function: { description: 'Lies about.' } },
      ],
    }
    const documents = [{ path: 'registries/test.hocon', text: JSON.stringify(network) }]
    const spare = () => 'used'
    const called = await callAlone({ tool: 'spare', args: '{}' }, { tools: { spare }, more: { documents } })
    expect(called.end).toMatchObject({ outcome: 'ok', answer: 'used' })
    const missing = await callAlone({ tool: 'nothing', args: '{}' }, { tools: { add } })
    expect(missing.end).toMatchObject({
      outcome: 'failed',
      failure: { code: 'no-such-tool', message: 'There is no tool nothing: desk has add.' },
    })
    const stranger = await callAlone({ tool: 'add', args: '{}', agent: 'nobody' }, { tools: { add } })
    expect(stranger.end).toMatchObject({ failure: { message: 'There is no agent nobody in test.' } })
  })

  test('an agent is no tool that could be called without a model', async () => {
    const { end } = await callAlone({ tool: 'desk', args: '{}' }, { tools: { add } })
    expect(end).toMatchObject({ outcome: 'failed', failure: { code: 'not-a-tool' } })
  })

  test('[U-85] a call that waits for a person goes on in the next server, and is made once', async () => {
    const studio = { permissions: { approval_required: ['pay'] } }
    const call = { tool: 'pay', args: '{"sum": 3.0}' }
    const pay = { run: () => 'paid', parameters: { type: 'object', properties: { sum: { type: 'number' } } } }
    const desk = ruledBench({ studio, tools: { pay }, turns: [], more: { call, message: 'pay' } })
    await desk.bench.runtime.start(desk.request)
    await desk.clock.sleep(100)
    expect(await desk.bench.runtime.letGo(TEST_RUN)).toBe(true)
    const { models, hosts, clock } = desk
    const next = testBench({ models, hosts, clock, store: desk.bench.store, vault: desk.bench.vault })
    const going = next.runtime.execute(TEST_RUN, new AbortController().signal)
    await clock.sleep(1000)
    await decide(next.store, await next.log(), 'pay', { decision: 'approve' })
    await going
    const log = await next.log()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'paid' })
    expect(hosts.began).toEqual(['t.pay {"sum":3.0}'])
    expect(models.seen).toEqual([])
  })

  test('where nobody can be asked, what needs an approval is denied', async () => {
    const studio = { permissions: { approval_required: ['pay'] } }
    const pay = () => 'paid'
    const denied = await callAlone({ tool: 'pay', args: '{}' }, { studio, tools: { pay }, more: { source: 'test' } })
    expect(denied.hosts.began).toEqual([])
    expect(denied.end).toMatchObject({ outcome: 'denied', failure: { code: 'rejected' } })
  })
})

describe('stand-ins of a network', () => {
  const mocks = {
    search: { result: { results: ['a'] } },
    pay: { fail: 'Card declined' },
    slow: { delay_ms: 5000, result: 'late' },
    broken: { raise: 'Out of paper' },
  }
  const never = () => {
    throw new Error('it was called')
  }
  const tools = { search: never, pay: never, slow: never, broken: never }
  const mocked = (log: readonly RunEvent[]) =>
    log.flatMap((event) => (isOf(event, 'attempt.finished') ? [event.mocked === true] : []))

  test('[U-65] answer in place of tools where neuro-san’s ways count, and each answer says so', async () => {
    const told: string[] = []
    for (const tool of Object.keys(tools)) {
      const { log, hosts, ends, clock } = await callAlone({ tool, args: '{}' }, { studio: { mocks }, tools })
      expect(hosts.began).toEqual([])
      expect(mocked(log)).toEqual([true])
      told.push(`${tool} ${ends[0]?.outcome} ${ends[0]?.text}`)
      if (tool === 'slow') expect(clock.now()).toBeGreaterThanOrEqual(5000)
    }
    expect(told).toEqual([
      "search ok {'results': ['a']}",
      'pay failed Error: Card declined',
      'slow ok late',
      'broken failed Error: Out of paper',
    ])
  })

  test('[U-65] answer under rules, where a raised failure is tried again and a returned one is not', async () => {
    const studio = { mocks, retries: 1 }
    const broken = await callAlone({ tool: 'broken', args: '{}' }, { studio, tools })
    expect(mocked(broken.log)).toEqual([true, true])
    const pay = await callAlone({ tool: 'pay', args: '{}' }, { studio, tools })
    expect(mocked(pay.log)).toEqual([true])
    expect(pay.ends[0]?.text).toContain('Card declined')
    const search = await callAlone({ tool: 'search', args: '{}' }, { studio, tools })
    expect(search.ends[0]).toMatchObject({ text: '{"results":["a"]}', result: '{"results":["a"]}' })
  })

  test('[U-65] stand in for an agent and for a tool that code calls', async () => {
    const network = {
      studio: { mocks: { helper: { result: 'done by nobody' }, inner: { result: 'not asked' } } },
      tools: [
        {
          name: 'desk',
          function: { description: 'I work.' },
          instructions: 'AGENT:desk Work.',
          tools: ['helper', 'outer'],
        },
        { name: 'helper', function: { description: 'Helps.' }, instructions: 'AGENT:helper Help.' },
        { name: 'outer', class: 't.outer', function: { description: 'Calls another.' } },
        { name: 'inner', class: 't.inner', function: { description: 'Is called.' } },
      ],
    }
    const documents = [{ path: 'registries/test.hocon', text: JSON.stringify(network) }]
    const outer: FakeTool = async (_args, { host }) => JSON.stringify(await host.onUse?.('inner', '{}'))
    const tools = { outer, inner: never }
    const turns = [
      [
        { tool: 'helper', id: 'a' },
        { tool: 'outer', id: 'b' },
      ],
    ]
    const desk = ruledBench({ tools, turns, more: { documents } })
    const log = await desk.run()
    expect(desk.models.seen.filter(({ agent }) => agent === 'helper')).toEqual([])
    expect(toldTexts(desk.models.seen)).toEqual(['done by nobody', expect.stringContaining('not asked')])
    expect(mocked(log).filter(Boolean)).toHaveLength(2)
  })

  test('[U-65] are nothing to tools that have none', async () => {
    const { log } = await callAlone({ tool: 'add', args: '{"a":1}' }, { studio: { mocks }, tools: { add } })
    expect(mocked(log)).toEqual([false])
  })
})

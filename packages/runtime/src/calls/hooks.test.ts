import { isOf, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { endsOf, type FakeTool, playRuled, type RuledRun, ruledBench, toldTexts } from '../testing/index.ts'

const echo: FakeTool = (args) => `did ${String(args.get('what'))}`
const parameters = { type: 'object', properties: { what: { type: 'string' } } }
const tool = { run: echo, parameters }
const pre = (name: string, more: object = {}) => ({ event: 'pre_tool_use', run: `p.ts#${name}`, ...more })
const post = (name: string, more: object = {}) => ({ event: 'post_tool_use', run: `p.ts#${name}`, ...more })

async function play(run: Partial<RuledRun>) {
  const bench = ruledBench({
    tools: { rm: tool, ls: tool },
    turns: [
      [
        { tool: 'rm', args: '{"what": "rm"}' },
        { tool: 'ls', args: '{"what": "ls"}' },
      ],
    ],
    ...run,
  })
  const log = await bench.run()
  expect(verifyLog(log, 'finished')).toEqual([])
  return { ...bench, log, told: toldTexts(bench.models.seen) }
}

describe('hooks before a call', () => {
  test('[U-83] deny it with their reason; the next ones are not asked', async () => {
    const { told, log, hooksAsked, hosts } = await play({
      studio: { hooks: [pre('guard', { match: 'rm' }), pre('later')] },
      hooks: { guard: () => ({ decision: 'deny', reason: 'not allowed' }), later: () => null },
    })
    expect(told).toEqual(['Tool call was denied by hook: not allowed', 'did ls'])
    expect(endsOf(log)).toEqual(['rm denied hook-denied', 'ls ok'])
    expect(hooksAsked).toEqual(['guard', 'later'])
    expect(hosts.began).toHaveLength(1)
  })

  test('[U-83] change arguments for those after them, for the schema, and for the call', async () => {
    const seen: unknown[] = []
    const { told, hosts } = await play({
      studio: { hooks: [pre('first', { priority: 1 }), pre('second', { priority: 2 })] },
      hooks: {
        first: () => ({ decision: 'modify', changes: { arguments: { what: 'changed' } } }),
        second: (payload) => void seen.push(payload.arguments),
      },
    })
    expect(seen).toEqual([{ what: 'changed' }, { what: 'changed' }])
    expect(told).toEqual(['did changed', 'did changed'])
    expect(hosts.began[0]).toBe('t.rm {"what":"changed"}')
  })

  test('[U-83] that throw or say nothing in time decide nothing, unless they fail closed', async () => {
    const never = () => new Promise(() => undefined)
    const { told, log } = await play({
      studio: {
        hooks: [
          pre('broken', { match: 'ls' }),
          pre('silent', { match: 'ls', timeout_ms: 50 }),
          pre('closed', { match: 'rm', fail_closed: true }),
        ],
      },
      hooks: {
        broken: () => {
          throw new Error('boom')
        },
        silent: never,
        closed: () => {
          throw new Error('boom')
        },
      },
    })
    expect(told).toEqual(['Tool call was denied by hook: the hook closed failed and is fail_closed (boom)', 'did ls'])
    expect(
      log
        .filter((event) => isOf(event, 'hook.finished'))
        .map((event) => isOf(event, 'hook.finished') && event.decision),
    ).toEqual(['deny', 'allow', 'allow'])
  })

  test('[U-39] of the second call see what the first one changed, one after the other', async () => {
    const deps: unknown[] = []
    const set: FakeTool = () => new Map([['__update_context__', new Map([['done', true]])]])
    const run = (parallel: boolean) =>
      play({
        studio: { parallel_tool_calls: parallel, hooks: [pre('look', { match: 'b' })] },
        hooks: { look: (payload) => void deps.push(payload.deps) },
        tools: { a: set, b: tool },
        turns: [[{ tool: 'a' }, { tool: 'b' }]],
      })
    await run(false)
    await run(true)
    expect(deps).toEqual([{ done: true }, {}])
  })

  test('[U-34] all run before any call of a batch that runs together', async () => {
    const order: string[] = []
    await play({
      studio: { parallel_tool_calls: true, hooks: [pre('look')] },
      hooks: { look: (payload) => void order.push(`hook ${payload.toolName}`) },
      tools: {
        rm: () => {
          order.push('rm')
          return ''
        },
        ls: () => {
          order.push('ls')
          return ''
        },
      },
      turns: [[{ tool: 'rm' }, { tool: 'ls' }]],
    })
    expect(order).toEqual(['hook rm', 'hook ls', 'rm', 'ls'])
  })
})

describe('hooks after a call', () => {
  test('[U-83] [E-8] see what ran, not what was denied, unless they ask to', async () => {
    const seen: string[] = []
    await play({
      studio: { hooks: [pre('guard', { match: 'rm' }), post('after'), post('all', { observe_denied: true })] },
      hooks: {
        guard: () => 'deny',
        after: (payload) => void seen.push(`after ${payload.toolName} ${payload.result}`),
        all: (payload) => void seen.push(`all ${payload.toolName}`),
      },
    })
    expect(seen).toEqual(['all rm', 'after ls did ls', 'all ls'])
  })

  test('[E-35] [B-63] put a result in the place of a call: nothing runs, and later hooks see it', async () => {
    const { told, hosts, log } = await playRuled({
      studio: {
        hooks: [
          { event: 'pre_tool_use', run: 'p.ts#replace' },
          { event: 'post_tool_use', run: 'p.ts#after' },
        ],
      },
      hooks: {
        replace: () => ({ decision: 'replace', result: { x: 1 } }),
        after: ({ result }) => ({ decision: 'modify', changes: { result: `${String(result)}!` } }),
      },
      tools: { add: () => 'never' },
      turns: [[{ tool: 'add' }]],
    })
    expect(told).toEqual(['{"x":1}!'])
    expect(hosts.began).toEqual([])
    expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({
      outcome: 'ok',
      result: '{"x":1}',
      attempts: 0,
    })
  })

  test('[E-35] replace what the model reads; an object is read as JSON', async () => {
    const { told } = await play({
      studio: { hooks: [post('change')] },
      hooks: { change: () => ({ decision: 'modify', changes: { result: { short: true } } }) },
    })
    expect(told).toEqual(['{"short":true}', '{"short":true}'])
  })

  test('[U-36] run in call order, whatever finished first', async () => {
    const seen: unknown[] = []
    const bench = ruledBench({
      studio: { parallel_tool_calls: true, hooks: [post('after')] },
      hooks: { after: (payload) => void seen.push(payload.toolName) },
      tools: {
        slow: async (_args, { host }) => {
          await bench.clock.sleep(150, host.signal)
          return 'slow'
        },
        fast: () => 'fast',
      },
      turns: [[{ tool: 'slow' }, { tool: 'fast' }]],
    })
    const log = await bench.run()
    expect(seen).toEqual(['slow', 'fast'])
    expect(toldTexts(bench.models.seen)).toEqual(['slow', 'fast'])
    const finished = log.flatMap((event) =>
      isOf(event, 'attempt.finished') && event.answer?.of === 'tool' ? [event.answer.text] : [],
    )
    expect(finished).toEqual(['fast', 'slow'])
  })
})

describe('hooks around a request', () => {
  test('[U-83] stop it before the model is asked', async () => {
    const { models, log } = await play({
      studio: { hooks: [{ event: 'pre_request', run: 'p.ts#guard' }] },
      hooks: { guard: (payload) => (payload.iteration === 2 ? { decision: 'deny', reason: 'enough' } : null) },
    })
    expect(models.seen).toHaveLength(1)
    expect(log.at(-1)).toMatchObject({
      outcome: 'failed',
      answer: expect.stringContaining('A hook denied the request to the model: enough'),
    })
  })

  test('[U-83] see the session begin and end, and each answer', async () => {
    const events: unknown[] = []
    const names = ['session_start', 'pre_request', 'post_response', 'session_end']
    await play({
      studio: { hooks: names.map((event) => ({ event, run: `p.ts#${event}` })) },
      hooks: Object.fromEntries(
        names.map((name) => [name, (payload: object) => void events.push([name, { ...payload, deps: 0 }])]),
      ),
      turns: [],
    })
    expect(events).toEqual([
      ['session_start', { agentName: 'desk', deps: 0 }],
      ['pre_request', { agentName: 'desk', toolCount: 2, iteration: 1, deps: 0 }],
      ['post_response', { agentName: 'desk', iteration: 1, deps: 0 }],
      ['session_end', { agentName: 'desk', output: 'done', deps: 0 }],
    ])
  })
})

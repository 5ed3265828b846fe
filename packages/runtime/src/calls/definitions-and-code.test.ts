import { isOf } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { decide, endsOf, type FakeTool, playRuled, ruledBench, TEST_RUN, toldTexts } from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const RULES = { retries: 1 }

describe('a tool that brings its definition', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string', minLength: 1 } }, required: ['city'] }
  const outputSchema = { type: 'string' }
  const weather = {
    name: 'weather',
    description: 'Tells the weather.',
    parameters,
    outputSchema,
    settings: { retries: 0 },
    env: [],
  }
  const run: FakeTool = (args) => {
    if (args.get('city') === 'Nowhere') throw new Error('boom')
    return `Sunny in ${String(args.get('city'))}`
  }

  test('[U-3] makes its agent follow the rules, with its schema and settings', async () => {
    const { told, hosts, models, log } = await playRuled({
      tools: { weather: run },
      described: { weather },
      turns: [
        [
          { tool: 'weather', args: '{"city": "Paris", "more": 1}' },
          { tool: 'weather', args: '{"city": ""}' },
          { tool: 'weather', args: '{"city": "Nowhere"}' },
        ],
      ],
    })
    expect(models.seen[0]?.body).toContain('"minLength":1')
    expect(told[0]).toBe('Sunny in Paris')
    expect(told[1]).toContain(
      "Invalid arguments for 'weather': Invalid value: city: must NOT have fewer than 1 characters",
    )
    expect(told[2]).toContain('Attempts: 1\n')
    expect(hosts.began).toEqual(['t.weather {"city":"Paris","more":1}', 't.weather {"city":"Nowhere"}'])
    const kept = log.find((event) => isOf(event, 'context.changed'))?.changes
    expect(kept).toContain('"described"')
    expect(kept).toContain('"outputSchema":{"type":"string"}')
  })

  test('[U-73] [E-31] is not offered without the variables that it needs', async () => {
    const { models, log } = await playRuled({
      tools: { weather: run, other: answer('x') },
      described: { weather: { ...weather, env: ['WEATHER_API_KEY'], missing: ['WEATHER_API_KEY'] } },
      turns: [],
    })
    expect(models.seen[0]?.body).not.toContain('"weather"')
    expect(models.seen[0]?.body).toContain('"other"')
    expect(log.find((event) => isOf(event, 'note.noted'))).toMatchObject({
      text: expect.stringContaining('WEATHER_API_KEY environment variable is required'),
    })
  })
})

describe('calls that code makes', () => {
  const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }
  const use =
    (tool: string, args: object): FakeTool =>
    async (_args, { host }) => {
      const reply = await host.onUse?.(tool, JSON.stringify(args))
      return reply?.ok === true ? reply.text : `stopped: ${reply?.message}`
    }

  test('[U-67] follow the rules of the agent: hooks, schema, attempts', async () => {
    let calls = 0
    const search: FakeTool = () => {
      calls += 1
      if (calls === 1) throw new Error('once')
      return 'found'
    }
    const { told, log, hooksAsked } = await playRuled({
      studio: { ...RULES, hooks: [{ event: 'pre_tool_use', run: 'p.ts#guard', match: 'delete' }] },
      hooks: { guard: () => ({ decision: 'deny', reason: 'never' }) },
      tools: {
        good: use('search', { q: 'x' }),
        bad: use('search', {}),
        evil: use('delete', { q: 'all' }),
        search: { run: search, parameters },
        delete: { run: answer('gone'), parameters },
      },
      turns: [[{ tool: 'good' }, { tool: 'bad' }, { tool: 'evil' }]],
    })
    expect(told[0]).toBe('found')
    expect(told[1]).toContain("Error: Invalid arguments for 'search': Missing required fields: q")
    expect(told[2]).toBe('Tool call was denied by hook: never')
    expect(hooksAsked).toEqual(['guard'])
    expect(endsOf(log)).toEqual([
      'search ok',
      'good ok',
      'search failed invalid-arguments',
      'bad ok',
      'delete denied hook-denied',
      'evil ok',
    ])
  })

  test.each([
    [{}, 'stopped: Tool not found: serch\nDid you mean one of these?\n- search'],
    [{ profile: 'bub' }, 'stopped: Tool `serch` does not exist. Did you mean one of the following?\n- search'],
  ])('[U-67] of a name that means nothing read what a model would read (%j)', async (more, text) => {
    const { told } = await playRuled({
      studio: { ...RULES, ...more },
      tools: { outer: use('serch', { q: 'x' }), search: answer('found') },
      turns: [[{ tool: 'outer' }]],
    })
    expect(told).toEqual([text])
  })

  test('[B-4] find a tool by its runtime name, also one that only its definition describes', async () => {
    const described = {
      name: 'math_add',
      description: 'Adds.',
      parameters,
      settings: { runtime_name: 'math.add' },
      env: [],
    }
    const { told, log } = await playRuled({
      tools: { code: { run: use('MATH.add', { q: 'x' }), parameters }, math_add: answer('5') },
      described: { math_add: described },
      turns: [[{ tool: 'code', args: '{"q":"x"}' }]],
    })
    expect(told).toEqual(['5'])
    const inner = log.find((event) => isOf(event, 'tool.started') && event.tool === 'math_add')
    expect(inner?.span).toMatch(/\/math_add:[0-9a-f]+:1$/)
  })

  test('[U-87] hand what they change of what tools share to the outer call', async () => {
    const { log } = await playRuled({
      studio: { todos: { enabled: true } },
      tools: {
        plan: use('note', { q: 'x' }),
        note: { run: () => new Map([['__update_context__', new Map([['noted', true]])]]), parameters },
      },
      turns: [[{ tool: 'plan' }]],
    })
    const changed = log.flatMap((event) =>
      isOf(event, 'context.changed') ? [[event.span.split('/').length, event.changes]] : [],
    )
    const ops = '{"ops":[{"op":"set","key":"noted","value":true}]}'
    expect(changed).toEqual([
      [2, ops],
      [1, ops],
    ])
  })

  test('[U-85] stop the time of the outer call while a person is asked', async () => {
    const bench = ruledBench({
      studio: { timeout_ms: 100, retries: 0, parallel: { headroom_ms: 0 } },
      tools: {
        outer: use('inner', { q: 'x' }),
        inner: { run: answer('done'), parameters, studio: { requires_approval: true } },
      },
      turns: [[{ tool: 'outer' }]],
    })
    await bench.bench.runtime.start(bench.request)
    await bench.clock.sleep(60_000)
    await decide(bench.bench.store, await bench.bench.log(), 'inner', { decision: 'approve' })
    await bench.bench.runtime.settled(TEST_RUN)
    expect(toldTexts(bench.models.seen)).toEqual(['done'])
  })
})

import { type Json, JsonNumber } from '@slyglass/base'
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import {
  BrokeDown,
  decide,
  endsOf,
  type FakeTool,
  fakeHosts,
  Returned,
  type RuledRun,
  ruledBench,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
  toldTexts,
} from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const texts = async (run: RuledRun) => {
  const bench = ruledBench(run)
  const log = await bench.run()
  expect(verifyLog(log, 'finished')).toEqual([])
  return { ...bench, log, told: toldTexts(bench.models.seen) }
}
const RULES = { retries: 1 }

describe('an agent without rules', () => {
  test('calls side by side and once, in the words of neuro-san', async () => {
    const boom: FakeTool = () => {
      throw new Error('boom')
    }
    const { told, log, hosts } = await texts({
      tools: { a: boom, b: answer('B') },
      turns: [[{ tool: 'a' }, { tool: 'b' }]],
    })
    expect(told).toEqual(['Error: boom', 'B'])
    expect(hosts.began).toHaveLength(2)
    expect(log.find((event) => isOf(event, 'tool.started'))?.batch.mode).toBe('parallel')
  })
})

describe('a failure', () => {
  test('[U-20] [E-11] an exception is tried again, and told with attempts and cause', async () => {
    const { told, hosts, log } = await texts({
      studio: RULES,
      tools: {
        pay: () => {
          throw new Error('boom')
        },
      },
      turns: [[{ tool: 'pay' }]],
    })
    expect(hosts.began).toHaveLength(2)
    expect(told[0]).toBe(
      'Tool execution failed: pay\nError: Tool execution failed: boom\nAttempts: 2\nOriginal cause: boom\nThe call can be made again with other arguments, or try a different approach.',
    )
    expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({
      outcome: 'failed',
      attempts: 2,
      failure: { code: 'exception', category: 'exception', message: 'boom' },
    })
  })

  test('[U-20] that passes by itself is not told', async () => {
    let calls = 0
    const { told } = await texts({
      studio: RULES,
      tools: {
        flaky() {
          calls += 1
          if (calls === 1) throw new Error('once')
          return 'fine'
        },
      },
      turns: [[{ tool: 'flaky' }]],
    })
    expect(told).toEqual(['fine'])
  })

  test('[U-8] [E-11] that is returned is told once, and not tried again', async () => {
    const { told, hosts, log } = await texts({
      studio: RULES,
      tools: {
        weather: () => {
          throw new Returned('"Weather API is unavailable"')
        },
      },
      turns: [[{ tool: 'weather' }]],
    })
    expect(hosts.began).toHaveLength(1)
    expect(told).toEqual(['Tool execution failed: weather - Tool execution failed with: "Weather API is unavailable"'])
    expect(endsOf(log)).toEqual(['weather failed returned-error'])
  })

  test('[U-45] a process that breaks down under its call fails that call alone, and it is not made again', async () => {
    const { told, hosts, log } = await texts({
      studio: RULES,
      tools: {
        crash: () => {
          throw new BrokeDown('the process ended with signal 9')
        },
        b: answer('B'),
      },
      turns: [[{ tool: 'crash' }, { tool: 'b' }]],
    })
    expect(told).toEqual(['Tool execution failed: crash - task exited: the process ended with signal 9', 'B'])
    expect(hosts.began).toHaveLength(2)
    expect(endsOf(log)).toEqual(['crash failed host-lost', 'b ok'])
  })

  test('[U-43] a timeout is tried again: two attempts of 100 ms', async () => {
    const { told, log, clock } = await texts({
      studio: { ...RULES, timeout_ms: 100 },
      tools: {
        hang: (_args, { host }) =>
          new Promise((_resolve, reject) => host.signal.addEventListener('abort', () => reject(new Error('stopped')))),
      },
      turns: [[{ tool: 'hang' }]],
    })
    expect(told[0]).toContain('Error: Tool execution failed: hang timed out after 100 ms\nAttempts: 2\n')
    const attempts = log.filter((event) => isOf(event, 'attempt.finished') && event.failure?.code === 'timed-out')
    expect(attempts).toHaveLength(2)
    expect(clock.now() - (log[0]?.at ?? 0)).toBeLessThan(1000)
  })

  test('[U-43] a tool that does not hear that its time is over is left alone', async () => {
    const { log } = await texts({
      studio: { retries: 0, timeout_ms: 100 },
      tools: { deaf: () => new Promise(() => undefined) },
      turns: [[{ tool: 'deaf' }]],
    })
    expect(log.find((event) => isOf(event, 'attempt.finished') && event.abandoned === true)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'timed-out' },
    })
  })

  test('[U-26] [E-26] is told without private values and without values of fields that are left out', async () => {
    const { told, bench } = await texts({
      studio: { retries: 0 },
      tools: {
        login: {
          parameters: { type: 'object', properties: { password: { type: 'string' } } },
          run: (args, { board }) => {
            throw new Error(`${String(args.get('password'))} does not open ${board.get('token')}`)
          },
        },
      },
      turns: [[{ tool: 'login', args: '{"password": "hunter2"}' }]],
      bench: { sly: { token: '"k-demo-7431-canary"' } },
    })
    expect(told[0]).toContain('Error: Tool execution failed: [redacted] does not open "⟨sly:token⟩"')
    expect(bench.store.bytes()).not.toContain('canary')
  })

  test('[U-75] arguments are recorded without the fields that are left out', async () => {
    const { log, hosts } = await texts({
      studio: RULES,
      tools: {
        call: {
          run: answer('ok'),
          parameters: { type: 'object', properties: { api_key: { type: 'string' }, q: { type: 'string' } } },
        },
      },
      turns: [[{ tool: 'call', args: '{"api_key": "k1234", "q": "x"}' }]],
    })
    const begun = log.find((event) => isOf(event, 'attempt.started') && event.of === 'tool')
    expect(begun).toMatchObject({ args: '{"api_key":"[redacted]","q":"x"}' })
    expect(log.find((event) => isOf(event, 'tool.started'))).toMatchObject({ args: '{"api_key":"[redacted]","q":"x"}' })
    expect(hosts.began).toEqual(['t.call {"api_key":"k1234","q":"x"}'])
  })
})

describe('arguments', () => {
  const parameters = {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'int', minimum: 1 } },
    required: ['query'],
  }

  test('[U-13] [U-14] that do not fit are told with the schema; nothing is called', async () => {
    const { told, hosts, log } = await texts({
      studio: RULES,
      tools: { search: { run: answer('found'), parameters } },
      turns: [[{ tool: 'search', args: '{"limit": 0}' }]],
    })
    expect(told[0]).toContain("Error: Invalid arguments for 'search': Missing required fields: query\n")
    expect(told[0]).toContain("Error: Invalid arguments for 'search': Invalid value: limit: must be >= 1, got 0\n")
    expect(told[0]).toContain('Attempts: 1\n')
    expect(told[0]).toContain('"required":["query"]')
    expect(hosts.began).toEqual([])
    expect(endsOf(log)).toEqual(['search failed invalid-arguments'])
  })

  test("[N-17] that fit reach a tool in the author's shape, undeclared ones dropped", async () => {
    const { hosts } = await texts({
      studio: RULES,
      tools: { search: { run: answer('found'), parameters } },
      turns: [[{ tool: 'search', args: '{"more": 1, "limit": null, "query": "x"}' }]],
    })
    expect(hosts.began).toEqual(['t.search {"query":"x","limit":null}'])
  })

  test('[E-17] that are no JSON are answered alone, and the other calls go on', async () => {
    const { told, log } = await texts({
      studio: RULES,
      tools: { a: answer('A'), b: answer('B') },
      turns: [[{ tool: 'a', args: '{"x": ' }, { tool: 'b' }, { tool: 'a', args: '[1]' }]],
    })
    const words = 'Error: tool arguments were not valid JSON. Please retry with a JSON object.'
    expect(told).toEqual([words, 'B', words])
    expect(endsOf(log)).toEqual(['a failed invalid-json', 'b ok', 'a failed invalid-json'])
  })

  test('of a tool that was not offered are answered with names that may be meant', async () => {
    const { told } = await texts({ studio: RULES, tools: { search: answer('x') }, turns: [[{ tool: 'serch' }]] })
    expect(told).toEqual(['Tool not found: serch\nDid you mean one of these?\n- search'])
  })

  test('[E-23] a tool may be called by its runtime name', async () => {
    const { told, log } = await texts({
      tools: { math_add: { run: answer('5'), studio: { runtime_name: 'math.add' } } },
      turns: [[{ tool: 'math.add' }]],
    })
    expect(told).toEqual(['5'])
    expect(log.find((event) => isOf(event, 'tool.started'))?.tool).toBe('math_add')
  })
})

describe('what tools share', () => {
  const setTo =
    (key: string, value: number | string): FakeTool =>
    () =>
      new Map<string, Json>([
        ['done', true],
        [
          '__update_context__',
          new Map<string, Json>([[key, typeof value === 'number' ? new JsonNumber(String(value)) : value]]),
        ],
      ])
  const seen: unknown[] = []
  const look: FakeTool = (_args, { host }) => {
    seen.push(JSON.parse(host.context ?? '{}').deps)
    return 'looked'
  }

  test('[U-38] [U-56] an update is no part of the result, and is seen from the next answer on', async () => {
    seen.length = 0
    const { told, log } = await texts({
      studio: { ...RULES, deps: { count: 0 } },
      tools: { set: setTo('count', 7), look },
      turns: [[{ tool: 'set' }, { tool: 'look' }], [{ tool: 'look' }]],
    })
    expect(told[0]).toBe("{'done': True}")
    expect(seen).toEqual([{ count: 0 }, { count: 7 }])
    expect(log.find((event) => isOf(event, 'context.changed'))).toMatchObject({
      changes: '{"ops":[{"op":"set","key":"count","value":7}]}',
    })
  })

  test('[E-9] [U-36] the last call wins, whatever finished last', async () => {
    seen.length = 0
    const slow: FakeTool = async (args, call) => {
      await bench.clock.sleep(100, call.host.signal)
      return setTo('marker', 'first')(args, call)
    }
    const bench = ruledBench({
      studio: { parallel_tool_calls: true },
      tools: { slow, fast: setTo('marker', 'second'), look },
      turns: [[{ tool: 'slow' }, { tool: 'fast' }], [{ tool: 'look' }]],
    })
    await bench.run()
    expect(seen).toEqual([{ marker: 'second' }])
  })

  test('[U-4] a tool is told who calls, what was said, and what was used', async () => {
    let told: Record<string, unknown> = {}
    await texts({
      studio: RULES,
      tools: {
        look: (_args, { host }) => {
          told = JSON.parse(host.context ?? '{}')
          return 'x'
        },
      },
      turns: [[{ tool: 'look', id: 'call_1' }]],
      more: {
        history: [{ type: 'HUMAN', text: 'Before' }],
      },
    })
    expect(told).toMatchObject({
      deps: {},
      callId: 'call_1',
      retry: 0,
      codeMode: false,
      agentPath: ['desk', 'look'],
      usage: { requests: 1, toolCalls: 1, inputTokens: 11, outputTokens: 7 },
      conversationHistory: [
        { role: 'user', content: 'Before' },
        { role: 'user', content: 'go' },
      ],
    })
    expect(told.requestId).toMatch(/^req_[0-9a-f]+$/)
    expect(Date.parse(String(told.timestamp))).toBeGreaterThan(0)
  })
})

describe('limits', () => {
  test('[E-18] end the run, after every call has its message', async () => {
    const calls = ['1', '2', '3', '4', '5'].map((n) => ({ tool: 'a', args: `{"n": "${n}"}` }))
    const bench = ruledBench({
      studio: { limits: { tool_calls: 3 } },
      tools: { a: { run: answer('A'), parameters: { type: 'object', properties: { n: { type: 'string' } } } } },
      turns: [calls, calls],
    })
    const log = await bench.run()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a ok', 'a failed limit-reached', 'a failed limit-reached'])
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'failed', failure: { code: 'limit-reached' } })
    expect(bench.models.seen).toHaveLength(1)
  })

  test('[E-18] the very same call is not made a fourth time', async () => {
    const one = [{ tool: 'a' }]
    const bench = ruledBench({ studio: RULES, tools: { a: answer('A') }, turns: [one, one, one, one, one] })
    const log = await bench.run()
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a ok', 'a failed limit-reached'])
    expect(log.filter((event) => isOf(event, 'limit.reached'))).toMatchObject([
      { limit: 'same_call_repeats', value: 3 },
    ])
  })

  test('[E-18] the same call of several agents is no loop', async () => {
    const helper = (name: string) => ({
      name,
      function: { description: `I am ${name}.` },
      instructions: `AGENT:${name} Help.`,
      tools: ['now'],
    })
    const names = ['h1', 'h2', 'h3', 'h4', 'h5']
    const network = {
      llm_config: { model_name: 'gpt-4o' },
      studio: RULES,
      tools: [
        { name: 'desk', function: { description: 'I ask.' }, instructions: 'AGENT:desk Ask.', tools: names },
        ...names.map(helper),
        { name: 'now', class: 't.now', function: { description: 'Tells the time.' } },
      ],
    }
    const calls = (tools: readonly string[]) => tools.map((tool) => ({ tool, args: '{}' }))
    const models = scriptedModels([
      { agent: 'desk', assistantTurns: 0, answer: { calls: calls(names) } },
      { agent: 'desk', answer: { content: 'done' } },
      ...names.map((agent) => ({ agent, assistantTurns: 0, answer: { calls: calls(['now']) } })),
      { answer: { content: 'helped' } },
    ])
    const log = await testBench({ models, hosts: fakeHosts({ 't.now': () => 'noon' }) }).run(testRequest(network, 'go'))
    expect(endsOf(log).filter((end) => end === 'now ok')).toHaveLength(5)
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  })

  test('[U-86] a model is asked only so often', async () => {
    const calls = Array.from({ length: 9 }, (_, index) => [{ tool: 'a', args: `{"n": ${index}}` }])
    const bench = ruledBench({ studio: { max_iterations: 2 }, tools: { a: answer('A') }, turns: calls })
    const log = await bench.run()
    expect(bench.models.seen).toHaveLength(2)
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'iteration-limit' } })
  })

  test('[U-24] [E-29] a tool is not called too often, and is again after its time', async () => {
    const bench = ruledBench({
      tools: {
        a: { run: answer('A'), studio: { rate_limit: { calls: 2, per_ms: 60_000 }, limits: { same_call_repeats: 9 } } },
      },
      studio: { limits: { same_call_repeats: 9 } },
      turns: [[{ tool: 'a' }, { tool: 'a' }, { tool: 'a' }]],
    })
    const log = await bench.run()
    expect(endsOf(log)).toEqual(['a ok', 'a ok', 'a failed rate-limited'])
    expect(toldTexts(bench.models.seen)[2]).toBe('Rate limit exceeded. Please try again later.')
    expect(bench.hosts.began).toHaveLength(2)
  })
})

describe('kept and mocked results', () => {
  test('[U-30] [E-28] a result is given again, with its age', async () => {
    const { hosts, log, told } = await texts({
      tools: {
        fetch: {
          run: answer('page'),
          parameters: { type: 'object', properties: { url: { type: 'string' } } },
          studio: { cache: { key: ['url'] } },
        },
      },
      turns: [
        [{ tool: 'fetch', args: '{"url": "u"}' }],
        [
          { tool: 'fetch', args: '{"url": "u"}' },
          { tool: 'fetch', args: '{"url": "v"}' },
        ],
      ],
    })
    expect(told).toEqual(['page', 'page', 'page'])
    expect(hosts.began).toHaveLength(2)
    const cached = log.filter((event) => isOf(event, 'attempt.finished') && event.cached !== undefined)
    expect(cached).toHaveLength(1)
  })

  test.each([
    [{ result: { results: ['a'] } }, 'ok', '{"results":["a"]}'],
    [
      { fail: 'Card declined' },
      'failed returned-error',
      'Tool execution failed: pay - Tool execution failed with: "Card declined"',
    ],
    [
      { raise: 'down' },
      'failed exception',
      'Tool execution failed: pay\nError: Tool execution failed: down\nAttempts: 2',
    ],
    [
      { delay_ms: 90_000, result: 'late' },
      'failed timed-out',
      'Tool execution failed: pay\nError: Tool execution failed: pay timed out after 30000 ms',
    ],
  ])('[U-65] a mock %o stands in for the tool: %s', async (mock, end, text) => {
    const { hosts, log, told } = await texts({
      studio: { ...RULES, mocks: { pay: mock } },
      tools: { pay: answer('paid') },
      turns: [[{ tool: 'pay' }]],
    })
    expect(hosts.began).toEqual([])
    expect(endsOf(log)).toEqual([`pay ${end}`])
    expect(told[0]?.startsWith(text)).toBe(true)
  })

  test('[U-65] a row says that it was mocked', async () => {
    const { log } = await texts({
      studio: { ...RULES, mocks: { pay: { result: 1 } } },
      tools: { pay: answer('x') },
      turns: [[{ tool: 'pay' }]],
    })
    expect(log.find((event) => isOf(event, 'attempt.finished') && event.mocked === true)).toBeDefined()
  })
})

describe('a long result', () => {
  test('is told in pages to the model, and whole to people', async () => {
    const whole = 'abcdefghij'
    const { told, log, models } = await texts({
      studio: { ...RULES, max_output_chars: 4 },
      tools: { read: answer(whole) },
      turns: [[{ tool: 'read', id: 'c1' }], [{ tool: 'read_result', args: '{"call_id": "c1", "offset": 4}' }]],
    })
    expect(told[0]).toMatch(/^abcd\n\[Shown up to character 4 of 10\. Call read_result with /)
    expect(told[1]).toMatch(/^efgh\n\[Shown up to character 8 of 10\./)
    const answered = log.find((event) => isOf(event, 'attempt.finished') && event.answer?.of === 'tool')
    expect(answered).toMatchObject({ answer: { text: whole } })
    expect(models.seen[0]?.body).not.toContain('read_result')
    expect(models.seen[1]?.body).toContain('read_result')
  })
})

describe('todos', () => {
  const studio = { todos: { enabled: true }, deps: { todos: [] } }
  const call = (tool: string, args: object) => ({ tool, args: JSON.stringify(args) })
  const changesOf = (log: readonly RunEvent[]) => log.filter((event) => isOf(event, 'context.changed')).length

  test('[U-48] [U-49] [U-56] are kept by tools that nobody has to write', async () => {
    const { told, log } = await texts({
      studio,
      tools: {},
      turns: [[call('add_todo', { text: 'one' }), call('list_todos', {})], [call('list_todos', {})]],
    })
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ success: true, message: 'Todo added: one' })
    expect(told[0]).not.toContain('__update_context__')
    expect(JSON.parse(told[1] ?? '').total).toBe(0)
    expect(JSON.parse(told[2] ?? '').total).toBe(1)
    expect(changesOf(log)).toBe(1)
  })

  test('[U-48] those that the agent lists are offered, else all five', async () => {
    const offered = async (listed: readonly string[]) => {
      const { models } = await texts({ studio, tools: {}, listed, turns: [] })
      return JSON.stringify(JSON.parse(models.seen[0]?.body ?? '{}').tools ?? []).match(/[a-z]+_todos?"/g)?.length
    }
    expect(await offered(['add_todo', 'list_todos'])).toBe(2)
    expect(await offered([])).toBe(5)
  })

  test('[U-60] an entry of the same name wins', async () => {
    const { told } = await texts({ studio, tools: { add_todo: answer('mine') }, turns: [[{ tool: 'add_todo' }]] })
    expect(told).toEqual(['mine'])
  })

  test('[U-57] [U-58] the prompt has the list as it was when the agent began', async () => {
    const todos = [{ id: 1, text: 'old', status: 'pending', priority: 'low' }]
    const { models } = await texts({
      studio: { ...studio, deps: { todos } },
      tools: {},
      turns: [[call('add_todo', { text: 'new' })]],
    })
    expect(models.seen[0]?.body).toContain('[LOW] [1] old')
    expect(models.seen[1]?.body).toContain('Pending (1):')
    expect(models.seen[1]?.body).not.toContain('[MED] [2] new')
  })

  test('[U-57] or as it is now, when the network says so', async () => {
    const { models } = await texts({
      studio: { ...studio, todos: { enabled: true, render: 'per_request' } },
      tools: {},
      turns: [[call('add_todo', { text: 'new' })]],
    })
    expect(models.seen[0]?.body).not.toContain('Current Task Progress')
    expect(models.seen[1]?.body).toContain('[MED] [1] new')
  })
})

describe('a tool that brings its definition', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string', minLength: 1 } }, required: ['city'] }
  const weather = { name: 'weather', description: 'Tells the weather.', parameters, settings: { retries: 0 }, env: [] }
  const run: FakeTool = (args) => {
    if (args.get('city') === 'Nowhere') throw new Error('boom')
    return `Sunny in ${String(args.get('city'))}`
  }

  test('[U-3] makes its agent follow the rules, with its schema and settings', async () => {
    const { told, hosts, models, log } = await texts({
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
    expect(log.find((event) => isOf(event, 'context.changed'))?.changes).toContain('"described"')
  })

  test('[U-73] [E-31] is not offered without the variables that it needs', async () => {
    const { models, log } = await texts({
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
    const { told, log, hooksAsked } = await texts({
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

  test('[U-87] hand what they change of what tools share to the outer call', async () => {
    const { log } = await texts({
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

describe('a conversation', () => {
  const used = { turns: 2, inputTokens: 500, outputTokens: 500 }

  test.each([
    [{ max_turns: 2 }, 'max_turns'],
    [{ max_turns: 3, max_budget_tokens: 1000 }, 'max_budget_tokens'],
  ])('[U-86] with the limits %o has reached %s, so no model is asked', async (session, limit) => {
    const { models, log } = await texts({ studio: { session }, tools: { a: answer('A') }, turns: [], more: { used } })
    expect(models.seen).toEqual([])
    expect(log.find((event) => isOf(event, 'limit.reached'))).toMatchObject({ limit })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'limit-reached' } })
  })

  test('[U-86] without limits has none, and within them goes on', async () => {
    for (const studio of [{ retries: 1 }, { session: { max_turns: 3 } }]) {
      const { log } = await texts({ studio, tools: { a: answer('A') }, turns: [], more: { used } })
      expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
    }
  })

  test('[U-58] goes on with what its tools shared', async () => {
    const { models, log } = await texts({
      studio: { todos: { enabled: true }, deps: { todos: [] } },
      tools: {},
      turns: [],
      more: { deps: '{"todos":[{"id":4,"text":"later","status":"pending","priority":"high"}]}' },
    })
    expect(models.seen[0]?.body).toContain('[HIGH] [4] later')
    expect(log[0]).toMatchObject({ type: 'run.started', deps: expect.stringContaining('"later"') })
  })
})

describe('the text of a result', () => {
  const bill: FakeTool = () => new Map([['running_cost', new JsonNumber('3.0')]])

  test.each([
    [{}, "{'running_cost': 3.0}"],
    [{ tool_results: 'json' }, '{"running_cost":3.0}'],
    [{ tool_results: 'json', retries: 1 }, '{"running_cost":3.0}'],
    [{ retries: 1 }, "{'running_cost': 3.0}"],
  ])('[N-49] of a Python tool under %o is %s', async (studio, text) => {
    expect((await texts({ studio, tools: { bill }, turns: [[{ tool: 'bill' }]] })).told).toEqual([text])
  })

  test('[U-76] of an exception is what the author chose; people still see the cause', async () => {
    const { told, log } = await texts({
      studio: { error_text: 'Internal tool error', retries: 0 },
      tools: {
        monitored: () => {
          throw new Error('disk 7 is gone')
        },
      },
      turns: [[{ tool: 'monitored' }]],
    })
    expect(told).toEqual(['Internal tool error'])
    expect(log.find((event) => isOf(event, 'tool.finished'))?.failure?.message).toBe('disk 7 is gone')
  })
})

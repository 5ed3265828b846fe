import { type Json, JsonNumber } from '@slyglass/base'
import { isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { type FakeTool, playRuled, ruledBench } from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const RULES = { retries: 1 }

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
    const { told, log } = await playRuled({
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

  test('[U-4] a tool is told what it uses of the shared values, and what its entry writes for it alone', async () => {
    seen.length = 0
    const base = { user: 'ada', style: { tone: 'dry', length: 1 }, budget: 5 }
    const { log } = await playRuled({
      studio: { deps: base },
      tools: {
        whole: look,
        some: { run: look, studio: { uses: { deps: ['user', 'gone'] } } },
        own: { run: look, studio: { uses: { deps: [] }, deps: { base: 'x' } } },
        over: { run: look, studio: { deps: { style: { length: 2 } } } },
        odd: { run: look, studio: { uses: { deps: 'user' } } },
      },
      turns: [[{ tool: 'whole' }, { tool: 'some' }, { tool: 'own' }, { tool: 'over' }, { tool: 'odd' }]],
    })
    const style = { tone: 'dry', length: 2 }
    expect(seen).toEqual([base, { user: 'ada' }, { base: 'x' }, { ...base, style }, {}])
    expect(log.find((event) => isOf(event, 'run.started'))).toMatchObject({ deps: JSON.stringify(base) })
  })

  test('[U-73] secrets of the project go to the tools that the network or a definition names them for', async () => {
    const variables: Record<string, readonly string[] | undefined> = {}
    const tell: FakeTool = (_args, { host }) => {
      variables[host.className] = host.sources.variables
      return 'told'
    }
    const parameters = { type: 'object', properties: {} }
    const defined = { name: 'made', description: 'Tells.', parameters, settings: {}, env: ['A_KEY'], missing: [] }
    await playRuled({
      tools: {
        plain: tell,
        written: { run: tell, studio: { uses: { env: ['B_TOKEN'] } } },
        made: tell,
        both: { run: tell, studio: { uses: { env: ['B_TOKEN'] } } },
        odd: { run: tell, studio: { uses: { env: 'B_TOKEN' } } },
      },
      described: { made: defined, both: defined },
      turns: [['plain', 'written', 'made', 'both', 'odd'].map((tool) => ({ tool }))],
    })
    expect(variables).toEqual({
      't.plain': undefined,
      't.written': ['B_TOKEN'],
      't.made': ['A_KEY'],
      't.both': ['B_TOKEN', 'A_KEY'],
      't.odd': [],
    })
  })

  test('[U-4] a tool is told who calls, what was said, and what was used', async () => {
    let told: Record<string, unknown> = {}
    await playRuled({
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

describe('todos', () => {
  const studio = { todos: { enabled: true }, deps: { todos: [] } }

  test.each([false, true])(
    '[U-38] [U-56] calls of one answer see the list from before it, and each change is kept (parallel: %s)',
    async (parallel) => {
      const { told, log } = await playRuled({
        studio: { ...studio, parallel_tool_calls: parallel },
        tools: {},
        turns: [
          [call('add_todo', { text: 'one' }), call('add_todo', { text: 'two' }), call('list_todos', {})],
          [call('complete_todo', { id: 1 }), call('add_todo', { text: 'three' }), call('delete_todo', { id: 2 })],
          [call('list_todos', {})],
        ],
      })
      const lists = told.map((text) => (JSON.parse(text).todos ?? []).map((todo: { text: string }) => todo.text))
      expect(lists).toEqual([['one'], ['two'], [], ['two', 'one'], ['three', 'two', 'one'], ['one'], ['three', 'one']])
      expect(JSON.parse(told.at(-1) ?? '').by_status).toEqual({ in_progress: 0, pending: 1, completed: 1 })
      const kept = log.filter((event) => isOf(event, 'context.changed')).at(-1)
      expect(kept).toMatchObject({ changes: expect.stringContaining('"text":"three"') })
    },
  )
  const call = (tool: string, args: object) => ({ tool, args: JSON.stringify(args) })
  const changesOf = (log: readonly RunEvent[]) => log.filter((event) => isOf(event, 'context.changed')).length

  test('[U-48] [U-49] [U-56] are kept by tools that nobody has to write', async () => {
    const { told, log } = await playRuled({
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
      const { models } = await playRuled({ studio, tools: {}, listed, turns: [] })
      return JSON.stringify(JSON.parse(models.seen[0]?.body ?? '{}').tools ?? []).match(/[a-z]+_todos?"/g)?.length
    }
    expect(await offered(['add_todo', 'list_todos'])).toBe(2)
    expect(await offered([])).toBe(5)
  })

  test('[U-60] an entry of the same name wins', async () => {
    const { told } = await playRuled({ studio, tools: { add_todo: answer('mine') }, turns: [[{ tool: 'add_todo' }]] })
    expect(told).toEqual(['mine'])
  })

  test('[U-57] [U-58] the prompt has the list as it was when the agent began', async () => {
    const todos = [{ id: 1, text: 'old', status: 'pending', priority: 'low' }]
    const { models } = await playRuled({
      studio: { ...studio, deps: { todos } },
      tools: {},
      turns: [[call('add_todo', { text: 'new' })]],
    })
    expect(models.seen[0]?.body).toContain('[LOW] [1] old')
    expect(models.seen[1]?.body).toContain('Pending (1):')
    expect(models.seen[1]?.body).not.toContain('[MED] [2] new')
  })

  test('[U-57] or as it is now, when the network says so', async () => {
    const { models } = await playRuled({
      studio: { ...studio, todos: { enabled: true, render: 'per_request' } },
      tools: {},
      turns: [[call('add_todo', { text: 'new' })]],
    })
    expect(models.seen[0]?.body).not.toContain('Current Task Progress')
    expect(models.seen[1]?.body).toContain('[MED] [1] new')
  })
})

describe('a conversation', () => {
  const used = { turns: 2, inputTokens: 500, outputTokens: 500 }

  test.each([
    [{ max_turns: 2 }, 'max_turns'],
    [{ max_turns: 3, max_budget_tokens: 1000 }, 'max_budget_tokens'],
  ])('[U-86] with the limits %o has reached %s, so no model is asked', async (session, limit) => {
    const { models, log } = await playRuled({
      studio: { session },
      tools: { a: answer('A') },
      turns: [],
      more: { used },
    })
    expect(models.seen).toEqual([])
    expect(log.find((event) => isOf(event, 'limit.reached'))).toMatchObject({ limit })
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'limit-reached' } })
  })

  test('[U-86] without limits has none, and within them goes on', async () => {
    for (const studio of [{ retries: 1 }, { session: { max_turns: 3 } }]) {
      const { log } = await playRuled({ studio, tools: { a: answer('A') }, turns: [], more: { used } })
      expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
    }
  })

  test('[U-86] that has grown long is told from its newest turns on', async () => {
    const history = ['one', 'two', 'three', 'four'].flatMap((text) => [
      { type: 'HUMAN' as const, text: `ask ${text}` },
      { type: 'AI' as const, text: `said ${text}` },
    ])
    const more = { history, used: { ...used, turns: 4 } }
    const studio = { session: { max_turns: 9, max_budget_tokens: 9000, compact_after_turns: 3 } }
    const { models, log } = await playRuled({ studio, tools: { a: answer('A') }, turns: [], more })
    expect(models.seen[0]?.body).not.toContain('ask one')
    for (const text of ['two', 'three', 'four']) expect(models.seen[0]?.body).toContain(`ask ${text}`)
    expect(log.find((event) => isOf(event, 'note.noted'))).toMatchObject({ text: expect.stringContaining('1 older') })
  })

  test('[U-58] goes on with what its tools shared', async () => {
    const { models, log } = await playRuled({
      studio: { todos: { enabled: true }, deps: { todos: [] } },
      tools: {},
      turns: [],
      more: { deps: '{"todos":[{"id":4,"text":"later","status":"pending","priority":"high"}]}' },
    })
    expect(models.seen[0]?.body).toContain('[HIGH] [4] later')
    expect(log[0]).toMatchObject({ type: 'run.started', deps: expect.stringContaining('"later"') })
  })
})

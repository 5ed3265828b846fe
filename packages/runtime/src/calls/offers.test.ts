import { type Json, JsonNumber } from '@slyglass/base'
import { isOf, type RunEvent, sharedAfter } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { type FakeTool, playRuled, type RuledRun, ruledBench } from '../testing/index.ts'

const answer =
  (value: string): FakeTool =>
  () =>
    value
const add: FakeTool = (args) => new JsonNumber(String(number(args.get('a')) + number(args.get('b'))))
const number = (value: Json | undefined): number => (value instanceof JsonNumber ? value.toNumber() : Number.NaN)
const ADD = {
  run: add,
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
}
const BUB = { profile: 'bub' }
const added = (studio: object) => ({ ...ADD, studio: { runtime_name: 'math.add', ...studio } })

/** Names in each request's `tools`, as it was sent; undefined where the key is missing. */
function offered(bodies: readonly { readonly body: string }[]): readonly (readonly string[] | undefined)[] {
  return bodies.map(({ body }) => {
    const { tools } = JSON.parse(body) as { tools?: { name: string }[] }
    return tools?.map(({ name }) => name)
  })
}

const offeredInLog = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'model.started') ? [event.offered] : []))

async function play(run: Partial<RuledRun> & Pick<RuledRun, 'tools'>) {
  const played = await playRuled({ turns: [], ...run })
  return { ...played, requests: offered(played.models.seen) }
}

describe('where a tool says that it is reached from', () => {
  const tools = Object.fromEntries(
    ['auto', 'direct', 'code', 'command'].map((exposure) => [
      `t_${exposure}`,
      { run: answer('x'), studio: { exposure } },
    ]),
  )

  test('[B-7] [B-31] [B-62] counts in the bub profile', async () => {
    const { requests, told } = await play({ studio: BUB, tools, turns: [[{ tool: 't_code' }, { tool: 't_command' }]] })
    expect(requests[0]).toEqual(['t_auto', 't_direct'])
    expect(told[0]).toContain('Tool `t_code` does not exist.')
    expect(told[1]).toContain('Tool `t_command` does not exist.')
  })

  test('[B-6] [B-62] hides commands alone in the plain profile', async () => {
    const { requests } = await play({ studio: { retries: 1 }, tools })
    expect(requests[0]).toEqual(['t_auto', 't_direct', 't_code'])
  })
})

describe('a list of the tools that are offered', () => {
  const tools = { math_add: added({}), order: answer('x') }

  test('[E-36] [B-7] leaves a request without the key where it is empty', async () => {
    const { requests, told } = await play({
      studio: { ...BUB, allowed_tools: [], todos: { enabled: true } },
      tools,
      turns: [[{ tool: 'order' }]],
    })
    expect(requests).toEqual([undefined, undefined])
    expect(told).toEqual(['Tool `order` does not exist. No similar tool is available.'])
  })

  test.each([[' MATH_ADD '], ['math.add']])('[B-7] takes either name in any letter case: %j', async (name) => {
    expect((await play({ studio: { ...BUB, allowed_tools: [name] }, tools })).requests).toEqual([['math_add']])
  })

  test('[B-7] with names that mean nothing ends before a model is asked', async () => {
    const { log, models } = await play({
      studio: { ...BUB, allowed_tools: ['zzz', 'aaa'] },
      tools,
      bench: {},
    })
    expect(models.seen).toEqual([])
    expect(log.at(-1)).toMatchObject({
      type: 'run.finished',
      failure: { code: 'unknown-tool-name', message: "unknown tool name(s): 'aaa', 'zzz'" },
    })
  })

  test('[B-7] is not read by a plain agent', async () => {
    expect((await play({ studio: { allowed_tools: [] }, tools })).requests).toEqual([['math_add', 'order']])
  })
})

describe('a tool that has to be loaded', () => {
  const tools = { math_add: added({ deferred: true }), order: answer('shipped') }
  const call = { tool: 'math_add', args: '{"a":2,"b":3}' }
  const ask = { tool: 'tool_describe', args: '{"names":["math_add","nope"]}' }

  test('[B-66] is described first, is offered last, and the log tells what each request held', async () => {
    const { requests, told, log, models } = await play({ studio: BUB, tools, turns: [[call], [ask], [call]] })
    const before = ['order', 'tool_describe']
    expect(requests).toEqual([before, before, [...before, 'math_add'], [...before, 'math_add']])
    expect(offeredInLog(log)).toEqual(requests)
    expect(told[0]).toBe('Tool `math_add` is not loaded. Call `tool_describe` with its name first.')
    expect(JSON.parse(told[1] ?? '')).toEqual({
      tools: [{ name: 'math_add', description: 'Does math_add.', parameters: ADD.parameters }],
      unknown: ['nope'],
    })
    expect(told[2]).toBe('5')
    const systems = models.seen.map(({ body }) => (JSON.parse(body) as { input: { content: string }[] }).input[0])
    expect(systems.map((message) => message?.content)).toEqual(
      Array(4).fill(expect.stringMatching(/AGENT:desk Work\.[\s\S]*tool_describe[\s\S]*\n- math_add$/)),
    )
  })

  test('[B-66] stays loaded in the next turn of the session, from what the log holds', async () => {
    const first = await play({ studio: BUB, tools, turns: [[ask]] })
    const deps = JSON.stringify({ loaded_tools: { desk: { math_add: true } } })
    const kept = sharedAfter(first.log)
    expect(kept.get('loaded_tools')).toEqual(new Map([['desk', new Map([['math_add', true]])]]))
    const loads = first.log.flatMap((event) => (isOf(event, 'context.changed') ? [event.changes] : []))
    expect(loads[0]).toContain('{"op":"log_event","type":"tool.loaded","data":{"names":["math_add"]}}')
    const next = await play({ studio: BUB, tools, turns: [[call]], more: { deps } })
    expect(next.requests[0]).toEqual(['order', 'tool_describe', 'math_add'])
    expect(next.told).toEqual(['5'])
  })

  test('[B-66] is found by words of its name and description, and loaded by its name', async () => {
    const search = { tool: 'tool_describe', args: '{"names":[],"query":"How do I add maths?"}' }
    const { requests, told } = await play({ studio: BUB, tools, turns: [[search], [ask], [call]] })
    expect(JSON.parse(told[0] ?? '')).toEqual({
      tools: [],
      unknown: [],
      found: [{ name: 'math_add', description: 'Does math_add.' }],
    })
    expect(requests[1]).not.toContain('math_add')
    expect(told[2]).toBe('5')
    const none = await play({ studio: BUB, tools, turns: [[{ ...search, args: '{"names":[],"query":"zebra"}' }]] })
    expect(JSON.parse(none.told[0] ?? '')).toEqual({ tools: [], unknown: [], found: [] })
  })

  test('[B-66] is not loaded for the calls of the answer that asks for it', async () => {
    const { told } = await play({ studio: BUB, tools, turns: [[ask, call]] })
    expect(told[1]).toContain('is not loaded')
  })

  test('[B-7] [B-6] is offered at once by a plain agent', async () => {
    expect((await play({ studio: { retries: 0 }, tools })).requests[0]).toEqual(['math_add', 'order'])
  })
})

describe('a name that a model writes', () => {
  test('[B-4] [E-23] with dots is the tool, and the call notes it', async () => {
    const { told, log } = await play({
      studio: BUB,
      tools: { math_add: added({}) },
      turns: [[{ tool: 'math.add', args: '{"a":"2","b":3.0}' }]],
    })
    expect(told).toEqual(['5'])
    expect(log.find((event) => isOf(event, 'tool.started'))).toMatchObject({
      tool: 'math_add',
      runtimeName: 'math.add',
      calledAs: 'math.add',
    })
  })

  test.each([
    ['math_ad', 'Tool `math_ad` does not exist. Did you mean one of the following?\n- math_add'],
    ['zzzzqq', 'Tool `zzzzqq` does not exist. No similar tool is available.'],
  ])('[B-68] that means nothing gets guidance: %s', async (tool, text) => {
    const { told } = await play({ studio: BUB, tools: { math_add: added({}) }, turns: [[{ tool }]] })
    expect(told).toEqual([text])
  })

  test('[B-9] two tools of one name are not offered to anybody', async () => {
    const { log } = await play({ studio: BUB, tools: { math_add: answer('x'), plus: added({}) } })
    expect(log.at(-1)).toMatchObject({
      failure: { code: 'tool-definition', message: expect.stringContaining('math_add and for plus') },
    })
  })
})

test('[B-9] what an agent says of itself as a tool says nothing of the tools that it brings along', async () => {
  const { models, log } = await playRuled({
    studio: { ...BUB, todos: { enabled: true }, runtime_name: 'work.desk', exposure: 'command', deferred: true },
    tools: { order: { run: answer('x'), studio: { runtime_name: 'order', exposure: 'auto', deferred: false } } },
    turns: [],
  })
  expect(offered(models.seen)[0]).toEqual(expect.arrayContaining(['order', 'add_todo', 'list_todos']))
  expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
})

describe('failures in the bub profile', () => {
  const boom: FakeTool = () => {
    throw new Error('ValueError: kaput')
  }

  test('[B-15] [B-69] are one object each, and siblings keep their results', async () => {
    const { told } = await play({
      studio: { ...BUB, retries: 0, hooks: [{ event: 'pre_tool_use', run: 'p.ts#guard', match: 'secret' }] },
      hooks: { guard: () => ({ decision: 'deny', reason: 'no' }) },
      tools: { boom, math_add: added({}), secret: answer('x') },
      turns: [
        [
          { tool: 'boom' },
          { tool: 'math_add', args: '{"a":2,"b":3}' },
          { tool: 'math_add', args: '{"a":2.5,"b":"x"}' },
          { tool: 'secret' },
          { tool: 'boom', args: '{' },
        ],
      ],
    })
    expect(told[0]).toBe(
      '{"kind": "tool", "message": "Tool \'boom\' execution failed.", "details": {"error": "ValueError(\'kaput\')"}}',
    )
    expect(told[1]).toBe('5')
    expect(JSON.parse(told[2] ?? '')).toMatchObject({
      kind: 'invalid_input',
      message: "Tool 'math.add' argument validation failed.",
      details: {
        errors: [
          { type: 'int_from_float', loc: ['a'] },
          { type: 'int_parsing', loc: ['b'] },
        ],
      },
    })
    expect(told[3]).toBe('{"kind": "tool", "message": "no"}')
    expect(told[4]).toBe(
      '{"kind": "invalid_input", "message": "Expected a function tool call with JSON object arguments."}',
    )
  })
})

describe('a function that chooses tools', () => {
  const tools = { math_add: added({}), order: answer('x') }
  const studio = { retries: 0, prepare_tools: 'steps.ts#choose' }
  type Asked = { tools: { name: string; runtimeName: string }[]; step: number; messages: unknown[] }

  test('[B-8] is asked before each request, and the request holds what it chose', async () => {
    const steps: Asked[] = []
    const { requests, log, models, told } = await play({
      studio,
      hooks: {
        choose: (payload) => {
          const asked = payload as unknown as Asked
          steps.push(asked)
          return asked.step === 1 ? { tools: ['math.add'], promptSection: 'First you add.' } : ['order']
        },
      },
      tools,
      turns: [[{ tool: 'order' }]],
    })
    expect(requests).toEqual([['math_add'], ['order']])
    expect(offeredInLog(log)).toEqual(requests)
    expect(told[0]).toContain('Tool not found: order')
    expect(models.seen.map(({ body }) => body.includes('First you add.'))).toEqual([true, false])
    expect(steps.map(({ step, tools: given }) => [step, given.map((one) => one.runtimeName)])).toEqual([
      [1, ['math.add', 'order']],
      [2, ['math.add', 'order']],
    ])
    expect(steps[0]?.messages).toEqual([{ role: 'user', content: 'go' }])
  })

  test('[B-8] is not asked again when its run is replayed: its choices are in the log', async () => {
    let asked = 0
    const run = (name: string) => {
      const choose = () => {
        asked += 1
        return [name]
      }
      return { studio, hooks: { choose }, tools, turns: [[{ tool: 'math_add', args: '{"a":1,"b":1}' }]] }
    }
    const log = await ruledBench(run('math_add')).run()
    const again = ruledBench(run('order'))
    const replayed = await again.bench.run(again.request, { record: { log, onDifference: 'fail' } })
    expect(asked).toBe(2)
    expect(offeredInLog(replayed)).toEqual([['math_add'], ['math_add']])
    expect(replayed.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'done' })
  })

  test('[B-8] that answers nothing leaves them as they are', async () => {
    expect((await play({ studio, hooks: { choose: () => null }, tools })).requests).toEqual([['math_add', 'order']])
  })

  test.each([
    [() => ['nope', 'math_add'], "unknown tool name(s): 'nope'"],
    [() => 'all', 'neither a list of tools nor an object with one'],
    [
      () => {
        throw new Error('broken')
      },
      'broken',
    ],
  ])('[B-8] and goes wrong ends the run before the model is asked: %s', async (choose, words) => {
    const { log, models } = await play({ studio, hooks: { choose }, tools })
    expect(models.seen).toEqual([])
    expect(log.at(-1)).toMatchObject({ failure: { code: 'prepare-tools', message: expect.stringContaining(words) } })
  })
})

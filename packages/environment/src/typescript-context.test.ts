import { runId, spanId } from '@slyglass/base'
import type { HookRule } from '@slyglass/network'
import type { HostCall } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeFiles, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const FORMS = `
import { defineClassTool, defineTool, fail, fromNous, ok, update } from 'slyglass'

const returns: Record<string, unknown> = {
  text: 'Weather in Paris: Sunny, 22°C',
  number: 42,
  map: { temperature: 22, conditions: 'sunny', humidity: 65 },
  list: ['result1', 'result2', 'result3'],
  date: new Date(0), set: new Set([2, 1]), function: function named() {}, big: 12345678901234567890n,
  cycle: (() => { const a: Record<string, unknown> = {}; a.self = a; return a })(),
  failed: fail('Weather API is unavailable'),
  coded: fail({ code: 404, message: 'City not found' }, { category: 'external', details: 'upstream said 404' }),
  agreed: ok('done', update().set('count', 1).append('log', 'x')),
}
export const Returns = defineTool({ name: 'returns', execute: (args) => returns[String(args.kind)] })
export const Context = defineTool({
  name: 'context',
  env: ['WEATHER_API_KEY'],
  execute(args, ctx) {
    const { slyData, signal, tape, update, callTool, environment, progress, emit, ...told } = ctx
    return { ...told, timestamp: told.timestamp.toISOString(), frozen: [told.deps, told.conversationHistory, args].map(Object.isFrozen) }
  },
})
export const Turned = defineTool({ name: 'turned', execute: fromNous((ctx, args) => ctx.requestId + ' ' + args.city) })
export const Streams = defineTool({
  name: 'streams',
  async *execute() {
    yield 'reading'
    yield { pct: 50, text: 'half' }
    return 'whole'
  },
})
export const Tells = defineTool({
  name: 'tells',
  execute(_args, ctx) {
    ctx.emit('milestone', { n: 1 })
    ctx.tape.append('seen', 'it')
    ctx.update.set('last', 2)
    return 'ok'
  },
})
export const Rendered = defineTool({ name: 'rendered', execute: () => ({ n: 1 }), renderer: () => 'one' })
export const Unrendered = defineTool({ name: 'unrendered', execute: () => ({ n: 1 }), renderer: () => { throw new Error('no words') } })
export const Research = defineTool({
  name: 'research',
  async execute(args: any, ctx) {
    const steps: Record<string, unknown> = {}
    for (const name of ['search', 'summarise', 'questions']) {
      const step = await ctx.callTool(name, { topic: args.topic, before: steps })
      if (!step.ok) return fail('Research failed: ' + step.error)
      steps[name] = step.value
    }
    return { topic: args.topic, summary: steps.summarise, related_questions: steps.questions }
  },
})
class Clerk {
  static metadata = { name: 'clerk', description: 'A clerk.', timeoutMs: 500 }
  async execute(args: any, ctx: any) { return 'dear ' + args.name + ' ' + ctx.agentPath.at(-1) }
}
export { Clerk }
export const Wrapped = defineClassTool(class Inner { async asyncInvoke(args: any, sly: any) { sly.who = args.name; return 'in' } })
export const Healthy = defineTool({ name: 'healthy', health: async () => ({ database: 'ok', key: 'is missing' }), execute: () => 1 })
export class Plain { async asyncInvoke(args: any) { return Object.keys(args) } }
export class Prints { async asyncInvoke(args: any, sly: any) { console.log(args.deep, [args.deep]); console.log(sly); return Object.keys(args.deep) } }
export const PrintsArgs = defineTool({ name: 'prints', execute: (args: any) => console.log(args) })
export const Own = defineTool({ name: 'own', execute: (args: any) => [Object.getPrototypeOf(args) === null, 'toString' in args.deep, Object.keys(args)] })
`
const MODULE = `
export const metadata = { name: 'weather.now', description: 'Tells the weather.', env: ['WEATHER_API_KEY'], timeoutMs: 900, parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } }
export async function execute(args: any, ctx: any) { return 'sunny in ' + args.city + ' ' + (ctx.env.WEATHER_API_KEY ?? 'no key') }
`
const WIDE = `import { defineTool } from 'slyglass'
export const Wide = defineTool({ name: 'wide', execute: ((a: any, b: any, c: any) => a) as any })`
const HOOKS = `
export const guard = (payload: any) => payload.arguments.amount > 5 ? { decision: 'deny', reason: 'too much' } : undefined
export function raise() { throw new Error('out of order') }
`

let own: TestHosts
let variables: Record<string, string> = {}
const root = writeProject({
  'coded_tools/forms.ts': FORMS,
  'coded_tools/weather.ts': MODULE,
  'coded_tools/wide.ts': WIDE,
  'coded_tools/py.py': 'class Py: pass',
  'hooks/rules.ts': HOOKS,
  'hooks/deny.py': 'import sys, json\np = json.load(sys.stdin)\nsys.stderr.write("no " + p["toolName"])\nsys.exit(2)',
})
const sources = projectSources(root)
beforeAll(async () => {
  own = await startTestHosts({ projectEnv: () => variables })
})
afterAll(() => own.dispose())
const call = (name: string, args = {}, more: Parameters<typeof callTool>[3] = {}) =>
  callTool(own.hosts, sources, name, { run: 'run_forms', args: JSON.stringify(args), ...more })
const describeTool = async (name: string) => {
  const text = await own.hosts.describe(sources, name, new AbortController().signal)
  return text === undefined ? undefined : JSON.parse(text)
}

describe('what a defined tool gives back', () => {
  test.each([
    ['text', 'Weather in Paris: Sunny, 22°C'],
    ['number', '42'],
    ['map', '{"temperature":22,"conditions":"sunny","humidity":65}'],
    ['list', '["result1","result2","result3"]'],
    ['big', '12345678901234567890'],
  ])('[U-7] as %s reads so', async (kind, text) => {
    const { reply } = await call('forms.Returns', { kind })
    expect(reply).toMatchObject({ ok: true, text })
    expect(reply.warnings).toBeUndefined()
  })

  test.each([
    ['failed', '"Weather API is unavailable"', 'Error: Weather API is unavailable', {}],
    [
      'coded',
      '{"code":404,"message":"City not found"}',
      'Error: {"code":404,"message":"City not found"}',
      { category: 'external', detail: 'upstream said 404' },
    ],
  ])('[U-8] as %s is a failure that the tool tells', async (kind, message, text, more) => {
    const { reply } = await call('forms.Returns', { kind })
    expect(reply).toMatchObject({ ok: false, text, failure: { code: 'returned-error', message, ...more } })
  })

  test.each([
    ['date', '1970-01-01T00:00:00.000Z', []],
    ['set', '[2,1]', [/^result is a set,/]],
    ['function', '[function named]', [/^result is a function,/]],
    ['cycle', '{"self":"[circular]"}', [/^result\.self is a part of itself \(circular\)/]],
  ])('[U-9] [N-48] as %s is told in full, with a row where JSON has nothing like it', async (kind, text, warnings) => {
    const { reply } = await call('forms.Returns', { kind })
    expect(reply).toMatchObject({ ok: true, text })
    expect(reply.warnings ?? []).toEqual(warnings.map((pattern) => expect.stringMatching(pattern)))
  })

  test('[B-18] [U-8] an agreed success carries its changes, and a renderer writes what the model reads', async () => {
    const { reply } = await call('forms.Returns', { kind: 'agreed' })
    const ops = '[{"op":"set","key":"count","value":1},{"op":"append","key":"log","value":"x"}]'
    expect(reply).toMatchObject({ ok: true, text: 'done', update: ops })
    expect((await call('forms.Rendered')).reply).toMatchObject({ ok: true, text: 'one', value: '{"n":1}' })
    expect((await call('forms.Unrendered')).reply).toMatchObject({
      ok: false,
      failure: { code: 'raised', message: 'Error: no words', retryable: false },
      value: '{"n":1}',
    })
  })
})

describe('what a defined tool is told', () => {
  const context = JSON.stringify({
    deps: { user_id: 123, api_keys: { weather: 'k' } },
    conversationHistory: [{ role: 'user', content: 'hi' }],
    requestId: 'req_123',
    timestamp: '2030-01-02T03:04:05.000Z',
    retry: 2,
    usage: { requests: 1, toolCalls: 2, inputTokens: 3, outputTokens: 4 },
    runId: 'run_x',
    callId: 'call_1',
    agentPath: ['front', 'tool'],
    codeMode: true,
  })

  test('[U-4] is the whole context of its call, frozen where it is shared', async () => {
    const { reply } = await call('forms.Context', { a: 1 }, { context })
    expect(JSON.parse(reply.text)).toEqual({
      ...JSON.parse(context),
      state: {},
      env: {},
      frozen: [true, true, true],
    })
    expect((await call('forms.Turned', { city: 'Oslo' }, { context })).reply.text).toBe('req_123 Oslo')
  })

  test('[U-5] without anything told has no deps and no history', async () => {
    expect(JSON.parse((await call('forms.Context')).reply.text)).toMatchObject({
      deps: {},
      conversationHistory: [],
      retry: 0,
    })
  })

  test('[U-6] has arguments with keys of its own only', async () => {
    const { reply } = await call('forms.Own', JSON.parse('{"deep": {"__proto__": {"x": 1}}}'))
    expect(reply.text).toBe('[true,false,["deep"]]')
  })

  test('sees keys and values alone where it prints what it was given', async () => {
    const printed: string[] = []
    const more = { onOutput: (_fd: string, text: string) => void printed.push(text), sly: { n: '{"a":1}' } }
    const { reply } = await call('forms.Prints', { deep: { n: { a: 1 } } }, more)
    expect(reply.text).toBe('["n"]')
    await call('forms.PrintsArgs', { deep: { n: 'x' }, l: [{ y: 2 }] }, more)
    expect(printed.join('')).toBe(
      "{ n: { a: 1 } } [ { n: { a: 1 } } ]\n{ n: { a: 1 } }\n{ deep: { n: 'x' }, l: [ { y: 2 } ] }\n",
    )
  })

  test('[N-4] a class of neuro-san finds what it knows in its arguments, a definition does not', async () => {
    expect(JSON.parse((await call('forms.Plain', { a: 1 })).reply.text)).toEqual([
      'a',
      'origin',
      'origin_str',
      'progress_reporter',
    ])
    expect((await call('forms.Clerk', { name: 'ann' })).reply.text).toBe('dear ann tool')
    expect((await call('forms.Wrapped', { name: 'ann' })).reply).toMatchObject({
      text: 'in',
      sly: { set: { who: '"ann"' } },
    })
  })
})

describe('what a defined tool tells while it runs', () => {
  test('[U-28] [U-69] parts as they come, and the last one to the model', async () => {
    const { reply, progress } = await call('forms.Streams')
    expect(reply).toMatchObject({ ok: true, text: 'whole' })
    expect(progress).toEqual([
      ['{}', 'reading'],
      ['{}', '{"pct":50,"text":"half"}'],
    ])
  })

  test('records and changes of what tools share', async () => {
    const { reply, progress } = await call('forms.Tells')
    expect(progress).toEqual([['{"event":"milestone","data":{"n":1}}', '']])
    expect(reply).toMatchObject({
      update: '[{"op":"log_event","type":"seen","data":"it"},{"op":"set","key":"last","value":2}]',
    })
  })

  test('[U-67] calls of other tools, in order, and what they gave', async () => {
    const asked: string[] = []
    const onUse: HostCall['onUse'] = async (tool, args) => {
      asked.push(`${tool} ${args}`)
      return { ok: true, text: `${tool} text`, value: `"${tool} value"` }
    }
    const { reply } = await call('forms.Research', { topic: 'bees' }, { onUse })
    expect(asked).toEqual([
      'search {"topic":"bees","before":{}}',
      'summarise {"topic":"bees","before":{"search":"search value"}}',
      'questions {"topic":"bees","before":{"search":"search value","summarise":"summarise value"}}',
    ])
    expect(JSON.parse(reply.text)).toEqual({
      topic: 'bees',
      summary: 'summarise value',
      related_questions: 'questions value',
    })
  })

  test.each([
    [{ ok: true, failed: true, text: 'R' }, 'R'],
    [{ ok: false, kind: 'value', message: 'No agent_tool_spec for summarise' }, 'No agent_tool_spec for summarise'],
  ] as const)('[U-67] a call that fails ends what comes after it', async (answer, words) => {
    const asked: string[] = []
    const onUse: HostCall['onUse'] = async (tool) => {
      asked.push(tool)
      return tool === 'summarise' ? answer : { ok: true, text: 't' }
    }
    const { reply } = await call('forms.Research', { topic: 'bees' }, { onUse })
    expect(reply).toMatchObject({ ok: false, text: `Error: Research failed: ${words}` })
    expect(asked).toEqual(['search', 'summarise'])
  })

  test('fails with what our own side fails with, and its tool is stopped', async () => {
    const onUse: HostCall['onUse'] = async () => {
      throw new Error('the journal is full')
    }
    await expect(call('forms.Research', { topic: 'bees' }, { onUse, run: 'run_broken' })).rejects.toThrow(
      'journal is full',
    )
    const answer = await call('forms.Research', { topic: 'bees' }, { onUse: undefined, run: 'run_broken' })
    expect(answer.reply.text).toContain('No agent_tool_spec')
  })
})

describe('what a definition tells of itself', () => {
  test('[U-73] a variable that is not set is missing, and one that is set later is found', async () => {
    variables = {}
    expect(await describeTool('weather.execute')).toMatchObject({
      description: 'Tells the weather.',
      parameters: { required: ['city'] },
      settings: { runtime_name: 'weather.now', timeout_ms: 900 },
      missing: ['WEATHER_API_KEY'],
    })
    variables = { WEATHER_API_KEY: 'k-1', OTHER: 'secret' }
    await new Promise(setImmediate) // They are asked for once a turn.
    expect(await describeTool('weather.execute')).toMatchObject({ missing: [] })
    const { reply } = await callTool(own.hosts, sources, 'weather.execute', { run: 'run_env', args: '{"city":"Bern"}' })
    expect(reply.text).toBe('sunny in Bern k-1')
    variables = {}
  })

  test('classes tell by their metadata; classes of neuro-san and Python tell nothing', async () => {
    expect(await describeTool('forms.Clerk')).toMatchObject({ description: 'A clerk.', settings: { timeout_ms: 500 } })
    expect(await describeTool('forms.Plain')).toBeUndefined()
    expect(await describeTool('py.Py')).toBeUndefined()
    expect(await describeTool('gone.Gone')).toBeUndefined()
  })

  test('[U-3] a function that asks for more than two parameters is refused where it is defined', async () => {
    const problem = 'execute takes (args, ctx), but this function asks for 3 parameters'
    expect((await describeTool('wide.Wide')).problem).toContain(problem)
    const { reply } = await call('wide.Wide')
    expect(reply).toMatchObject({ ok: false, failure: { code: 'class-not-found' } })
    expect(reply.ok ? '' : reply.failure.message).toContain(problem)
  })

  test('its health is what it looked at', async () => {
    const { signal } = new AbortController()
    expect(await own.hosts.health(sources, 'forms.Healthy', signal)).toMatchObject({
      ok: true,
      value: '{"database":"ok","key":"is missing"}',
    })
    expect(await own.hosts.health(sources, 'forms.Returns', signal)).toBeUndefined()
  })
})

describe('a hook', () => {
  const ask = (hook: Partial<HookRule>, payload: object) =>
    own.hosts.hooks.run({
      run: runId('run_hooks'),
      span: spanId('span_hook'),
      sources,
      hook: {
        ...{
          event: 'pre_tool_use',
          name: 'guard',
          priority: 0,
          failClosed: false,
          observeDenied: false,
          timeoutMs: 5_000,
        },
        ...hook,
      },
      payload: JSON.stringify(payload),
      signal: new AbortController().signal,
    })

  test('is a function of a file of the project', async () => {
    expect(JSON.parse(await ask({ run: 'hooks/rules.ts#guard' }, { arguments: { amount: 9 } }))).toEqual({
      decision: 'deny',
      reason: 'too much',
    })
    expect(await ask({ run: 'hooks/rules.ts#guard' }, { arguments: { amount: 2 } })).toBe('null')
  })

  test('is a program that reads its payload; exit code 2 denies', async () => {
    expect(JSON.parse(await ask({ command: ['python3', 'hooks/deny.py'] }, { toolName: 'pay' }))).toEqual({
      decision: 'deny',
      reason: 'no pay',
    })
    expect(await ask({ command: ['true'] }, {})).toBe('null')
    // Words are no decision, also of a hook that is to fail closed.
    expect(await ask({ command: ['echo', 'all is well'] }, {})).toBe('null')
    expect(await ask({ command: ['echo', '{"result": "deny"}'] }, {})).toBe('{"result": "deny"}\n')
  })

  test.each([
    [{ run: 'hooks/rules.ts#raise' }, /out of order/],
    [{ run: 'hooks/rules.ts#none' }, /exports no function none/],
    [{ run: 'hooks/gone.ts#guard' }, /no file hooks\/gone\.ts/],
    [{ run: '../outside.ts#guard' }, /outside of the project/],
    [{ command: ['false'] }, /false ended with exit code 1/],
    [{}, /names neither a function nor a program/],
  ])('that cannot decide says why (%j)', async (hook, words) => {
    await expect(ask(hook, {})).rejects.toThrow(words)
  })

  test('that is changed is asked in its new form by the next run', async () => {
    writeFiles(root, { 'hooks/rules.ts': "export const guard = () => 'deny'" })
    const again = await own.hosts.hooks.run({
      run: runId('run_later'),
      span: spanId('span_hook'),
      sources: { ...sources, toolRoots: [...sources.toolRoots] },
      hook: {
        ...{
          event: 'pre_tool_use',
          name: 'guard',
          priority: 0,
          failClosed: false,
          observeDenied: false,
          timeoutMs: 5_000,
        },
        run: 'hooks/rules.ts#guard',
      },
      payload: '{}',
      signal: new AbortController().signal,
    })
    expect(again).toBe('"deny"')
  })
})

// One call: how its arguments are read, what the model reads of its result or its failure.
import { fromJson, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { isOf } from '@slyglass/run-log'
import { defineTool, type ToolDefinition } from '@slyglass/tools/define'
import { type AreaRunner, byId } from './area-runner.ts'
import type { BubVector } from './bub-vector.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { callWithoutContext } from './python-tools.ts'
import { FAIL, gives, LOOKUP_ORDER, mathAdd, raise } from './small-tools.ts'

async function callOnce(tool: ToolDefinition, args: Json | undefined): Promise<string> {
  const sent = args === undefined ? {} : (fromJson(args) as object)
  const { told } = await playAgent({ tools: [tool], turns: [[[tool.name, sent]]] })
  return told[0] ?? ''
}

async function checkResult({ input, expected }: BubVector, tool: ToolDefinition): Promise<string | undefined> {
  return differs('result', expected.get('result'), await callOnce(tool, input.get('args')))
}

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
}

/** Kind and message, and of each error its type and place. */
async function checkFailure({ input, expected }: BubVector, tool: ToolDefinition): Promise<string | undefined> {
  const told = objectOf(await callOnce(tool, input.get('args')))
  const errors = jsonAt(told, 'details', 'errors')
  const places = (Array.isArray(errors) ? (errors as readonly Json[]) : []).map((error) => ({
    type: jsonAt(error, 'type'),
    loc: jsonAt(error, 'loc'),
  }))
  return firstOf(
    differs('kind', expected.get('kind'), told.get('kind')),
    differs('message', expected.get('message'), told.get('message')),
    expected.has('errors') ? differs('errors', expected.get('errors'), places) : undefined,
    expected.has('details') ? differs('details', expected.get('details'), told.get('details')) : undefined,
  )
}

const boom = (message: string) => defineTool({ name: 'boom', execute: () => raise('RuntimeError', message) })

export const checkExecutor: AreaRunner = byId({
  'bub-013': (vector) => checkResult(vector, mathAdd()),
  'bub-014': (vector) => checkResult(vector, LOOKUP_ORDER),
  // Code reads the value, whatever a model would read.
  async 'bub-015'({ input, expected }) {
    let value: unknown
    const code = defineTool({
      name: 'code',
      async execute(_args, ctx) {
        const called = await ctx.callTool('lookup_order', fromJson(input.get('args') ?? null) as object)
        value = called.ok ? called.value : undefined
      },
    })
    await playAgent({ tools: [code, LOOKUP_ORDER], turns: [[['code', {}]]] })
    return differs('result', expected.get('result'), value)
  },
  'bub-017': (vector) => checkResult(vector, mathAdd()),
  'bub-018': (vector) => checkFailure(vector, mathAdd()),
  'bub-019': (vector) => checkFailure(vector, mathAdd()),
  // The same, but for private values: those are masked.
  async 'bub-021'(vector) {
    const secret = 'sk-live-51Hc0mM2nQ'
    const played = await playAgent({
      tools: [boom(`kaput ${secret}`)],
      turns: [[['boom', {}]]],
      sly: { token: JSON.stringify(secret) },
    })
    const isMasked = played.told[0]?.includes('kaput') === true && !played.told[0].includes(secret)
    return firstOf(await checkFailure(vector, boom('kaput')), isMasked ? undefined : 'a private value is told')
  },
  'bub-022': (vector) =>
    checkFailure(
      vector,
      defineTool({
        name: 'add',
        execute: () => 3,
        renderer: () => raise('ZeroDivisionError', 'division by zero'),
      }),
    ),
  async 'bub-023'({ expected }, tools) {
    return differs('error', expected, await callWithoutContext(tools))
  },
  async 'bub-025'() {
    const calls = [
      ['fail', { msg: 'one' }],
      ['fast', {}],
      ['fail', { msg: 'two' }],
    ] as const
    const { told, log } = await playAgent({ tools: [FAIL, gives('fast', 'fast')], turns: [calls] })
    const said = told.map((text) => jsonAt(objectOf(text), 'details', 'error') ?? text)
    const ends = log.flatMap((event) => (isOf(event, 'tool.finished') ? [event.outcome] : []))
    return firstOf(
      differs('results', ["ValueError('one')", 'fast', "ValueError('two')"], said),
      differs('outcomes', ['failed', 'ok', 'failed'], ends),
    )
  },
  'bub-026': (vector) => checkResult(vector, gives('says', 's', { outputSchema: { type: 'integer' } })),
})

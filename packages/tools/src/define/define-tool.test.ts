import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testContext } from '../testing/test-context.ts'
import { defineClassTool, defineModuleTool, toolOf } from './class-tool.ts'
import { update } from './context-update.ts'
import { defineTool, fromNous, isToolDefinition } from './define-tool.ts'
import { describeTool } from './describe-tool.ts'
import { fail, ok } from './outcome.ts'
import { runTool } from './run-tool.ts'

const execute = (args: Record<string, unknown>) => args

describe('a definition', () => {
  test('[U-3] takes execute(args, ctx), with parameters at its end left out', async () => {
    for (const one of [() => 1, (args: unknown) => args, (args: unknown, ctx: unknown) => [args, ctx]])
      expect(isToolDefinition(defineTool({ name: 'a', execute: one }))).toBe(true)
  })

  test('[U-3] of a function with another arity is refused', () => {
    const three = (a: unknown, b: unknown, c: unknown) => [a, b, c]
    expect(() => defineTool({ name: 'a', execute: three as never })).toThrow(
      'Tool "a": execute takes (args, ctx), but this function asks for 3 parameters. Take what else it needs from ctx.',
    )
    expect(() => defineTool({ name: 'a', execute: 'x' as never })).toThrow(TypeError)
  })

  test('[U-3] takes functions of (ctx, args) through fromNous', async () => {
    const tool = defineTool({ name: 'a', execute: fromNous((ctx, args) => [ctx.requestId, args.x]) })
    expect(await runTool(tool, { x: 1 }, testContext({ requestId: 'req_123' }))).toMatchObject({
      text: '["req_123",1]',
    })
  })

  test.each([
    [{ name: 'a b', execute }, /needs a name of letters/],
    [{ name: '', execute }, /needs a name of letters/],
    [{ name: 'a', category: 'draw', execute }, /category must be "read" or "write"/],
    [{ name: 'a', retries: -1, execute }, /retries must be a number from 0, not -1/],
    [{ name: 'a', timeoutMs: '5s', execute }, /timeoutMs must be milliseconds or null, not "5s"/],
    [{ name: 'a', validateArgs: 'loose', execute }, /validateArgs must be "strict" or "nous" or "off"/],
    [{ name: 'a', env: 'KEY', execute }, /env must be a list of variable names/],
    [{ name: 'nc', exposure: 'x', execute: () => 1 }, "Tool 'nc' has unknown exposure 'x'."],
  ])('with a wrong option is refused in words: %o', (options, message) => {
    expect(() => defineTool(options as never)).toThrow(message)
  })

  test('[B-1] with a dotted name keeps it as runtime name, and models see underscores', () => {
    const tool = defineTool({ name: 'math.add', execute })
    expect([tool.name, tool.runtimeName]).toEqual(['math_add', 'math.add'])
  })

  test('takes zod, and tells the model JSON Schema', () => {
    const parameters = z.object({ location: z.string(), days: z.number().int().min(1).optional() })
    const tool = defineTool({ name: 'w', parameters, execute: ({ location, days }) => `${location} ${days ?? 1}` })
    expect(tool.parameters).toEqual({
      type: 'object',
      properties: {
        location: { type: 'string' },
        days: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ['location'],
    })
  })

  test('tells the server its settings in the keys of HOCON', () => {
    const rateLimit = { calls: 5, perMs: 1000, key: 'deps.user_id' }
    const tool = defineTool({
      name: 'a',
      timeoutMs: null,
      retries: 0,
      requiresApproval: true,
      env: ['KEY'],
      rateLimit,
      execute,
    })
    const { settings, env } = describeTool(tool)
    expect([...settings.keys()]).toEqual(['timeout_ms', 'retries', 'requires_approval', 'rate_limit'])
    expect(env).toEqual(['KEY'])
  })
})

class Adder {
  async asyncInvoke(args: { a: number; b: number }, slyData: Record<string, unknown>) {
    slyData.seen = args.a
    return args.a + args.b
  }
}

describe('a class or module', () => {
  test('[N-10] gets args and sly data, and each call an instance of its own', async () => {
    const tool = toolOf(Adder)
    const slyData: Record<string, unknown> = {}
    expect(tool?.name).toBe('adder')
    expect(await runTool(tool!, { a: 2, b: 3 }, testContext({ slyData }))).toMatchObject({ ok: true, text: '5' })
    expect(slyData).toEqual({ seen: 2 })
  })

  test('[N-47] whose constructor needs arguments is refused with the rule', () => {
    class Needy {
      readonly key: string
      constructor(key: string) {
        this.key = key
      }
      async asyncInvoke() {
        return this.key
      }
    }
    expect(() => defineClassTool(Needy as never)).toThrow(/The constructor of Needy takes arguments/)
  })

  test('[U-66] with metadata and execute is a tool', async () => {
    const metadata = { name: 'convert_units', description: 'Converts.' }
    const tool = defineModuleTool(
      { metadata, execute: (args: Record<string, unknown>) => fail(`Unknown conversion: ${args.from} to ${args.to}`) },
      'units',
    )
    expect(tool?.description).toBe('Converts.')
    expect(await runTool(tool!, { from: 'feet', to: 'celsius' }, testContext())).toEqual({
      ok: false,
      reason: '"Unknown conversion: feet to celsius"',
    })
  })
})

describe('a call', () => {
  test('[N-16] gets frozen arguments at every depth', async () => {
    const tool = defineTool({
      name: 'a',
      execute(args) {
        ;(args.deep as { x: number }).x = 2
      },
    })
    await expect(runTool(tool, { deep: { x: 1 } }, testContext())).rejects.toThrow(TypeError)
  })

  test('[U-6] gets objects without prototype keys', async () => {
    const tool = defineTool({
      name: 'a',
      execute: (args) => ['constructor' in args, '__proto__' in (args.deep as object)],
    })
    expect(await runTool(tool, JSON.parse('{"deep": {}}'), testContext())).toMatchObject({ text: '[false,false]' })
  })

  test('[U-28] [U-69] of a generator tells its partials, and the last value is the result', async () => {
    const told: unknown[] = []
    const tool = defineTool({
      name: 'stream',
      async *execute() {
        yield 'half'
        yield { pct: 90 }
        return 'whole'
      },
    })
    const ctx = testContext({ progress: (report) => void told.push(report) })
    expect(await runTool(tool, {}, ctx)).toMatchObject({ text: 'whole' })
    expect(told).toEqual(['half', '{"pct":90}'])
  })

  test('[U-4] [U-5] has a context that is empty where nothing is given', async () => {
    const tool = defineTool({ name: 'a', execute: (_args, ctx) => [ctx.deps, ctx.conversationHistory, ctx.timestamp] })
    expect(await runTool(tool, {}, testContext())).toMatchObject({ text: '[{},[],"1970-01-01T00:00:00.000Z"]' })
  })

  test('[U-87] gathers updates of its result and of the context, in this order', async () => {
    const tool = defineTool({
      name: 'a',
      execute(_args, ctx) {
        ctx.update.append('log', 'second')
        return ok('done', update().set('first', 1))
      },
    })
    const ended = await runTool(tool, {}, testContext())
    expect(ended.ok && ended.ops.map((op) => op.op)).toEqual(['set', 'append'])
  })

  test('renders the value that the tool gave', async () => {
    const renderer = (result: unknown) => `<${JSON.stringify(result)}>`
    const tool = defineTool({ name: 'a', renderer, execute: () => ok({ n: 1 }) })
    expect(await runTool(tool, {}, testContext())).toMatchObject({ text: '<{"n":1}>' })
  })
})

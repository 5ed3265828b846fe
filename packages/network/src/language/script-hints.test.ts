import { describe, expect, test } from 'vitest'
import { diagnoseToolSource } from './tool-source.ts'

const FILE = 'coded_tools/tools.ts'
const said = (source: string, doc = FILE) =>
  diagnoseToolSource(doc, source).map(({ code, severity, at }) => `${severity} ${code} ${source.slice(at.from, at.to)}`)

const GOOD = `
/** Tells the weather. */
export const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather of a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
  async execute({ place }, ctx) {
    try {
      const reply = await fetch(address(place), { signal: ctx.signal })
      return ok({ sky: await reply.json(), of: [{ place }] })
    } catch (error) {
      // catch {} in words is none.
      return fail(\`The weather of \${place} cannot be told: \${error.message}\`)
    }
  },
})
export class Plain { asyncInvoke(args) { throw new Error("catch (e) {}") } }
`

describe('hints on the source of a tool in TypeScript', () => {
  test('[U-79] [U-80] a tool that does what it is to do gets none', () => {
    expect(said(GOOD)).toEqual([])
  })

  test.each([
    ['try { a() } catch { }', 'hint ignored-error catch { }'],
    ['try { a() } catch (error) {\n}', 'hint ignored-error catch (error) {\n}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    ['throw new Error(`bad key ${apiKey}`)', 'hint secret-in-error throw new Error(`bad key ${apiKey}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    ['return fail(`no: ${ctx.env.API_TOKEN}`)', 'hint secret-in-error fail(`no: ${ctx.env.API_TOKEN}'],
    ['return fail()', 'hint wordless-failure fail()'],
    ['throw new RangeError( )', 'hint wordless-failure throw new RangeError( )'],
    ["await fetch('https://x.example')", 'hint no-timeout fetch('],
    ["execSync('ls')", 'hint blocking-call execSync('],
    ['return { a: { b: { c: { d: 1 } } } }', 'hint deep-result return '],
    ['return ok({ a: [{ b: [1] }] })', 'hint deep-result return ok('],
  ])('[U-79] [U-80] %j', (source, hint) => {
    expect(said(source)).toEqual([hint])
  })

  test.each([
    ["defineTool({ name: 'a', parameters: {}, execute: () => 1 })", ['undocumented']],
    ["defineTool({ name: 'a', description: 'A.', execute: ({ q }) => q })", ['unvalidated']],
    ["defineTool({ name: 'a', description: 'A.', async execute(args, ctx) { return args } })", ['unvalidated']],
    ["defineTool({ name: 'a', description: 'A.', execute: (_args, ctx) => ctx.deps })", []],
    ["defineTool({ name: 'a', description: 'A.', execute: () => 1 })", []],
  ])('[U-79] a definition is described, and checks what it takes: %s', (source, codes) => {
    expect(diagnoseToolSource(FILE, source).map(({ code }) => code)).toEqual(codes)
  })

  test('a test of a tool, and what is no tool, gets none', () => {
    expect(said('fail()', 'coded_tools/tools.test.ts')).toEqual([])
    expect(said('fail()', 'notes/tools.md')).toEqual([])
  })
})

test.each([
  [
    'class A:\n    """Says."""\n    def invoke(self, a, b):\n        raise ValueError()\n',
    'hint wordless-failure raise ValueError()',
  ],
  ['def f():\n    return {"a": {"b": {"c": {"d": 1}}}}\n', 'hint deep-result return'],
  ['def f():\n    return {"a": [{"b": 1}]}\n', undefined],
  ['def f():\n    raise ValueError("no such place")\n', undefined],
])('[U-79] [U-80] in Python %j', (source, hint) => {
  const hints = said(source, 'coded_tools/tools.py').filter((text) => text.startsWith('hint'))
  expect(hints).toEqual(hint === undefined ? [] : [hint])
})

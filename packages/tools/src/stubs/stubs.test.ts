import { type JsonObject, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { codeIdentifier, codeIdentifiers, codeStub, type StubTool } from '../index.ts'

const object = (properties: object, required: readonly string[] = Object.keys(properties), more: object = {}) =>
  toJson({ type: 'object', properties, required, ...more }) as JsonObject

const ADD: StubTool = {
  identifier: 'math_add',
  description: 'Add two integers.',
  parameters: object({ a: { type: 'integer' }, b: { type: 'integer' } }),
  outputSchema: toJson({ type: 'integer' }),
}
const ORDER = object({ id: { type: 'string' }, status: { type: 'string' } }, ['id', 'status'], { title: 'Order' })
const LOOKUP: StubTool = {
  identifier: 'lookup_order',
  description: '',
  parameters: object({ order_id: { type: 'string' } }),
  outputSchema: ORDER,
}

describe('the name of a tool in code', () => {
  test.each([
    ['mcp.search-docs', 'mcp_search_docs'],
    ['math.add', 'math_add'],
    ['class', '_class'],
    ['2fa', '_2fa'],
    ['', '_'],
    ['a b', 'a_b'],
  ])('[B-27] %j is %s', (name, identifier) => {
    expect(codeIdentifier(name)).toBe(identifier)
    expect(codeIdentifier(name, 'javascript')).toBe(identifier)
  })

  test('[B-27] is no word of the language that the code is written in', () => {
    expect([codeIdentifier('lambda'), codeIdentifier('lambda', 'javascript')]).toEqual(['_lambda', 'lambda'])
    expect([codeIdentifier('delete'), codeIdentifier('delete', 'javascript')]).toEqual(['delete', '_delete'])
  })

  test('[B-27] is numbered where another tool or the code itself has it', () => {
    expect(codeIdentifiers(['a.b', 'a-b', 'attach_image', 'a_b'], 'python', ['attach_image'])).toEqual([
      'a_b',
      'a_b_2',
      'attach_image_2',
      'a_b_3',
    ])
  })
})

describe('what a model is told of tools in Python', () => {
  test('[B-67] [B-26] each object is a TypedDict, each tool an async function that takes keywords', () => {
    expect(codeStub('python', [ADD, LOOKUP])).toBe(
      [
        'from typing import Any, Literal, NotRequired, TypedDict',
        '',
        'class Order(TypedDict):',
        '    id: str',
        '    status: str',
        '',
        'async def math_add(*, a: int, b: int) -> int:',
        '    """Add two integers."""',
        '',
        'async def lookup_order(*, order_id: str) -> Order: ...',
        '',
      ].join('\n'),
    )
  })

  test('[B-67] defaults are written, other optional ones are dots; arguments are told in the docstring', () => {
    const parameters = object(
      {
        q: { type: 'string', description: 'What to look for.' },
        most: { type: 'integer', default: 5 },
        kind: { enum: ['a', 'b'], default: 'a' },
        tags: { type: 'array', items: { type: 'string' } },
        on: { anyOf: [{ type: 'boolean' }, { type: 'null' }], default: null },
        raw: { anyOf: [{ type: 'string' }, {}] },
      },
      ['q'],
    )
    const text = codeStub('python', [{ identifier: 'find', description: 'Finds.', parameters }])
    expect(text).toContain(
      "async def find(*, q: str, most: int = 5, kind: Literal['a', 'b'] = 'a', tags: list[str] = ..., on: bool | None = None, raw: Any = ...) -> Any:\n" +
        '    """Finds.\n\n    Args:\n        q: What to look for.\n    """',
    )
  })

  test('[B-67] the same object is declared once, another one of its name is numbered, an optional key is NotRequired', () => {
    const other = object({ id: { type: 'string' } }, [], { title: 'Order' })
    const text = codeStub('python', [
      { ...LOOKUP, identifier: 'one' },
      { ...LOOKUP, identifier: 'two' },
      { ...LOOKUP, identifier: 'three', outputSchema: other },
    ])
    expect(text.match(/class \w+/g)).toEqual(['class Order', 'class Order2'])
    expect(text).toContain('class Order2(TypedDict):\n    id: NotRequired[str]')
    expect(text).toContain('async def three(*, order_id: str) -> Order2: ...')
  })

  test('[B-67] an object may hold its own kind', () => {
    const tree = toJson({
      $ref: '#/$defs/Tree',
      $defs: {
        Tree: {
          type: 'object',
          properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
          required: ['name'],
        },
        Loop: { $ref: '#/$defs/Loop' },
      },
    }) as JsonObject
    const text = codeStub('python', [
      { identifier: 'grow', description: '', parameters: object({}), outputSchema: tree },
    ])
    expect(text).toContain('class Tree(TypedDict):\n    name: str\n    below: NotRequired[list[Tree]]')
    expect(text).toContain('async def grow() -> Tree: ...')
  })

  test('[B-67] names that Python cannot write make any keywords, and any value', () => {
    const parameters = object({ 'a-b': { type: 'string' } })
    const text = codeStub('python', [
      { identifier: 'odd', description: 'Odd """ one.', parameters, outputSchema: parameters },
    ])
    expect(text).toContain('async def odd(**kwargs: Any) -> dict[str, Any]:\n    """Odd \\"\\"\\" one."""')
    const quoted = codeStub('python', [{ identifier: 'x', description: 'Says "x"', parameters: new Map() }])
    expect(quoted).toContain('"""Says "x\\""""')
  })
})

test('[B-67] [B-26] for JavaScript the same is told in TypeScript', () => {
  const more: StubTool = {
    identifier: 'find',
    description: 'Finds.',
    parameters: object({ q: { type: 'string', description: 'What.' }, most: { type: 'integer', default: 5 } }, ['q']),
    outputSchema: toJson({ type: 'array', items: { enum: ['a', 1] } }),
  }
  expect(codeStub('javascript', [ADD, LOOKUP, more])).toBe(
    [
      'interface Order {',
      '  id: string',
      '  status: string',
      '}',
      '',
      'declare const tools: {',
      '  /** Add two integers. */',
      '  math_add(args: { a: number; b: number }): Promise<number>',
      '  lookup_order(args: { order_id: string }): Promise<Order>',
      '  /**',
      '   * Finds.',
      '   * @param args.q What.',
      '   * @param args.most (5 when left out)',
      '   */',
      '  find(args: { q: string; most?: number }): Promise<("a" | 1)[]>',
      '}',
      '',
    ].join('\n'),
  )
})

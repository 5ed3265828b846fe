import { type Json, JsonNumber, type JsonObject, ok, parseJson, printJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coerceArguments, placeArguments } from '../index.ts'

const json = (text: string): Json => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
const object = (text: string) => json(text) as JsonObject
const ADD = object(
  '{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}',
)

function coerced(schema: string, value: string): string {
  const whole = object(`{"type":"object","properties":{"v":${schema}}}`)
  const read = coerceArguments(whole, object(`{"v":${value}}`))
  return read.ok
    ? printJson(read.value.get('v') ?? null)
    : read.error.map(({ type, loc }) => `${type} ${loc.join('.')}`).join(', ')
}

describe('a value that is read leniently', () => {
  const [INT, NUM, BOOL, TEXT] = ['integer', 'number', 'boolean', 'string'].map((type) => `{"type":"${type}"}`)

  // Measured with TypeAdapter(...).validate_python of pydantic 2.
  test.each([
    [INT, '"2"', '2'],
    [INT, '" 2 "', '2'],
    [INT, '"2.0"', '2'],
    [INT, '"1_000"', '1000'],
    [INT, '"-007"', '-7'],
    [INT, '2.0', '2'],
    [INT, 'true', '1'],
    [INT, '123456789012345678901234', '123456789012345678901234'],
    [INT, '"2.5"', 'int_parsing v'],
    [INT, '"2."', 'int_parsing v'],
    [INT, '2.5', 'int_from_float v'],
    [INT, '"x"', 'int_parsing v'],
    [INT, 'null', 'int_type v'],
    [NUM, '"1e3"', '1000'],
    [NUM, '"1.50"', '1.5'],
    [NUM, '3.0', '3.0'],
    [NUM, '"x"', 'float_parsing v'],
    [NUM, '[]', 'float_type v'],
    [BOOL, '"YES"', 'true'],
    [BOOL, '"t"', 'true'],
    [BOOL, '"off"', 'false'],
    [BOOL, '0', 'false'],
    [BOOL, '1.0', 'true'],
    [BOOL, '"maybe"', 'bool_parsing v'],
    [BOOL, '2', 'bool_parsing v'],
    [TEXT, '"2"', '"2"'],
    [TEXT, '2', 'string_type v'],
    ['{"type":"array","items":{"type":"integer"}}', '["1",2.0]', '[1,2]'],
    ['{"type":"array","items":{"type":"integer"}}', '["1","x"]', 'int_parsing v.1'],
    ['{"type":"array"}', '"[1]"', 'list_type v'],
    ['{"type":"object","additionalProperties":true}', '"{}"', 'dict_type v'],
    [
      '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n","m"]}',
      '{"n":"x"}',
      'missing v.m, int_parsing v.n',
    ],
    ['{"anyOf":[{"type":"integer"},{"type":"null"}]}', 'null', 'null'],
    ['{"anyOf":[{"type":"integer"},{"type":"string"}]}', '"7"', '"7"'],
    ['{"anyOf":[{"type":"integer"},{"type":"null"}]}', '"7"', '7'],
    ['{"enum":["a","b"],"type":"string"}', '"a"', '"a"'],
    ['{"enum":["a","b"],"type":"string"}', '"c"', 'literal_error v'],
    ['{}', '{"x":1.50}', '{"x":1.50}'],
  ])('[B-2] by %s %s is %s', (schema, value, expected) => {
    expect(coerced(schema ?? '', value)).toBe(expected)
  })

  test('is read once and for all: what came out is read as itself', () => {
    const text = fc.oneof(fc.integer().map(String), fc.constantFrom('yes', 'off', '1_0', ' 3 ', '2.0', '1e3', 'x'))
    fc.assert(
      fc.property(text, fc.constantFrom('integer', 'number', 'boolean', 'string'), (value, type) => {
        const schema = object(`{"properties":{"v":{"type":"${type}"}}}`)
        const once = coerceArguments(schema, new Map([['v', value]]))
        if (once.ok) expect(coerceArguments(schema, once.value)).toEqual(once)
      }),
    )
  })
})

describe('arguments', () => {
  test('[B-56] [E-1] are found by their names, or by their order', () => {
    const five = ok(
      new Map([
        ['a', new JsonNumber('2')],
        ['b', new JsonNumber('3')],
      ]),
    )
    expect(
      coerceArguments(
        ADD,
        new Map([
          ['b', '3'],
          ['a', '2'],
        ]),
      ),
    ).toEqual(five)
    expect(
      placeArguments(
        ADD,
        [],
        new Map([
          ['a', '2'],
          ['b', '3'],
        ]),
      ),
    ).toEqual(five)
    expect(placeArguments(ADD, ['2', '3'], new Map())).toEqual(five)
    expect(placeArguments(ADD, ['2'], new Map([['b', '3']]))).toEqual(five)
  })

  test.each([
    [['2', '3', '4'], {}, 'unexpected_positional_argument 2'],
    [['2'], { a: '3' }, 'multiple_argument_values a'],
    [['2'], {}, 'missing_argument b'],
    [[], { a: '1', b: '2', c: '3' }, 'unexpected_keyword_argument c'],
    [[], { a: 'x' }, 'int_parsing a, missing_argument b'],
  ])('[B-2] %j with %j are refused: %s', (words, named, expected) => {
    const read = placeArguments(ADD, words, new Map(Object.entries(named)))
    expect(read.ok ? 'ok' : read.error.map(({ type, loc }) => `${type} ${loc.join('.')}`).join(', ')).toBe(expected)
  })

  test('are anything where the tool says nothing of them', () => {
    const args = new Map([['x', '1']])
    expect(coerceArguments(undefined, args)).toEqual(ok(args))
    expect(coerceArguments(object('{"type":"object","properties":{}}'), args)).toEqual(ok(args))
  })
})

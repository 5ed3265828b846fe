import { isJsonObject, type JsonObject, parseJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invalidArgumentsText } from '../errors/error-texts.ts'
import { argumentErrorText } from './argument-error.ts'
import { checkLikeNous } from './nous-profile.ts'
import { type ValidationProfile, validateArguments } from './validate-arguments.ts'

const json = (text: string): JsonObject => {
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
}
const errors = (profile: ValidationProfile, schema: string, args: string) =>
  validateArguments(profile, json(schema), json(args)).errors.map(argumentErrorText)

const SEARCH = `{
  "type": "object",
  "properties": {
    "query": {"type": "string", "pattern": "^[a-z]+$"},
    "limit": {"type": "integer", "minimum": 1},
    "kind": {"type": "string", "enum": ["news", "web"]},
    "where": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "tags": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["query", "limit"]
}`
const FITS = '"query": "x", "limit": 1'

describe('the nous profile', () => {
  test.each([
    ['{}', ['Missing required fields: query', 'Missing required fields: limit']],
    ['{"limit": "x"}', ['Missing required fields: query']],
    ['{"query": null, "limit": 1}', ['Type mismatch: query: expected string, got null']],
    ['{"query": "x", "limit": "10"}', ['Type mismatch: limit: expected integer, got string']],
    ['{"query": "x", "limit": 1.5}', ['Type mismatch: limit: expected integer, got number']],
    [`{${FITS}, "kind": "mail"}`, ['Invalid value: kind: expected one of "news", "web", got "mail"']],
    [
      `{${FITS}, "kind": 5}`,
      [
        'Type mismatch: kind: expected string, got integer',
        'Invalid value: kind: expected one of "news", "web", got 5',
      ],
    ],
    [`{${FITS}, "where": {"city": 5}}`, ['Type mismatch: where.city: expected string, got integer']],
    [`{${FITS}, "where": {}}`, []],
    [`{${FITS}, "tags": ["a", 2]}`, ['Type mismatch: tags[1]: expected string, got integer']],
    [`{${FITS}, "anything": {"else": true}}`, []],
    ['{"query": "NO MATCH", "limit": 0}', []],
  ])('[U-14] %s', (args, expected) => {
    expect(errors('nous', SEARCH, args)).toEqual(expected)
  })

  test('[U-14] leaves types that it does not know unchecked', () => {
    expect(
      errors('nous', '{"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "date"}}}', '{"a": 1, "b": 2}'),
    ).toEqual([])
  })
})

describe('the strict profile', () => {
  test.each([
    ['{}', ['Missing required fields: query', 'Missing required fields: limit']],
    ['{"query": "x", "limit": "10"}', ['Type mismatch: limit: expected integer, got string']],
    ['{"query": "X", "limit": 1}', ['Invalid value: query: must match pattern "^[a-z]+$", got "X"']],
    ['{"query": "x", "limit": 0}', ['Invalid value: limit: must be >= 1, got 0']],
    [`{${FITS}, "kind": "mail"}`, ['Invalid value: kind: expected one of "news", "web", got "mail"']],
    [`{${FITS}, "where": {}}`, ['Missing required fields: where.city']],
    [`{${FITS}, "tags": ["a", 2]}`, ['Type mismatch: tags[1]: expected string, got integer']],
    [`{${FITS}, "limit": 2.0}`, []],
    [`{${FITS}, "more": 1}`, []],
  ])('[U-14] %s', (args, expected) => {
    expect(errors('strict', SEARCH, args)).toEqual(expected)
  })

  test('[U-14] names what a closed schema does not declare', () => {
    const closed = '{"type": "object", "properties": {"a": {}}, "additionalProperties": false}'
    expect(errors('strict', closed, '{"b": 1}')).toEqual(['Invalid value: b: is not declared, got 1'])
  })

  test('[N-31] reads the words of neuro-san, and takes its nulls for "not sent"', () => {
    const own =
      '{"properties": {"a": {"type": "float"}, "b": {"type": "int"}, "type": {"type": "bool"}}, "required": ["a"]}'
    expect(errors('strict', own, '{"a": 3.5, "b": null, "type": true}')).toEqual([])
    expect(errors('strict', own, '{"a": null}')).toEqual(['Type mismatch: a: expected number, got null'])
  })

  test('says so when the schema itself cannot be used', () => {
    const [said] = errors('strict', '{"properties": {"a": {"type": "nonsense"}}}', '{"a": 1}')
    expect(said).toMatch(/^Invalid value: arguments: the schema cannot be used: /)
  })

  test('takes two schemas with one $id', () => {
    expect(errors('strict', '{"$id": "x", "properties": {"a": {"type": "string"}}}', '{"a": 1}')).toHaveLength(1)
    expect(errors('strict', '{"$id": "x", "properties": {"a": {"type": "integer"}}}', '{"a": 1}')).toEqual([])
  })
})

describe('the profile off, and a schema that says nothing', () => {
  test('[U-14] let everything through', () => {
    expect(errors('off', SEARCH, '{}')).toEqual([])
    expect(validateArguments('strict', undefined, json('{"a": 1}')).errors).toEqual([])
    expect(errors('strict', '{"type": "object", "properties": {}, "required": []}', '{"a": 1}')).toEqual([])
  })
})

describe('what the model reads', () => {
  test('[U-13] names all missing fields in one line, in schema order, and tells the schema back', () => {
    const { errors: found, schema } = validateArguments('strict', json(SEARCH), json('{}'))
    expect(invalidArgumentsText('search', found, schema).split('\n')).toEqual([
      'Tool execution failed: search',
      "Error: Invalid arguments for 'search': Missing required fields: query, limit",
      'Attempts: 1',
      'Original cause: the arguments do not fit the schema of the tool, so it was not called.',
      `Schema: ${schema}`,
      'Correct the arguments, or try a different approach.',
    ])
    expect(schema).toContain('"required":["query","limit"]')
  })

  test('[U-13] names path, expected and actual type', () => {
    const { errors: found, schema } = validateArguments('nous', json(SEARCH), json('{"query": "x", "limit": "ten"}'))
    expect(invalidArgumentsText('search', found, schema)).toContain(
      "Error: Invalid arguments for 'search': Type mismatch: limit: expected integer, got string\n",
    )
  })
})

test('[U-14] whatever nous refuses for a plain schema, strict refuses too', () => {
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null')
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), type),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue()),
      (types, args) => {
        const properties = Object.fromEntries(Object.entries(types).map(([name, one]) => [name, { type: one }]))
        const schema = toJson({ type: 'object', properties, required: Object.keys(types) }) as JsonObject
        const sent = toJson(args) as JsonObject
        const loose = checkLikeNous(schema, sent)
        const strict = validateArguments('strict', schema, sent).errors
        // A whole number written with a fraction is an integer to JSON Schema only.
        const whole = [...sent.values()].some(
          (value) =>
            typeof value === 'object' &&
            value !== null &&
            'text' in value &&
            Number.isInteger(Number(value.text)) &&
            !/^-?\d+$/.test(String(value.text)),
        )
        if (loose.length > 0 && !whole) expect(strict.length).toBeGreaterThan(0)
      },
    ),
  )
})

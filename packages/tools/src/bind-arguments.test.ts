import { type JsonObject, parseJson, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bindArguments, readArguments, readParameters, refusedArgumentsText, unknownToolText } from './index.ts'

const PARAMETERS = readParameters(
  toJson({
    type: 'object',
    properties: {
      text: { type: 'string', enum: ['red', 'green'] },
      count: { type: 'int', minimum: 1, maximum: 9 },
      whole: { type: 'integer' },
      ratio: { type: 'float' },
      amount: { type: 'number' },
      flag: { type: 'boolean' },
      words: { type: 'array', items: { type: 'string' } },
      rows: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'int' }, label: { type: 'string' } }, required: ['id'] },
      },
      shape: { type: 'object', properties: { width: { type: 'int' }, height: { type: 'int' } }, required: ['width'] },
      free: { type: 'object' },
    },
    required: ['text', 'count', 'words', 'shape'],
  }) as JsonObject,
)

const object = (text: string): JsonObject => {
  const read = readArguments(text)
  if (read.kind !== 'object') throw new Error(read.kind)
  return read.args
}
const bound = (text: string, fixed?: string) => {
  const read = bindArguments(PARAMETERS, object(text), fixed === undefined ? undefined : object(fixed))
  return read.ok ? printJson(read.value) : refusedArgumentsText('keep', object(text), read.error)
}
const SHORT = '"words":[],"shape":{"width":2}'

describe('arguments of a call', () => {
  test('[N-17] come in declared order, unsent ones as null, undeclared ones dropped at every level', () => {
    expect(bound('{"shape":{"depth":9,"width":2},"words":["z"],"colour":"blue","count":2,"text":"red"}')).toBe(
      '{"text":"red","count":2,"whole":null,"ratio":null,"amount":null,"flag":null,"words":["z"],"rows":null,"shape":{"width":2,"height":null},"free":null}',
    )
  })

  test('recording tool-call-faults, loose-numbers: values take the declared type, so that Python sees int or float', () => {
    const text = `{"text":"red","count":3.0,${SHORT},"ratio":2,"amount":"1.5","flag":"true"}`
    expect(bound(text)).toContain('"count":3,"whole":null,"ratio":2.0,"amount":1.5,"flag":true')
  })

  test('a number stays what was sent: 4 an int, 2.0 a float, twenty digits all of them', () => {
    expect(bound(`{"text":"a","count":1,${SHORT},"amount":4}`)).toContain('"amount":4,')
    expect(bound(`{"text":"a","count":1,${SHORT},"amount":2.0}`)).toContain('"amount":2.0,')
    expect(bound(`{"text":"a","count":12345678901234567890,${SHORT}}`)).toContain('"count":12345678901234567890,')
  })

  test.each([
    ['missing-required', '{"text":"red","count":1}', 'words: Field required\nshape: Field required'],
    [
      'wrong-types',
      '{"text":7,"count":"3","words":"a","shape":{"width":"5"}}',
      'text: Input should be a valid string\nwords: Input should be a valid list',
    ],
    [
      'fraction-for-int',
      `{"text":"red","count":3.7,${SHORT}}`,
      'count: Input should be a valid integer, got a number with a fractional part',
    ],
    [
      'nested',
      '{"text":"a","count":1,"words":[1],"shape":{}}',
      'words.0: Input should be a valid string\nshape.width: Field required',
    ],
  ])('recording tool-call-faults, %s: the model reads what is wrong, in declared order', (_name, sent, lines) => {
    expect(bound(sent)).toMatch(/^Error invoking tool 'keep' with kwargs \{.*\} with error:\n /)
    expect(bound(sent).split('with error:\n ')[1]).toBe(`${lines}\n Please fix the error and try again.`)
  })

  test('recording tool-call-faults: the refused arguments are shown as Python shows them', () => {
    expect(bound('{"text":7,"count":"3","words":"a","shape":{"width":"5"}}')).toContain(
      "kwargs {'text': 7, 'count': '3', 'words': 'a', 'shape': {'width': '5'}} with",
    )
  })

  test.each([
    ['"yes"', 'true'],
    ['0', 'false'],
    ['1.0', 'true'],
    ['"OFF"', 'false'],
  ])('the flag %s is %s', (sent, read) => {
    expect(bound(`{"text":"a","count":1,${SHORT},"flag":${sent}}`)).toContain(`"flag":${read}`)
  })

  test('recording fixed-args: fixed arguments win, deep in objects too, and take the type of what was sent', () => {
    const sent = `{"text":"us","count":7,${SHORT},"free":{"a":1,"b":9,"deep":{"x":1}}}`
    const fixed = '{"text":"eu","count":"9","free":{"b":2,"deep":{"y":1}},"secret":"in-args","nothing":null}'
    expect(bound(sent, fixed)).toBe(
      '{"text":"eu","count":9,"whole":null,"ratio":null,"amount":null,"flag":null,"words":[],"rows":null,"shape":{"width":2,"height":null},"free":{"a":1,"b":2,"deep":{"x":1,"y":1}},"secret":"in-args","nothing":null}',
    )
  })

  test('recording schema-corners: a name that Python cannot take is passed on when it is sent, and not missed when not', () => {
    const odd = readParameters(
      toJson({ type: 'object', properties: { from: { type: 'string' }, a: { type: 'string' } } }) as JsonObject,
    )
    const read = (text: string) => bindArguments(odd, object(text), undefined)
    expect(read('{"from":"1"}')).toEqual({
      ok: true,
      value: new Map([
        ['from', '1'],
        ['a', null],
      ]),
    })
    expect(read('{}')).toEqual({ ok: true, value: new Map([['a', null]]) })
  })

  test('a masked value, as a log holds it, fits every type', () => {
    expect(bound(`{"text":"⟨sly:a⟩","count":"⟨sly:b⟩",${SHORT}}`)).toContain('"text":"⟨sly:a⟩","count":"⟨sly:b⟩"')
  })

  test('what was read once is read again unchanged', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const sent = fc.record({
      text: value,
      count: value,
      amount: value,
      ratio: value,
      flag: value,
      rows: value,
      free: value,
    })
    fc.assert(
      fc.property(sent, (some) => {
        const first = bindArguments(
          PARAMETERS,
          object(JSON.stringify({ words: [], shape: { width: 1 }, ...some })),
          undefined,
        )
        if (first.ok) expect(bindArguments(PARAMETERS, first.value, undefined)).toEqual(first)
        else expect(first.error.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the arguments text of a model', () => {
  test.each(['', '  ', 'null', '{}'])('%j means no arguments', (text) => {
    expect(readArguments(text)).toEqual({ kind: 'object', args: new Map() })
  })

  test('a list is JSON but no arguments; half an object is no JSON', () => {
    expect(readArguments('[1,2]').kind).toBe('other')
    expect(readArguments('{"text": "red", ')).toMatchObject({ kind: 'unreadable', offset: 16 })
  })
})

test('recording tool-call-faults, unknown-tool: the model reads which tools there are', () => {
  expect(unknownToolText('nobody', ['keep', 'look'])).toBe(
    'Error: nobody is not a valid tool, try one of [keep, look].',
  )
})

test('exact JSON goes in and out', () => {
  const parsed = parseJson('{"a":3.0}')
  expect(parsed.ok && printJson(parsed.value)).toBe('{"a":3.0}')
})

import { printJson, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readCallArguments } from './read-arguments.ts'
import { renderValue } from './render-value.ts'

const SCHEMA = toJson({
  properties: {
    name: { type: 'string' },
    cost: { type: 'float' },
    count: { type: 'int' },
    really: { type: 'boolean' },
    tags: { type: 'array' },
    limit: { type: ['integer', 'null'] },
    note: { type: ['string', 'number'] },
  },
}) as Parameters<typeof readCallArguments>[1]

async function read(...words: string[]): Promise<string> {
  const args = await readCallArguments(words, SCHEMA, '/nowhere')
  return args.ok ? printJson(args.value) : args.error
}

describe('arguments of a call', () => {
  test('pairs are read as the schema says, numbers with their digits', async () => {
    expect(await read('name=3', 'cost=3.0', 'count=12345678901234567890', 'really=True', 'tags=["a"]')).toBe(
      '{"name":"3","cost":3.0,"count":12345678901234567890,"really":true,"tags":["a"]}',
    )
  })

  test('what the schema does not name is JSON where it is JSON, else text', async () => {
    expect(await read('x=1.50', 'y=a=b', 'z={"k":null}', 'empty=')).toBe(
      '{"x":1.50,"y":"a=b","z":{"k":null},"empty":""}',
    )
    expect(await read()).toBe('{}')
    expect(await read('{"a": 1.0}')).toBe('{"a":1.0}')
  })

  test('where a schema allows several types, the one that fits is taken', async () => {
    expect(await read('limit=null', 'note=7', 'count=3.0')).toBe('{"limit":null,"note":7,"count":3.0}')
    expect(await read('limit=7', 'note=seven')).toBe('{"limit":7,"note":"seven"}')
    expect(await read('limit=seven')).toBe(
      'limit is a whole number or null in the tool\'s parameters, and "seven" is none.',
    )
  })

  test('what does not fit is said with its name', async () => {
    expect(await read('cost=x')).toBe('cost is a number in the tool\'s parameters, and "x" is none.')
    expect(await read('count=1.5')).toContain('count is a whole number')
    expect(await read('really=maybe')).toContain('really is true or false')
    expect(await read('alone')).toContain('"alone" is no argument')
    expect(await read('[1]')).toContain('is no argument')
    expect(await read('{"a":1', 'b=2')).toContain('either one JSON object')
    expect(await read('{"a":1')).toContain('cannot be read as JSON')
    expect(await read('@gone.json')).toBe('There is no file /nowhere/gone.json.')
  })
})

describe('slips in names', () => {
  const closed = async (...words: string[]) => {
    const args = await readCallArguments(words, SCHEMA, '/nowhere', true)
    return args.ok ? printJson(args.value) : args.error
  }

  test('a name that a closed schema does not have is told, not dropped', async () => {
    expect(await closed('name=Ada', 'coust=3')).toBe('The tool has no parameter coust. Did you mean cost or count?')
    expect(await closed('colour=red')).toBe(
      'The tool has no parameter colour. It has: name, cost, count, really, tags, limit, note.',
    )
    expect(await closed('name=Ada')).toBe('{"name":"Ada"}')
    expect(await closed('{"colour": "red"}')).toBe('{"colour":"red"}')
  })

  test('a name that is given twice is told', async () => {
    expect(await read('name=Ada', 'name=Bob')).toMatch(/^name is given twice\. /)
  })
})

describe('a result for people', () => {
  test('lists of records are a table, flat objects are lines, the rest is left as JSON', () => {
    expect(
      renderValue(
        toJson([
          { city: 'Paris', degrees: 22 },
          { city: 'Oslo', rain: true },
        ]),
      ),
    ).toEqual(['city   degrees  rain', 'Paris  22', 'Oslo            true'])
    expect(renderValue(toJson({ a: 1, longer: 'two\nlines' }))).toEqual(['a       1', 'longer  two lines'])
    expect(renderValue(toJson(['x', 2]))).toEqual(['- x', '- 2'])
    expect(renderValue(toJson({ deep: { a: 1 } }))).toBeUndefined()
    expect(renderValue(toJson(null))).toBeUndefined()
  })
})

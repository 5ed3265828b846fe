import { printJson } from '@slyglass/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairJson } from './repair-json.ts'
import { splitStructure } from './structure-format.ts'

const split = (text: string) => {
  const found = splitStructure(text)
  return found === undefined ? undefined : [found.text, printJson(found.structure)]
}

test.each([
  ['Just words.', undefined],
  ['```json\n{"a": 1}\n```', ['', '{"a":1}']],
  ['Before:\n\n```json\n{"a": 2.50}\n```\n\nAfter.', ['Before:\n\n\n\nAfter.', '{"a":2.50}']],
  ['Use `{"a": 1}` please.', ['Use  please.', '{"a":1}']],
  ['```json\n[1, 2]\n```', undefined],
  ['```json\n{"a": 1}\n```\nand\n```json\n{"b": 2}\n```', undefined],
  ['Write {name} and {place}.', undefined],
  ['A { lonely brace', undefined],
  ["```json\n{'a': True, 'b': None,}\n```", ['', '{"a":true,"b":null}']],
  ['```python\nprint({1: 2})\n```', ['', '{"1":2}']],
])('a structure is taken out of %j', (text, expected) => {
  expect(split(text)).toEqual(expected)
})

test.each([
  ['```json\n{"answer":"a","running_cost":3.0}\n```', ['', '{"answer":"a","running_cost":3.0}']],
  ['{"a":"```x```"}', undefined],
  ['Sure! {"a":1} hope it helps', ['Sure!  hope it helps', '{"a":1}']],
  ['```json\n```', undefined],
])('[B73] [N-35] an answer %j gives its structure and the text without it', (text, expected) => {
  expect(split(text)).toEqual(expected)
})

test('whatever a model writes is read in bounded time, or is no JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\u0 \n`a1') }), (text) => {
      const value = repairJson(text)
      if (value !== undefined) expect(() => printJson(value)).not.toThrow()
    }),
  )
  expect(repairJson('['.repeat(10_000))).toBeUndefined()
})

test('valid JSON objects are read as they are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer())), (object) => {
      const text = JSON.stringify(object)
      const value = repairJson(text)
      expect(value === undefined ? undefined : JSON.parse(printJson(value))).toEqual(JSON.parse(text))
    }),
  )
})

import { type JsonObject, parseJson, toJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { delegationText } from './index.ts'

const DECLARED = toJson({
  type: 'object',
  properties: {
    inquiry: { type: 'string' },
    mode: { type: 'string' },
    tags: { type: 'array' },
    count: { type: 'int' },
    ratio: { type: 'float' },
    urgent: { type: 'boolean' },
    detail: { type: 'object' },
    free: { type: 'object' },
    rows: { type: 'array' },
  },
}) as JsonObject

const args = (text: string): JsonObject => {
  const parsed = parseJson(text)
  return parsed.ok ? (parsed.value as JsonObject) : new Map()
}

test('recording delegation, full: one sentence an argument, Python’s spelling, braces doubled in texts alone', () => {
  const sent = `{"inquiry":"Lost {card} & \\"more\\" it's","mode":"Determine","tags":["a","b c"],"count":3,"ratio":2.0,
    "urgent":true,"detail":{"a":"x","b":1},"free":{"k":[1,"z",null],"é":"ü{}"},"rows":[{"id":1,"name":"n"},{"id":2,"name":null}]}`
  expect(delegationText(DECLARED, args(sent), undefined)).toBe(
    [
      `The inquiry is 'Lost {{card}} & "more" it's'.`,
      "The mode is 'Determine'.",
      'The tags are a, b c.',
      'The count is 3.',
      'The ratio is 2.0.',
      'The urgent is True.',
      'The detail is "a": "x", "b": 1.',
      'The free is "k": [1, "z", null], "\\u00e9": "\\u00fc{}".',
      'The rows are "id": 1, "name": "n", "id": 2, "name": null.',
    ].join('\n'),
  )
})

test('recording delegation, order and empty-array: null is not told, the empty text and the empty list are', () => {
  expect(delegationText(DECLARED, args('{"inquiry":"x","mode":"","tags":[],"free":{},"count":null}'), undefined)).toBe(
    "The inquiry is 'x'.\nThe mode is ''.\nThe tags are .\nThe free is .",
  )
})

test('recording delegation-fixed-args: undeclared arguments are told only where nothing is declared, without quotes', () => {
  expect(delegationText(DECLARED, args('{"mode":"fixed","extra":"no"}'), undefined)).toBe("The mode is 'fixed'.")
  expect(delegationText(undefined, args('{"mode":"fixed"}'), undefined)).toBe('The mode is fixed.')
})

test('recording delegation-no-parameters: the command follows on its own line, also after nothing', () => {
  expect(delegationText(undefined, new Map(), undefined)).toBe('')
  expect(delegationText(undefined, new Map(), 'Do your {part}.')).toBe('\nDo your {part}.')
})

import { isJsonObject, parseJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { checkArguments } from './check-arguments.ts'
import { readArgumentText } from './read-argument-text.ts'

const object = (text: string) => {
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(text)
  return parsed.value
}
const SCHEMA = object(`{
  "type": "object", "required": ["path"],
  "properties": {
    "path": {"type": "string"}, "lines": {"type": "int"}, "share": {"type": ["number", "null"]},
    "mode": {"enum": ["a", 3]}, "tags": {"type": "array", "items": {"type": "string"}},
    "to": {"type": "object", "required": ["host"], "properties": {"host": {"type": "str"}}}
  }
}`)
const faults = (text: string) => checkArguments(SCHEMA, object(text)).map(({ path, message }) => `${path} ${message}`)

test('[S-17] what a person writes is looked at before it is sent: missing names, types, choices, inside too', () => {
  expect(
    faults('{"path": "x", "lines": 3.0, "share": null, "mode": 3, "tags": [], "to": {"host": "h"}, "more": 1}'),
  ).toEqual([])
  expect(faults('{"lines": 2.5, "mode": "b", "tags": ["a", 1], "to": {}}')).toEqual([
    'path is missing',
    'lines is a number, not integer',
    'mode is none of "a", 3',
    'tags[1] is a number, not string',
    'to.host is missing',
  ])
})

test('[S-17] a text that is no object, or that holds the mark of a private value, is refused in words', () => {
  const read = (text: string) => {
    const one = readArgumentText(SCHEMA, text)
    return one.ok ? 'fits' : one.error
  }
  expect(read('{"path": "x"}')).toBe('fits')
  expect(read('[1]')).toBe('Write one JSON object, such as {"name": "value"}.')
  expect(read('{"path": ')).toMatch(/^This is no JSON: .* at character \d+\.$/)
  expect(read('{"path": 3}')).toBe('path is a number, not string.')
  expect(read('{"path": "⟨sly:token⟩"}')).toMatch(/^⟨sly:token⟩ stands for a private value/)
})

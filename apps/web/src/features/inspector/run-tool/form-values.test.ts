import { isJsonObject, parseJson, printJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { fieldsOf, readForm, readTyped, textsOf } from './form-values.ts'
import { formatMs, timesOf } from './times.ts'

const object = (text: string) => {
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(text)
  return parsed.value
}
const SCHEMA = object(`{
  "required": ["amount", "to"],
  "properties": {
    "note": {"type": "string"}, "amount": {"type": "float", "description": "How much."}, "to": {"type": "string"},
    "fast": {"type": "boolean"}, "size": {"enum": ["s", 2]}, "tags": {"type": "array", "items": {"type": "string"}}
  }
}`)
const fields = fieldsOf(SCHEMA) ?? []
const read = (texts: Record<string, string>) => {
  const one = readForm(fields, texts, SCHEMA)
  return one.ok ? printJson(one.value) : [...one.error].map(([name, fault]) => `${name}: ${fault}`)
}

test('[N-85] the form comes from the schema, what is required first', () => {
  expect(fields.map(({ name, kind, hint }) => `${name} ${kind} ${hint}`)).toEqual([
    'amount number number, required',
    'to text string, required',
    'note text string, optional',
    'fast choice boolean, optional',
    'size choice any, optional',
    'tags json array, optional',
  ])
  expect(fields.find(({ name }) => name === 'size')?.choices).toEqual(['"s"', '2'])
  expect(fieldsOf(undefined)).toBeUndefined()
  expect(fieldsOf(object('{"properties": {}}'))).toEqual([])
})

test('[N-85] filled fields are arguments with the digits that were written; empty optional ones are left out', () => {
  expect(read({ amount: '3.0', to: '12', note: '', fast: 'true', size: '"s"', tags: '["a"]' })).toBe(
    '{"amount":3.0,"to":"12","fast":true,"size":"s","tags":["a"]}',
  )
  expect(read({ to: 'Kim', tags: '[1' })).toEqual([
    'amount: It is required.',
    'tags: This is no JSON. Put text in quotes.',
  ])
  expect(read({ amount: '1', to: '', tags: '[1]' })).toEqual([
    'to: It is required. Where an empty text is meant, write "" under JSON.',
    'tags: tags[0] is a number, not string',
  ])
})

test('[N-85] earlier arguments fill the form, and private values may be text or JSON', () => {
  expect(textsOf(fields, object('{"amount": 1.50, "to": "Kim", "tags": ["a"], "other": 1}'))).toEqual({
    amount: '1.50',
    to: 'Kim',
    tags: '["a"]',
  })
  expect([readTyped('abc'), readTyped('"abc"'), printJson(readTyped(' 1.0 ')), readTyped('')]).toEqual([
    'abc',
    'abc',
    '1.0',
    '',
  ])
})

test('[U-64] repeated calls have an average, a median and a slow end, with two decimals', () => {
  const times = timesOf([4, 1, 2, 3])
  expect(times).toEqual({ count: 4, averageMs: 2.5, p50Ms: 2, p95Ms: 4 })
  expect(formatMs(times?.averageMs ?? 0)).toBe('2.50 ms')
  expect(timesOf([])).toBeUndefined()
})

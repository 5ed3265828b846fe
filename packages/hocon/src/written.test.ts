// What the short ways of the most common keys and values must not change.
import { printJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { evaluate, isToken, jsonOf, type Profile, parseDocument } from './index.ts'

const read = (text: string, profile: Profile) => printJson(jsonOf(evaluate(text, { profile, doc: 'x' }).value))

test.each<[string, string, string]>([
  ['a = \\\n', '{"a":""}', 'a continued line that ends'],
  ['a = \\\n b', '{"a":"b"}', 'a continued line'],
  ['a = true', '{"a":true}', 'a keyword alone'],
  ['a = true b', '{"a":"Trueb"}', 'a keyword among others'],
  ['a = 1 \t 2', '{"a":"1    2"}', 'numbers with a tab between them'],
  ['a {b = 1}\na = {c = 2}', '{"a":{"b":1,"c":2}}', 'an object over an object'],
  ['a.b = 1\na {c = 2}\na = 3\na.d = 4', '{"a":{"d":4}}', 'an object over a number'],
  ['a = """\n"b": c"""', '{"a":"\\n\\"b\\": c"}', 'a long text with what looks like a key'],
])('%j is read as %s by the Python loader: %s', (text, json) => {
  expect(read(text, 'neuro-san')).toBe(json)
})

test.each<[string, string]>([
  ['a = true', '{"a":true}'],
  ['a = null', '{"a":null}'],
  ['a = "true"', '{"a":"true"}'],
  ['a = {b = 1} {c = 2}', '{"a":{"b":1,"c":2}}'],
  ['"" = 1', '{"":1}'],
  ['"a\\"b.c" = 1', '{"a\\"b.c":1}'],
])('%j is read as %s by the reference', (text, json) => {
  expect(read(text, 'spec')).toBe(json)
})

test('tokens of one sign are the same in every tree, and hold only what they show', () => {
  const [first, second] = ['{a: {\n  b = [1,\u00a0 2]}}', '\n{\n  c: 1}'].map((text) => tokensOf(text))
  for (const sign of ['{', ':', '\n', '  ', '}'])
    expect(first?.find(({ text }) => text === sign)).toBe(second?.find(({ text }) => text === sign))
  expect(first?.map(({ text }) => text).join('')).toBe('{a: {\n  b = [1,\u00a0 2]}}')
  for (const token of [...(first ?? []), ...(second ?? [])]) expect(token.width).toBe(token.text.length)
})

function tokensOf(text: string) {
  const enter = (element: Parameters<typeof isToken>[0]): readonly { text: string; width: number }[] =>
    isToken(element) ? [element] : element.parts.flatMap(enter)
  return enter(parseDocument(text, 'spec').root)
}

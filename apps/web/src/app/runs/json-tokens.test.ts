import { parseJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOutJson, splitMasks } from './json-tokens.ts'

const layOut = (text: string, limit = Number.POSITIVE_INFINITY) => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return layOutJson(parsed.value, limit)
}
const textOf = (text: string, limit?: number) =>
  layOut(text, limit)
    .map((token) => token.text)
    .join('')

describe('JSON layout', () => {
  test('[S-22] numbers keep their digits', () => {
    expect(textOf('{"fee":3.0,"id":12345678901234567890,"rate":1e-3}')).toBe(
      '{ "fee": 3.0, "id": 12345678901234567890, "rate": 1e-3 }',
    )
  })

  test('what fits on a line stays on one; nested parts are indented', () => {
    expect(textOf('{"a":[1,2],"b":{"c":{"d":null}}}')).toBe(
      '{\n  "a": [ 1, 2 ],\n  "b": {\n    "c": { "d": null }\n  }\n}',
    )
  })

  test('laid-out JSON is the same JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(textOf(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('a large list says how many items it leaves out, and closes', () => {
    const list = JSON.stringify(Array.from({ length: 340 }, (_, id) => ({ id, title: 'Travel policy' })))
    const text = textOf(list, 200)
    expect(text).toMatch(/… 3\d\d of 340 not shown\n\]$/)
    expect(text.length).toBeLessThan(600)
  })

  test('[S-34] a masked value becomes its key, in a value and in a key', () => {
    const tokens = layOut('{"note":"card ⟨sly:card_no⟩ used","⟨sly:name⟩":1}').filter(({ kind }) => kind === 'sly')
    expect(tokens).toEqual([
      { kind: 'sly', text: 'card_no' },
      { kind: 'sly', text: 'name' },
    ])
  })

  test('text without a mark stays one part', () => {
    expect(splitMasks('a ⟨other⟩ b')).toEqual([{ text: 'a ⟨other⟩ b', sly: false }])
    expect(splitMasks('')).toEqual([])
  })
})

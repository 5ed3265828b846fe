import { describe, expect, test } from 'vitest'
import { cutLine, spokenLine, summariseArgs } from './args-line.ts'

describe('arguments in one line', () => {
  test('a single text is quoted, several arguments are listed, none is nothing', () => {
    const texts = ['{"query":"rail, France"}', '{"fee":3.0,"to":"Lyon"}', '{}', '{broken', '[1]', '']
    expect(texts.map((text) => summariseArgs(text))).toEqual([
      '“rail, France”',
      'fee: 3.0, to: Lyon',
      '',
      '{broken',
      '[1]',
      '',
    ])
  })

  test('a long argument is cut, at the length that is asked for', () => {
    const line = summariseArgs(JSON.stringify({ text: 'x'.repeat(500) }))
    expect(line).toHaveLength(80)
    expect(line.endsWith('…')).toBe(true)
    expect(summariseArgs('{"a":1,"b":2}', 7)).toBe('a: 1, …')
  })

  test('a sign of two units is not cut through', () => {
    expect(cutLine('ab😀😀', 4)).toBe('ab…')
    expect(cutLine('ab😀😀', 5)).toBe('ab😀…')
  })

  test('line breaks take no further line', () => {
    expect(summariseArgs('{"text":"one\\n\\n  two\\tthree"}')).toBe('“one two three”')
    expect(cutLine(' \n one ')).toBe('one')
    expect(cutLine(`one${' '.repeat(400)}two`)).toBe('one…')
  })

  test('a file of a million characters is not read through', () => {
    const args = JSON.stringify({ path: 'a.txt', text: 'x'.repeat(1_000_000) })
    expect(summariseArgs(args, 24)).toBe('{"path":"a.txt","text":…')
  })

  test('[S-34] the place of a private value is never cut through', () => {
    expect(summariseArgs('{"to":"Kim","key":"⟨sly:api_key⟩"}')).toBe('to: Kim, key: ⟨sly:api_key⟩')
    expect(summariseArgs('{"to":"Kim","key":"⟨sly:api_key⟩"}', 20)).toBe('to: Kim, key: …')
    expect(spokenLine('to: Kim, key: ⟨sly:api_key⟩')).toBe('to: Kim, key: private value api_key')
  })
})

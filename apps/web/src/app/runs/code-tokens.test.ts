import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeTokens } from './code-tokens.ts'

const kinds = (text: string, language: 'python' | 'javascript') =>
  codeTokens(text, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: piece }) => `${kind} ${piece}`)

describe('code in colours', () => {
  test('[B-26] in Python', () => {
    expect(kinds('order = await tools.find(id="A#1")  # why not\nprint(f\'{order}\', 1_000.5)', 'python')).toEqual([
      'keyword await',
      'string "A#1"',
      'comment # why not',
      "string f'{order}'",
      'number 1_000.5',
    ])
    expect(kinds('"""two\nlines""" is None', 'python')).toEqual([
      'string """two\nlines"""',
      'keyword is',
      'keyword None',
    ])
    expect(kinds('none = is_in', 'python')).toEqual([])
  })

  test('[B-26] in JavaScript', () => {
    expect(kinds('const a = `x 1`; // 2\n/* new */ f("\\"", 3n)', 'javascript')).toEqual([
      'keyword const',
      'string `x 1`',
      'comment // 2',
      'comment /* new */',
      'string "\\""',
      'number 3n',
    ])
  })

  test('is the whole text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('python' as const, 'javascript' as const), (text, language) => {
        expect(
          codeTokens(text, language)
            .map((token) => token.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandInclude } from './index.ts'
import { fitsPattern } from './path-pattern.ts'

describe('a pattern of an include', () => {
  test.each([
    ['a/*.hocon', 'a/b.hocon', true],
    ['a/*.hocon', 'a/b/c.hocon', false],
    ['a/*.hocon', 'a/.hocon', true],
    ['*/b', 'a/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a/c', false],
    ['a+b(c).x', 'a+b(c).x', true],
    ['a+b.x', 'aab.x', false],
    ['**', 'ab', true],
    ['*ab', 'aab', true],
    ['ab*', 'ab', true],
    ['', '', true],
    ['a', 'ab', false],
  ])('%s over %s: %s', (pattern, path, fits) => {
    expect(fitsPattern(pattern, path)).toBe(fits)
  })

  test('says what a regular expression says', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?'), maxLength: 9 })
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        const written = pattern.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')
        expect(fitsPattern(pattern, path)).toBe(new RegExp(`^${written}$`).test(path))
      }),
    )
  })

  test('of many stars does not hold up whoever opens a folder', () => {
    expect(expandInclude(`${'*a'.repeat(100)}b`, ['a'.repeat(250)])).toEqual([])
    expect(fitsPattern(`${'*a'.repeat(10_000)}b`, 'a'.repeat(20_000))).toBe(false)
  })
})

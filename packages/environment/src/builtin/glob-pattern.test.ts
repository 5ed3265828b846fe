import { describe, expect, test } from 'vitest'
import { createGlob } from './glob-pattern.ts'

const fitsGlob = (pattern: string, path: string): boolean => createGlob(pattern)(path)

describe('a pattern', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['**', 'any/thing', true],
    ['**/test/**', 'a/test/b', true],
    ['**/test/**', 'a/tests/b', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['[a-c]1.{js,ts}', 'b1.ts', true],
    ['[!a-c]1.{js,ts}', 'b1.ts', false],
    ['[]x]', ']', true],
    ['a+b(c).txt', 'a+b(c).txt', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['ä*', 'äö', true],
  ])('%s over %s: %s', (pattern, path, fits) => {
    expect(fitsGlob(pattern, path)).toBe(fits)
  })

  test('of many stars is quick', () => {
    expect(fitsGlob('*a'.repeat(300), `${'a'.repeat(250)}b`)).toBe(false)
    expect(fitsGlob('**/'.repeat(100), 'x/'.repeat(100))).toBe(true)
  })
})

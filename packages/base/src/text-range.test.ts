import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyTextEdits, invertTextEdits, positionAt } from './index.ts'

const editsOf = (text: string, cuts: readonly number[], pieces: readonly string[]) => {
  const points = [...cuts].map((cut) => cut % (text.length + 1)).sort((a, b) => a - b)
  return pieces.slice(0, Math.floor(points.length / 2)).map((piece, index) => ({
    from: points[index * 2] ?? 0,
    to: points[index * 2 + 1] ?? 0,
    text: piece,
  }))
}

describe('text edits', () => {
  test('inverted edits restore the text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.array(fc.string(), { minLength: 4, maxLength: 4 }),
        (text, cuts, pieces) => {
          const edits = editsOf(text, cuts, pieces)
          expect(applyTextEdits(applyTextEdits(text, edits), invertTextEdits(text, edits))).toBe(text)
        },
      ),
    )
  })

  test('overlapping edits are refused', () => {
    expect(() =>
      applyTextEdits('abcd', [
        { from: 0, to: 2, text: '' },
        { from: 1, to: 3, text: '' },
      ]),
    ).toThrow(RangeError)
  })

  test('positions count every kind of line end', () => {
    expect(positionAt('a\r\nb\rc\nd', 7)).toEqual({ line: 4, column: 1 })
    expect(positionAt('a\r\nb', 1)).toEqual({ line: 1, column: 2 })
  })
})

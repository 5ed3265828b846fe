import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpill, spillChars, spillText } from './spill.ts'

const HANDLE = `spill_${'a'.repeat(38)}`
const LINES = 'line\n'.repeat(20_000)

describe('a long result that is put aside', () => {
  test('[B-65] is told by its size, its handle, its first and its last 300 characters', () => {
    const told = spillText(LINES, HANDLE)
    const [first, second, blank, ...preview] = told.split('\n')
    expect(first).toBe(`[tool output spilled: 100,000 bytes in 7 chunks; handle: ${HANDLE}]`)
    expect(second).toBe(`[read with: spill_read(handle='${HANDLE}', cursor=0, count=1, from_end=False)]`)
    expect(blank).toBe('')
    expect(preview.join('\n')).toBe(`${LINES.slice(0, 300)}\n...\n${LINES.slice(-300)}`)
    expect(told).toHaveLength(823)
  })

  test('[B-65] is put aside from four characters a token on, and never where the threshold is 0', () => {
    expect(spillChars(4096)).toBe(16_384)
    expect(spillChars(0)).toBeUndefined()
  })

  test('[B-65] is read in chunks, at most four at a time, also from its end', () => {
    const [head, ...text] = readSpill(LINES, HANDLE, {}).split('\n')
    expect(head).toBe(`[1 of 7 chunks of ${HANDLE}; next cursor: 1]`)
    expect(text.join('\n')).toBe(LINES.slice(0, 16_384))
    expect(readSpill(LINES, HANDLE, { cursor: 4, count: 9 }).split('\n')[0]).toBe(
      `[3 of 7 chunks of ${HANDLE}; nothing more]`,
    )
    expect(readSpill(LINES, HANDLE, { fromEnd: true }).endsWith(LINES.slice(-1_000))).toBe(true)
    expect(readSpill(LINES, HANDLE, { cursor: 99 })).toBe(`[0 of 7 chunks of ${HANDLE}; nothing more]\n`)
  })

  test('[B-65] all chunks in order are the text, and none cuts a character', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((part) => part.repeat(2_000))
    fc.assert(
      fc.property(text, (whole) => {
        const parts: string[] = []
        for (let cursor = 0; ; cursor += 1) {
          const [head = '', ...rest] = readSpill(whole, HANDLE, { cursor }).split('\n')
          if (head.startsWith('[0 of')) break
          parts.push(rest.join('\n'))
        }
        expect(parts.join('')).toBe(whole)
        for (const part of parts) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(16_384)
      }),
      { numRuns: 30 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { classWords, scanClaim } from './scan-words.ts'

const classes = (strong: number, weak: number, shown: number, unsearchable: number) => ({
  strong,
  weak,
  public: shown,
  unsearchable,
})

describe('what a search claims', () => {
  test('all four classes are counted, even when a count is none', () => {
    expect(classWords(classes(4, 1, 0, 1))).toBe('4 strong, 1 weak, 0 public, 1 not searchable')
  })

  test('a count of none is good news only where every value was searched', () => {
    expect(scanClaim(classes(1, 1, 3, 0), 0)).toEqual({
      occurrences: '0 occurrences',
      of: 'of 2 searched values',
      tone: 'ok',
    })
    expect(scanClaim(classes(1, 0, 0, 1), 0)).toEqual({
      occurrences: '0 occurrences',
      of: 'of 1 searched value · 1 value could not be searched',
      tone: 'plain',
    })
  })

  test('where no value could be counted, nothing is claimed of any', () => {
    expect(scanClaim(classes(0, 0, 0, 2), 0)).toEqual({
      occurrences: '0 occurrences',
      nothing: 'nothing could be searched',
      of: '2 values could not be searched',
      tone: 'plain',
    })
    expect(scanClaim(classes(0, 0, 0, 0), 0)).toEqual({
      occurrences: '0 occurrences',
      of: 'no private values to search for',
      tone: 'plain',
    })
    expect(scanClaim(classes(0, 0, 1, 0), 0)).toMatchObject({
      of: 'of 0 searched values · 1 public value',
      tone: 'plain',
    })
  })

  test('an occurrence is told whatever the classes are now', () => {
    const claim = scanClaim(classes(0, 0, 0, 1), 1)
    expect(claim).toMatchObject({ occurrences: '1 occurrence', tone: 'fail' })
    expect(claim.nothing).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { countOf, formatBytes, formatCount, formatDuration, formatElapsed, formatTime, shortId } from './figures.ts'

describe('figures', () => {
  test('ids of one moment, which begin alike, are told apart', () => {
    expect(['ses_2krcihaaaaaaaabcdefg', 'ses_2krcihaaaaaaaahijklm'].map(shortId)).toEqual(['ses_bcdefg', 'ses_hijklm'])
  })

  test('durations are never zero and have three figures at most', () => {
    expect([0, 0.4, 1.6, 99, 440, 9994, 13_640, 125_000].map(formatDuration)).toEqual([
      '<1 ms',
      '<1 ms',
      '2 ms',
      '99 ms',
      '0.44 s',
      '9.99 s',
      '13.6 s',
      '2 min 5 s',
    ])
  })

  test('a growing duration ticks in tenths and never goes below zero', () => {
    expect([-5, 1234, 61_000].map(formatElapsed)).toEqual(['0.0 s', '1.2 s', '1 min 1 s'])
  })

  test('counts, bytes and plurals read as English', () => {
    expect([0, 999, 1204, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,204', '1,234,567'])
    expect([840, 5914, 21_400_000].map(formatBytes)).toEqual(['840 B', '5.9 KB', '21.4 MB'])
    expect([countOf(1, 'call'), countOf(2, 'call'), countOf(0, 'entry', 'entries')]).toEqual([
      '1 call',
      '2 calls',
      '0 entries',
    ])
  })

  test('a time of another day says the day', () => {
    const at = new Date(2026, 11, 8, 10, 5).getTime()
    expect(formatTime(at, at + 60_000)).toBe('10:05')
    expect(formatTime(at, at + 86_400_000)).toBe('8 Dec, 10:05')
  })
})

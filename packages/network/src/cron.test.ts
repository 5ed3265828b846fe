import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Moment, readSchedule } from './cron.ts'

// A Wednesday.
const MOMENT: Moment = { second: 0, minute: 30, hour: 9, day: 15, month: 7, weekday: 3 }

test.each([
  ['* * * * *', {}, true],
  ['* * * * *', { second: 1 }, false],
  ['* * * * * */2', { second: 4 }, true],
  ['* * * * * */2', { second: 5 }, false],
  ['30 9 * * *', {}, true],
  ['30 9 * * *', { hour: 10 }, false],
  ['0-29,31-59 * * * *', {}, false],
  ['5/25 * * * *', {}, true],
  ['* * * jul wed', {}, true],
  ['* * * jan *', {}, false],
  ['* * * * 7', { weekday: 0 }, true],
  ['* * * * mon-fri', { weekday: 6 }, false],
  // Either kind of day will do where both are limited.
  ['* * 1 * wed', {}, true],
  ['* * 15 * sun', {}, true],
  ['* * 1 * sun', {}, false],
])('%s at %j: %s', (text, change, expected) => {
  expect(readSchedule(text)?.includes({ ...MOMENT, ...change })).toBe(expected)
})

test('seconds may come first', () => {
  const schedule = readSchedule('*/10 * * * * *', true)
  expect(schedule?.includes({ ...MOMENT, second: 20 })).toBe(true)
  expect(schedule?.includes({ ...MOMENT, second: 21 })).toBe(false)
})

test.each([
  '',
  '* * * *',
  '* * * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '*/0 * * * *',
  '5-1 * * * *',
  'x * * * *',
  '* * 0 * *',
])('%j is no schedule', (text) => {
  expect(readSchedule(text)).toBeUndefined()
})

test('any text is read or refused, and a field that lists everything is as good as a star', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789*/-, abc') }), (text) => {
      expect(() => readSchedule(text)).not.toThrow()
    }),
  )
  fc.assert(
    fc.property(fc.nat(59), fc.nat(23), (minute, hour) => {
      const moment = { ...MOMENT, minute, hour }
      expect(readSchedule(`${minute} ${hour} * * *`)?.includes(moment)).toBe(true)
      expect(readSchedule(`${(minute + 1) % 60} ${hour} * * *`)?.includes(moment)).toBe(false)
    }),
  )
})

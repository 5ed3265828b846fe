import { expect, test } from 'vitest'
import { badgesOf } from './badges.ts'

const told = (call: Parameters<typeof badgesOf>[0]) => badgesOf(call).map(({ text }) => text)

test('[U-65] a call says what answered it: attempts, a mock, something kept, a limit', () => {
  expect(told({})).toEqual([])
  expect(told({ attempts: 1 })).toEqual([])
  expect(told({ attempts: 3, mocked: true })).toEqual(['3 attempts', 'mocked'])
  expect(told({ cached: { ageMs: 4200 } })).toEqual(['from cache, 4.2 s old'])
  expect(told({ code: 'rate-limited' })).toEqual(['limited'])
  expect(told({ code: 'exception' })).toEqual([])
})

import type { Approval } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { timeLeft } from './decide.ts'

const asked = (more: Partial<Approval>) => ({ at: 1000, ...more }) as Approval

test('[U-85] a question shows the time that is left, without the time in which no server was there', () => {
  expect(timeLeft(asked({}), 2000)).toBeUndefined()
  expect(timeLeft(asked({ timeoutMs: 90_000 }), 31_000)).toEqual({ ms: 60_000, text: '1:00 left' })
  expect(timeLeft(asked({ timeoutMs: 90_000, stoodMs: 600_000 }), 631_000)?.text).toBe('1:00 left')
  expect(timeLeft(asked({ timeoutMs: 90_000 }), 631_000)?.ms).toBe(0)
})

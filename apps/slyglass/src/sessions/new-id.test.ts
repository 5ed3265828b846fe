import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

const moment = fc.integer({ min: 0, max: 100_000_000_000_000 })

test('an id is its prefix and 20 small letters and digits', () => {
  fc.assert(
    fc.property(moment, (now) => {
      expect(newId('run', now)).toMatch(/^run_[a-z2-7]{20}$/)
      expect(newId('ses', now)).toMatch(/^ses_[a-z2-7]{20}$/)
    }),
  )
})

test('ids that are made later sort behind those from before', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 100, max: 1_000_000_000 }), (now, later) => {
      expect(newId('run', now + later) > newId('run', now)).toBe(true)
    }),
  )
})

test('ids of one moment differ in what nobody can guess', () => {
  const ids = Array.from({ length: 2_000 }, () => newId('run', 1_700_000_000_000))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.map((id) => id.slice(0, 12))).size).toBe(1)
})

import { isJsonObject, toJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { forwardsMessages } from './forwards.ts'

const forwards = (rule: object, reference: string) => {
  const allow = toJson({ from_downstream: rule })
  return isJsonObject(allow) && forwardsMessages(allow, reference)
}

test.each([
  [{ messages: true }, true],
  [{ messages: false }, false],
  [{ messages: '/carrier' }, true],
  [{ messages: 'carrier' }, false],
  [{ messages: ['/other', '/carrier'] }, true],
  [{ messages: ['/other'] }, false],
  [{ messages: { '/carrier': true } }, true],
  [{ messages: { '/carrier': false } }, false],
  [{ messages: { '/carrier': 'true' } }, false],
  [{ reporting: ['/carrier'] }, true],
  [{ messages: false, reporting: true }, false],
  [{}, false],
])('%j lets messages of /carrier through: %s', (rule, expected) => {
  expect(forwards(rule, '/carrier')).toBe(expected)
})

test('without allow nothing is let through', () => {
  expect(forwardsMessages(undefined, '/carrier')).toBe(false)
})

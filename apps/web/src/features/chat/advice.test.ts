import { describe, expect, test } from 'vitest'
import { adviceFor, isMendedInSettings } from './advice.ts'

describe('what to do about a failure', () => {
  test('key, address and model are mended in Settings; a network or tool is not', () => {
    expect(['credential-refused', 'unreachable', 'model-not-found', 'no-model'].every(isMendedInSettings)).toBe(true)
    expect(['class-not-found', 'timed-out', 'host-lost', 'cancelled'].some(isMendedInSettings)).toBe(false)
  })

  test('advice is given where the message has none', () => {
    expect(adviceFor('host-lost')).toMatch(/send the message again/)
    expect(adviceFor('unreachable')).toBeUndefined()
  })
})

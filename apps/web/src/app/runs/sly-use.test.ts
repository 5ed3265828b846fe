import type { TraceSpan } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { slyUseOf } from './sly-use.ts'

const attempt = (inReach: readonly string[], reads?: readonly string[]) =>
  ({ sly: inReach.map((key) => ({ key })), ...(reads === undefined ? {} : { reads }) }) as unknown as TraceSpan

describe('private keys of a call', () => {
  test('keys in reach that no code read are not counted', () => {
    expect(slyUseOf([attempt(['a', 'b'], [])])).toEqual({ keys: [], word: 'read' })
    expect(slyUseOf([attempt(['a', 'b'], ['b'])])).toEqual({ keys: ['b'], word: 'read' })
  })

  test('without word of the host they are those in reach', () => {
    expect(slyUseOf([attempt(['a', 'b'])])).toEqual({ keys: ['a', 'b'], word: 'in reach' })
    expect(slyUseOf([])).toEqual({ keys: [], word: 'in reach' })
  })

  test('one try that did not tell leaves open what the call read', () => {
    expect(slyUseOf([attempt(['a', 'b']), attempt(['a'], ['a'])])).toEqual({ keys: ['a', 'b'], word: 'in reach' })
    expect(slyUseOf([attempt(['a', 'b'], ['a']), attempt(['a', 'b'], ['a', 'b'])])).toEqual({
      keys: ['a', 'b'],
      word: 'read',
    })
  })
})

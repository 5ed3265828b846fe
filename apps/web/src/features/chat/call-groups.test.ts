import type { TranscriptCall } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { groupSpan, groupState, groupTitle } from './call-groups.ts'

const call = (state: string, startedAt: number, finishedAt?: number, kind = 'agent') =>
  ({ state, startedAt, finishedAt, kind }) as TranscriptCall

describe('calls of one answer', () => {
  test('an open call stands out before a failed one, a failed one before a good one', () => {
    expect(groupState([call('ok', 1), call('running', 1), call('failed', 1)])).toBe('running')
    expect(groupState([call('ok', 1), call('failed', 1)])).toBe('failed')
  })

  test('the card lasts from the first start to the last end, and has no end while one is open', () => {
    expect(groupSpan([call('ok', 5, 9), call('ok', 3, 20)])).toEqual({ startedAt: 3, finishedAt: 20 })
    expect(groupSpan([call('ok', 5, 9), call('running', 3)]).finishedAt).toBeUndefined()
  })

  test('agents are called agents, and calls that wait for each other are not called parallel', () => {
    expect(groupTitle([call('ok', 1), call('ok', 1)], 'parallel')).toBe('2 agents in parallel')
    expect(groupTitle([call('ok', 1), call('ok', 1, 2, 'coded-tool')], 'parallel')).toBe('2 calls in parallel')
    expect(groupTitle([call('ok', 1), call('ok', 2, 3, 'coded-tool')], 'sequential')).toBe(
      '2 calls one after the other',
    )
  })
})

import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { abortWith, onAbort, withOwnSignal } from './abort-with.ts'

describe('waiting for a stop', () => {
  it('[S-15] tells all who wait, and is one listener however many they are', () => {
    const stop = new AbortController()
    const told: number[] = []
    const releases = Array.from({ length: 50 }, (_, at) => onAbort(stop.signal, () => told.push(at)))
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    releases[7]?.()
    stop.abort()
    expect(told).toEqual(Array.from({ length: 50 }, (_, at) => at).filter((at) => at !== 7))
  })

  it('[S-15] who is released while others are told is told no more', () => {
    const stop = new AbortController()
    const told: string[] = []
    const released: (() => void)[] = []
    onAbort(stop.signal, () => {
      told.push('first')
      released[0]?.()
    })
    released.push(onAbort(stop.signal, () => void told.push('second')))
    stop.abort()
    expect(told).toEqual(['first'])
  })

  it('[S-15] many calls at once have signals of their own, stopped for the same reason', async () => {
    const stop = new AbortController()
    const signals: AbortSignal[] = []
    const calls = Array.from({ length: 20 }, () =>
      withOwnSignal(stop.signal, async (own) => {
        signals.push(own)
        await new Promise((resolve) => own.addEventListener('abort', resolve))
        throw own.reason
      }),
    )
    const ends = Promise.allSettled(calls)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    stop.abort(new Error('enough'))
    expect((await ends).map((end) => end.status === 'rejected' && String(end.reason))).toEqual(
      Array.from({ length: 20 }, () => 'Error: enough'),
    )
    expect(new Set(signals).size).toBe(20)
  })

  it('a signal that is aborted already stops at once', () => {
    const controller = new AbortController()
    abortWith(AbortSignal.abort('early'), controller)
    expect(controller.signal.reason).toBe('early')
  })
})

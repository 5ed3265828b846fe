import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { abortWith, withOwnSignal } from './abort-with.ts'

describe('waiting for a stop', () => {
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

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stopNoLonger, stopOn } from './stop-on.ts'

describe('calls that share a signal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are all stopped when it is aborted, but those that are over', () => {
    const controller = new AbortController()
    const stopped: string[] = []
    const stops = ['a', 'b', 'c'].map((name) => () => void stopped.push(name))
    for (const stop of stops) stopOn(controller.signal, stop)
    for (const stop of stops.slice(0, 1)) stopNoLonger(controller.signal, stop)
    controller.abort()
    expect(stopped).toEqual(['b', 'c'])
    for (const stop of stops) stopNoLonger(controller.signal, stop)
  })

  test('one that ends while they are being stopped is not stopped any more', () => {
    const controller = new AbortController()
    const stopped: string[] = []
    const second = () => void stopped.push('second')
    stopOn(controller.signal, () => {
      stopped.push('first')
      stopNoLonger(controller.signal, second)
    })
    stopOn(controller.signal, second)
    controller.abort()
    expect(stopped).toEqual(['first'])
  })

  test('share a listener, which goes when nobody has been called for a while', () => {
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    for (let call = 0; call < 3; call += 1) {
      const stop = () => undefined
      stopOn(signal, stop)
      stopNoLonger(signal, stop)
    }
    const lasting = () => undefined
    stopOn(signal, lasting)
    vi.runAllTimers()
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0])
    stopNoLonger(signal, lasting)
    vi.runAllTimers()
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1])
  })
})

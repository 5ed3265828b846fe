import { expect, test, vi } from 'vitest'
import { createPatience } from './patience.ts'

const TIMEOUTS = { answerMs: 1_000, silenceMs: 100 }

test('a wait that is too long stops what waits, and so does a signal that is followed: the first gives the reason', () => {
  vi.useFakeTimers()
  const late: string[] = []
  const patience = createPatience(TIMEOUTS, (kind) => late.push(kind))
  const stop = new AbortController()
  patience.follow(stop.signal)
  patience.start()
  vi.advanceTimersByTime(999)
  patience.heard()
  vi.advanceTimersByTime(99)
  expect([patience.signal.aborted, late]).toEqual([false, []])
  stop.abort('stopped')
  expect([patience.signal.reason, late]).toEqual(['stopped', []])
  vi.advanceTimersByTime(1)
  expect([patience.signal.reason, late]).toEqual(['stopped', ['silence']])
  vi.useRealTimers()
})

test('a signal that is aborted already stops it at once; one that is released does not', () => {
  const patience = () => createPatience(TIMEOUTS, () => undefined)
  const [stopped, released] = [patience(), patience()]
  const source = new AbortController()
  released.follow(source.signal)()
  source.abort('before')
  stopped.follow(source.signal)
  expect([stopped.signal.reason, released.signal.aborted]).toEqual(['before', false])
})

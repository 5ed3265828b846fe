import { expect, test, vi } from 'vitest'
import { Patience } from './patience.ts'

const TIMEOUTS = { answerMs: 1_000, silenceMs: 100 }

const patienceWith = (late: string[] = []) => new Patience(TIMEOUTS, (kind) => late.push(kind))

test('a wait that is too long stops what waits, and so does a signal: the first gives the reason', () => {
  vi.useFakeTimers()
  const late: string[] = []
  const patience = patienceWith(late)
  const stop = new AbortController()
  let calls = 0
  patience.onStop(() => {
    calls += 1
  })
  patience.start(stop.signal)
  vi.advanceTimersByTime(999)
  patience.heard()
  vi.advanceTimersByTime(99)
  patience.heard()
  vi.advanceTimersByTime(99)
  expect([patience.stopped, late, calls]).toEqual([false, [], 0])
  stop.abort('stopped')
  expect([patience.reason, late, calls]).toEqual(['stopped', [], 1])
  vi.advanceTimersByTime(1)
  expect([patience.reason, late, calls]).toEqual(['stopped', ['silence'], 1])
  vi.useRealTimers()
})

test('a signal that is aborted already stops it at once; after the end nothing does', () => {
  vi.useFakeTimers()
  const late: string[] = []
  const [stopped, ended] = [patienceWith(late), patienceWith(late)]
  const source = new AbortController()
  ended.start(source.signal)
  ended.end()
  ended.heard()
  source.abort('before')
  stopped.start(source.signal)
  vi.advanceTimersByTime(2_000)
  expect([stopped.reason, ended.stopped, late]).toEqual(['before', false, []])
  vi.useRealTimers()
})

test('it is a signal for what listens to nothing else, before and after it is over', () => {
  const patience = patienceWith()
  const source = new AbortController()
  const before = patience.signal()
  patience.start(source.signal)
  source.abort('stopped')
  expect([before.reason, patience.signal().reason]).toEqual(['stopped', 'stopped'])
})

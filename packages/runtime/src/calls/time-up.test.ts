import { expect, test } from 'vitest'
import type { Clock } from '../ports.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Countdown } from './time-up.ts'

/** A clock that calls back, in time that passes only when it is told to. */
function callingClock() {
  let now = 0
  const waiting = new Set<{ readonly at: number; readonly ring: () => void }>()
  const clock: Clock = {
    now: () => now,
    sleep: () => Promise.reject(new Error('nobody sleeps where a call back is cheaper')),
    after(ms, ring) {
      const timer = { at: now + ms, ring }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
  }
  const pass = (ms: number) => {
    now += ms
    for (const timer of [...waiting]) if (timer.at <= now && waiting.delete(timer)) timer.ring()
  }
  return { clock, pass, waiting }
}

test('time that runs down stands still while it is paused, and rings once', () => {
  const { clock, pass, waiting } = callingClock()
  let rung = 0
  const countdown = new Countdown(clock, 100, () => {
    rung += 1
  })
  pass(60)
  countdown.pause()
  countdown.pause()
  pass(1_000)
  countdown.resume()
  pass(1_000)
  expect([rung, waiting.size]).toEqual([0, 0])
  countdown.resume()
  pass(39)
  expect(rung).toBe(0)
  pass(1)
  expect(rung).toBe(1)
  countdown.stop()
  expect(waiting.size).toBe(0)
})

test('time that is stopped rings no more and leaves nothing waiting', () => {
  const { clock, pass, waiting } = callingClock()
  const countdown = new Countdown(clock, 100, () => expect.unreachable())
  countdown.stop()
  expect(waiting.size).toBe(0)
  pass(1_000)
})

test('a clock that only sleeps does the same', async () => {
  const clock = new VirtualClock()
  let rung = 0
  const count = () => {
    rung += 1
  }
  const stopped = new Countdown(clock, 50, count)
  const running = new Countdown(clock, 100, count)
  stopped.stop()
  await clock.sleep(200)
  expect(rung).toBe(1)
  running.stop()
})

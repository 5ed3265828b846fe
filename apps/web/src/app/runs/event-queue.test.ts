import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { createEventQueue } from './event-queue.ts'

const a = 'run_a' as RunId
const b = 'run_b' as RunId
const event = (seq: number) => ({ seq }) as LogEvent

describe('event queue', () => {
  test('everything that arrives before a frame is delivered in one go, per run and in order', () => {
    const frames: (() => void)[] = []
    const delivered: unknown[] = []
    const queue = createEventQueue(
      (flush) => frames.push(flush),
      (batches) =>
        delivered.push([...batches].map(([run, batch]) => [run, batch.events.map(({ seq }) => seq), batch.ended])),
    )
    queue.push(a, [event(0), event(1)])
    queue.push(b, [event(0)])
    queue.push(a, [event(2)])
    queue.end(a)
    expect(frames).toHaveLength(1)
    frames[0]?.()
    queue.push(b, [event(1)])
    expect(frames).toHaveLength(2)
    frames[1]?.()
    expect(delivered).toEqual([
      [
        [a, [0, 1, 2], true],
        [b, [0], false],
      ],
      [[b, [1], false]],
    ])
  })
})

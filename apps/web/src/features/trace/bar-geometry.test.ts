import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barOf, ticksOf } from './bar-geometry.ts'
import type { TraceRow } from './trace-rows.ts'

const row = (change: Partial<TraceRow>): TraceRow => ({
  id: 'x',
  kind: 'tool',
  name: 'x',
  state: 'ok',
  startedAt: 100,
  finishedAt: 200,
  spans: [],
  children: [],
  retried: false,
  sly: { keys: [], word: 'in reach' },
  toolKind: 'coded-tool',
  ...change,
})

describe('bars', () => {
  test('[S-21] a bar stands where its time is', () => {
    expect(barOf(row({}), { from: 0, to: 400 }, 0)).toEqual({ left: 25, width: 25, shape: 'tool' })
  })

  test('an open row grows to the present', () => {
    expect(barOf(row({ finishedAt: undefined, state: 'running' }), { from: 0, to: 400 }, 300)).toEqual({
      left: 25,
      width: 50,
      shape: 'running',
    })
  })

  test('a bar is cut at the window and absent outside of it', () => {
    expect(barOf(row({}), { from: 150, to: 250 }, 0)).toEqual({ left: 0, width: 50, shape: 'tool' })
    expect(barOf(row({}), { from: 300, to: 400 }, 0)).toBeUndefined()
  })

  test('[S-42] every state and kind has a shape of its own, so that hue is never alone', () => {
    const shape = (change: Partial<TraceRow>) => barOf(row(change), { from: 0, to: 400 }, 0)?.shape
    const shapes = [
      shape({}),
      shape({ kind: 'model' }),
      shape({ kind: 'front man' }),
      shape({ state: 'failed' }),
      shape({ state: 'denied' }),
      shape({ state: 'cancelled' }),
      shape({ state: 'waiting for approval' }),
      shape({ state: 'running' }),
      shape({ toolKind: 'network' }),
      shape({ retried: true }),
    ]
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  test('a bar never leaves its row', () => {
    const time = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(time, time, time, time, (start, took, from, length) => {
        const bar = barOf(row({ startedAt: start, finishedAt: start + took }), { from, to: from + length }, 0)
        if (bar === undefined) return
        expect(bar.left).toBeGreaterThanOrEqual(0)
        expect(bar.left + bar.width).toBeLessThanOrEqual(100.0001)
      }),
    )
  })
})

describe('time axis', () => {
  test('marks stand at round times from the start', () => {
    expect(ticksOf({ from: 1000, to: 29_640 }, 1000, 6).map(({ text }) => text)).toEqual([
      '0 s',
      '5 s',
      '10 s',
      '15 s',
      '20 s',
      '25 s',
    ])
    expect(ticksOf({ from: 0, to: 40 }, 0, 6).map(({ text }) => text)).toEqual(['0 ms', '10 ms', '20 ms', '30 ms'])
  })

  test('there are never more than were asked for, and one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 12 }), (length, most) => {
        expect(ticksOf({ from: 0, to: length }, 0, most).length).toBeLessThanOrEqual(most + 1)
      }),
    )
  })
})

import { spanId } from '@slyglass/base'
import type { BatchLanes, Lane } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { buysNothing, laneWords, orderWords } from './lane-words.ts'

const lane = (tool: string, ran: Lane['ran'], places: Partial<Lane> = {}): Lane => ({
  ...{ call: spanId(tool), tool, state: 'ok', checked: { from: 0, to: 1 }, ...places },
  ...(ran === undefined ? {} : { ran }),
})
const batch = (mode: 'parallel' | 'sequential', ...lanes: readonly Lane[]): BatchLanes => ({
  batch: { id: 'b', size: lanes.length, mode, ceilingMs: 1 },
  from: 0,
  lanes,
})

test('[U-41] calls that are over at once gain nothing from running together', () => {
  const [short, long] = [lane('a', { from: 1, to: 4 }), lane('b', { from: 1, to: 9 })]
  expect(buysNothing(batch('parallel', short, short))).toBe(true)
  expect(buysNothing(batch('parallel', short, long))).toBe(false)
  expect(buysNothing(batch('sequential', short, short))).toBe(false)
  expect(buysNothing(batch('parallel', short, lane('c', undefined)))).toBe(false)
})

test('[U-46] a lane is told in words, and both orders are lists of tools', () => {
  const lanes = [
    lane('pay', { from: 1, to: 101 }, { completed: 2, committed: 1 }),
    lane('look', { from: 1, to: 3 }, { completed: 1, committed: 2 }),
    lane('ship', undefined, { state: 'denied' }),
  ]
  expect(laneWords(lanes[0] ?? lane('', undefined))).toBe(
    'pay, ok, checked 1 ms, ran 0.10 s, completed as number 2, committed as number 1',
  )
  expect(laneWords(lanes[2] ?? lane('', undefined))).toBe('ship, denied, checked 1 ms, did not run')
  expect([orderWords(lanes, 'completed'), orderWords([], 'completed')]).toEqual(['1 look · 2 pay', 'nothing yet'])
})

import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { RunLogs } from './run-logs.ts'

const run = 'run_1' as RunId
const events = (...numbers: number[]) => numbers.map((seq) => ({ seq }) as LogEvent)

describe('run logs', () => {
  test('[E1] a delivery that overlaps the last one adds only what is new', () => {
    const logs = new RunLogs()
    logs.append(run, events(0, 1, 4))
    logs.append(run, events(1, 4, 5, 9))
    expect(logs.all(run).map(({ seq }) => seq)).toEqual([0, 1, 4, 5, 9])
  })

  test('[E4] events are found by number although a compacted log has gaps', () => {
    const logs = new RunLogs()
    logs.append(run, events(0, 1, 4, 5, 9))
    expect(logs.find(run, [1, 2, 9, 12]).map(({ seq }) => seq)).toEqual([1, 9])
  })
})

import { runId, sessionId } from '@slyglass/base'
import type { RunReply } from '@slyglass/protocol'
import { describe, expect, test } from 'vitest'
import { lastRuns } from './last-runs.ts'

const run = (id: string, network: string, startedAt: number): RunReply => ({
  run: runId(id),
  session: sessionId('ses_1'),
  project: 'prj_1',
  network,
  status: 'finished',
  outcome: 'ok',
  title: 'hello',
  startedAt,
  lastSeq: 3,
})

describe('last runs of networks', () => {
  test('each network has its newest run, whatever the order of the list is', () => {
    const last = lastRuns([run('run_1', 'a', 10), run('run_2', 'b', 30), run('run_3', 'a', 20)])
    expect([...last].map(([network, { run: id }]) => [network, id])).toEqual([
      ['a', 'run_3'],
      ['b', 'run_2'],
    ])
  })
})

import type { RunId, SessionId } from '@slyglass/base'
import type { RunReply } from '@slyglass/protocol'
import { describe, expect, test } from 'vitest'
import { groupSessions, mergeRows, runsOfSession, stateOfRun } from './sessions.ts'

const row = (run: string, session: string, startedAt: number, status: 'open' | 'finished' = 'finished'): RunReply => ({
  run: run as RunId,
  session: session as SessionId,
  project: 'p',
  network: 'n',
  status,
  title: `title of ${run}`,
  startedAt,
  lastSeq: 1,
})
const rows = [row('r4', 's1', 40, 'open'), row('r3', 's2', 30), row('r2', 's1', 20), row('r1', 's1', 10)]

describe('sessions', () => {
  test('runs group by session; the session used last comes first and is named by its first message', () => {
    const seen = groupSessions(rows).map(({ session, title, runs, open }) => [session, title, runs.length, open])
    expect(seen).toEqual([
      ['s1', 'title of r1', 3, true],
      ['s2', 'title of r3', 1, false],
    ])
  })

  test('the newest turns of a session are shown, oldest first', () => {
    expect(runsOfSession(rows, 's1' as SessionId, 2)).toEqual(['r2', 'r4'])
    expect(runsOfSession(rows, undefined, 2)).toEqual([])
  })

  test('a row that comes later takes its place, and what has ended does not go on again', () => {
    const [open, ended] = [row('r4', 's1', 40, 'open'), row('r4', 's1', 40)]
    expect(mergeRows(rows, [row('r5', 's1', 50, 'open'), ended]).map(({ run, status }) => [run, status])).toEqual([
      ['r5', 'open'],
      ['r4', 'finished'],
      ['r3', 'finished'],
      ['r2', 'finished'],
      ['r1', 'finished'],
    ])
    expect(mergeRows([ended], [open])).toEqual([ended])
  })

  test('of very many runs the oldest are left out, but not those of the session in view', () => {
    const many = Array.from({ length: 600 }, (_, index) => row(`m${index}`, 's9', 1000 + index))
    expect(mergeRows(rows, many)).toHaveLength(500)
    const kept = mergeRows(rows, many, 's1' as SessionId)
    expect(runsOfSession(kept, 's1' as SessionId, 9)).toEqual(['r1', 'r2', 'r4'])
    expect(kept).toHaveLength(503)
  })

  test('a listed run goes on, stands as it ended, or was cut off', () => {
    const ended = row('r1', 's1', 10)
    expect(stateOfRun(row('r1', 's1', 10, 'open'))).toBe('running')
    expect(stateOfRun({ ...ended, outcome: 'denied' })).toBe('denied')
    expect(stateOfRun(ended)).toBe('cancelled')
  })
})

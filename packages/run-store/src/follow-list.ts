import { setTimeout } from 'node:timers/promises'
import type { RunId } from '@slyglass/base'
import type { RunRow, RunStore } from '@slyglass/runtime'
import type { WakeUps } from './wake-ups.ts'

/** Whose runs are followed. */
export interface Followed {
  readonly project: string
  readonly network: string
  /** Milliseconds since 1970: what began or ended from then on is told at once. Without it only runs that are open now are. */
  readonly since?: number
}

export type FollowList = (followed: Followed, signal: AbortSignal) => AsyncIterable<readonly RunRow[]>

/** Which reader is woken where a run begins or ends. */
export const LIST = 'list of runs'

/** Older runs than these are in no list either. */
const MOST = 500

/** A served network may begin many runs a second; nobody reads a list that fast. */
const REST_MS = 100

/** Rows of runs that begin or end, whichever server of this machine they are of; to the end of the store or of the signal. */
export function createFollowList(list: RunStore['list'], wakeUps: WakeUps): FollowList {
  return async function* ({ project, network, since }, signal) {
    const told = new Map<RunId, RunRow['status']>()
    for (let first = true; !signal.aborted; first = false) {
      const rows = (await list({ project, network, limit: MOST })).filter((row) => row.lastSeq >= 0)
      const changed = rows.filter((row) => told.get(row.run) !== row.status)
      for (const { run, status } of changed) told.set(run, status)
      const fresh = first
        ? changed.filter((row) => row.status === 'open' || lastTime(row) >= (since ?? Infinity))
        : changed
      if (fresh.length > 0) {
        yield fresh
        await setTimeout(REST_MS, undefined, { ref: false })
        if (!wakeUps.isOpen()) return
      }
      // What came while the reader was busy is looked for before anything is waited for.
      if (changed.length === 0 && !(await wakeUps.next(LIST, signal))) return
    }
  }
}

const lastTime = ({ startedAt, finishedAt }: RunRow) => finishedAt ?? startedAt

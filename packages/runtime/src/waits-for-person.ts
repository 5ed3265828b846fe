import type { RunId } from '@slyglass/base'
import { RUN_SPAN } from '@slyglass/run-log'
import type { Journal } from './journal.ts'

/** True when a person is asked in a run, or in the run of another network that it waits for. */
export function isAsking(run: RunId, journalOf: (run: RunId) => Journal | undefined): boolean {
  const open = journalOf(run)?.openBelow(RUN_SPAN) ?? []
  return open.some((event) => {
    if (event.type === 'approval.requested') return true
    return event.type === 'attempt.started' && event.peerRun !== undefined && isAsking(event.peerRun, journalOf)
  })
}

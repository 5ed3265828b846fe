import type { RunId } from '@slyglass/base'
import { RUN_SPAN } from '@slyglass/run-log'
import type { ActiveRuns } from './active-runs.ts'
import { LET_GO, letGoText } from './losses.ts'
import { Detached } from './stops.ts'

/** Lets a run go that waits for a person; false when it waits for none. */
export async function letGo(active: ActiveRuns, run: RunId): Promise<boolean> {
  const journal = active.journalOf(run)
  if (journal === undefined || !isAsking(active, run)) return false
  const note = { type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', source: LET_GO } as const
  const told = journal.commitAside([{ ...note, text: letGoText }])
  // At once: a run that waits for this one must be let go before it hears that this one has stopped.
  journal.close(new Detached('this server closes while a person is asked'))
  await told
  await journal.settled()
  await active.settled(run)
  return true
}

/** True when a person is asked in a run, or in the run of another network that it waits for. */
function isAsking(active: ActiveRuns, run: RunId): boolean {
  const open = active.journalOf(run)?.openBelow(RUN_SPAN) ?? []
  return open.some((event) => {
    if (event.type === 'approval.requested') return true
    return event.type === 'attempt.started' && event.peerRun !== undefined && isAsking(active, event.peerRun)
  })
}

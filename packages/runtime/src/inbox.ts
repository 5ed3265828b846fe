// Commands to a run. A decision about a call goes to the call that waits for it. A stop is told at once; what is running is asked to end, and the run finishes as cancelled.
import { RUN_SPAN, STOP_NOTE } from '@slyglass/run-log'
import type { Approvals } from './calls/approvals.ts'
import type { Journal } from './journal.ts'
import type { RunStore } from './ports.ts'
import { Cancelled } from './stops.ts'

/** Obeys commands until the run is stopped or has ended. */
export async function obeyInbox(
  store: RunStore,
  journal: Journal,
  stop: AbortController,
  approvals?: Approvals,
): Promise<void> {
  for await (const command of store.inbox(journal.run, stop.signal)) {
    if (command.kind === 'approve') approvals?.give(command)
    if (command.kind !== 'cancel' || stop.signal.aborted) continue
    const told = journal.commitAside([
      {
        ...{ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', source: STOP_NOTE },
        text: 'Stopping: a stop was asked for.',
      },
    ])
    stop.abort(new Cancelled())
    await told.catch(() => undefined)
  }
}

import { RUN_SPAN } from '@slyglass/run-log'
import { alike } from './forms.ts'
import { obeyInbox } from './inbox.ts'
import type { RuntimePorts } from './ports.ts'
import type { Prepared } from './prepare-run.ts'
import { runNetwork } from './run.ts'
import { Cancelled } from './stops.ts'

const ENDED = new Error('the run has ended')

/** The work of a run in this process: its inbox is obeyed meanwhile, its hosts are released in the end. */
export async function goOn(ports: RuntimePorts, prepared: Prepared, how: 'fresh' | 'resumed'): Promise<void> {
  const { context, journal, stop, end } = prepared
  const { request } = context
  const inbox = obeyInbox(ports.store, journal, stop, context.calls.approvals).catch(() => undefined)
  try {
    if (how === 'resumed') await commandsFirst(ports, stop.signal)
    const started = journal.find(RUN_SPAN, 'run.started')
    const logged = started?.message ?? request.message
    const message = logged === request.message ? alike(logged) : { truth: request.message, logged }
    await runNetwork(context, message, stop.signal)
  } finally {
    end()
    stop.abort(ENDED)
    await inbox
    await ports.hosts.release(request.run).catch(() => undefined)
  }
}

const INBOX_MS = 50

/** A stop that met a crash is still in the inbox and is obeyed before anything is asked again. */
async function commandsFirst(ports: RuntimePorts, stop: AbortSignal): Promise<void> {
  await ports.clock.sleep(INBOX_MS, stop).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) throw error
  })
}

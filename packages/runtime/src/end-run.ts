// The ends that are written over a run's head: its server is gone, or what happened in it could not be kept.
import type { RunId } from '@slyglass/base'
import { type Failure, isOf, RUN_SPAN } from '@slyglass/run-log'
import { closeBelow } from './close-spans.ts'
import { Journal } from './journal.ts'
import { Fenced, type RuntimePorts } from './ports.ts'
import { slySearches } from './sly-searches.ts'
import { Detached } from './stops.ts'

const AGAIN_MS = 5_000
const MOST_TRIES = 10

/**
 * A store that refused a commit may take the run's end, at once or when the disk has room again: nobody waits for ever. A run whose
 * beginning was refused has no end.
 */
export async function endWritten(
  ports: RuntimePorts,
  run: RunId,
  work: Promise<void>,
  begun?: Promise<void>,
): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof Fenced || error instanceof Detached) throw error
    await begun
    const most = ports.storeRecovers === true ? MOST_TRIES : 1
    for (let tried = 1; !(await isEnded(ports, run, unwritten(error))) && tried < most; tried += 1)
      await ports.clock.sleep(AGAIN_MS * 2 ** (tried - 1))
    throw error
  }
}

/** True when the end is written, or another owner's business. */
function isEnded(ports: RuntimePorts, run: RunId, failure: Failure): Promise<boolean> {
  return interruptRun(ports, run, failure).then(
    () => true,
    (cause: unknown) => cause instanceof Fenced,
  )
}

function unwritten(error: unknown): Failure {
  const said = error instanceof Error ? error.message : String(error)
  return { code: 'log-not-written', message: `What happened in this run could not be kept, so it was stopped: ${said}` }
}

const SERVER_GONE: Failure = {
  code: 'host-lost',
  message: 'The server ended while this run was going on. What was recorded until then is kept.',
}

export async function interruptRun(ports: RuntimePorts, run: RunId, failure = SERVER_GONE): Promise<void> {
  const owned = await ports.store.own(run)
  const started = owned.events.find((event) => isOf(event, 'run.started'))
  if (started === undefined || owned.events.some((event) => event.type === 'run.finished')) return
  const search = slySearches(await ports.vault(started.session), '')
  const journal = new Journal({ store: ports.store, clock: ports.clock, search, onClosed: () => undefined }, run, owned)
  await journal.commit([
    ...closeBelow(journal, RUN_SPAN, failure),
    { type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'failed', answer: '', failure },
  ])
}

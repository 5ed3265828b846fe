import type { RunId } from '@slyglass/base'
import type { Desk } from './active-runs.ts'
import { interruptRun } from './end-run.ts'
import type { OwnedLog } from './journal.ts'
import { openRun, type Surroundings } from './open-run.ts'
import type { Inputs } from './prepare-run.ts'
import { Detached } from './stops.ts'

/** The run's further work; undefined when it has ended, or just was. */
export async function resumeRun(
  { ports, active }: Desk,
  owned: OwnedLog,
  surroundings: Surroundings,
  callersTimes?: Inputs['callersTimes'],
): Promise<{ readonly work: Promise<void> } | undefined> {
  const opened = await openRun(ports, owned, surroundings, callersTimes)
  if (opened === undefined) return undefined
  if (opened.ok) return { work: active.go(ports, opened.value, 'resumed') }
  const run = owned.events[0]?.runId
  if (run !== undefined) await interruptRun(ports, run, opened.error)
  return undefined
}

/** Goes on with an open run until it has ended. Rejects when it is let go, or another owner takes it. */
export async function executeRun(desk: Desk, run: RunId, signal: AbortSignal): Promise<void> {
  const { ports, active } = desk
  if (ports.surroundings === undefined) throw new Error('this runtime was not told how to go on with a run')
  const resumed = await resumeRun(desk, await ports.store.own(run), ports.surroundings)
  const journal = active.journalOf(run)
  const leave = () => journal?.close(new Detached('this server lets the run go'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  await resumed?.work.finally(() => signal.removeEventListener('abort', leave))
}

import { type JsonText, ok } from '@slyglass/base'
import { isOf, type RunEvent } from '@slyglass/run-log'
import type { Desk } from './active-runs.ts'
import { beginRun } from './begin-run.ts'
import type { Countdown } from './calls/time-up.ts'
import type { RunRequest } from './ports.ts'
import { resumeRun } from './resume-run.ts'

/** A run for another run: started with these values, gone on with, or only read, whatever its log says. */
export async function runPeer(
  desk: Desk,
  request: RunRequest,
  values: ReadonlyMap<string, JsonText>,
  signal: AbortSignal,
  callersTimes: readonly Countdown[],
): Promise<readonly RunEvent[]> {
  const { ports, active } = desk
  const { run, session } = request
  const read = () => ports.store.read(run, -1, Number.MAX_SAFE_INTEGER)
  const [row] = await ports.store.list({ session, limit: 1 })
  const events = row === undefined ? [] : await read()
  if (events.some((event) => isOf(event, 'run.finished'))) return events
  const stop = () => void ports.store.send(run, { id: `caller of ${run}`, kind: 'cancel' })
  if (events.length === 0) {
    const vault = await ports.vault(session)
    vault.update(values)
    await beginRun(desk, request, { callersTimes }, row === undefined)
  } else if (!active.has(run)) {
    const resumed = await resumeRun(desk, await ports.store.own(run), async () => ok(request), callersTimes)
    resumed?.work.catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await active.settled(run)
  signal.removeEventListener('abort', stop)
  return read()
}

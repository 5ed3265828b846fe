// Runs that were open when their server ended are submitted again: each goes on from its own log, or is ended with the reason.
import type { RunId, SessionId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import type { LibsqlRunStore } from '@slyglass/run-store'
import { Fenced, type Runtime } from '@slyglass/runtime'
import type { Logger } from 'pino'

interface TakeUpParts {
  readonly store: Pick<LibsqlRunStore, 'orphans' | 'read' | 'discard'>
  readonly runtime: Pick<Runtime, 'execute' | 'interrupt'>
  readonly log: Logger
  readonly signal: AbortSignal
  forget(session: SessionId): Promise<void>
}

const ALL = 1_000_000

/** Resolves when all of them are under way. */
export async function takeUpRuns(parts: TakeUpParts): Promise<void> {
  const { store } = parts
  const logs = new Map<RunId, readonly RunEvent[]>()
  for (const run of await store.orphans()) {
    const log = await readLog(parts, run)
    // Nobody was told that it began.
    if (log?.length === 0) await store.discard(run)
    else if (log !== undefined) logs.set(run, log)
  }
  // A run that another one asked for is gone on with by that one.
  const asked = new Map([...logs].map(([run, log]) => [run, askedBy(log).filter((peer) => logs.has(peer))]))
  const below = new Set([...asked.values()].flat())
  for (const [run, log] of logs) if (!below.has(run)) void goOn(parts, log, withPeers(run, asked))
}

/** Undefined for a log that is damaged: its row stays, and what can be read of it. */
async function readLog({ store, log }: TakeUpParts, run: RunId): Promise<readonly RunEvent[] | undefined> {
  try {
    return await store.read(run, -1, ALL)
  } catch (error) {
    log.error({ run, error: wordsOf(error) }, 'the log of a run of an earlier launch cannot be read')
    return undefined
  }
}

/** Runs of other networks whose answer had not come. */
function askedBy(log: readonly RunEvent[]): readonly RunId[] {
  const ended = new Set(log.flatMap((event) => (event.type === 'attempt.finished' ? [event.span] : [])))
  return log.flatMap((event) =>
    event.type === 'attempt.started' && event.peerRun !== undefined && !ended.has(event.span) ? [event.peerRun] : [],
  )
}

function withPeers(run: RunId, asked: ReadonlyMap<RunId, readonly RunId[]>): readonly RunId[] {
  return [run, ...(asked.get(run) ?? []).flatMap((peer) => withPeers(peer, asked))]
}

/** One damaged run must not keep the studio, and all the others, from going on. */
async function goOn(parts: TakeUpParts, log: readonly RunEvent[], family: readonly RunId[]): Promise<void> {
  const { runtime, signal } = parts
  const [run, ...peers] = family
  const started = log.find((event) => event.type === 'run.started')
  if (run === undefined) return
  try {
    await runtime.execute(run, signal)
    // Where the run could not go on, nobody goes on with those that it asked for.
    if (!signal.aborted) for (const peer of peers) await runtime.interrupt(peer)
    if (!signal.aborted && started?.source === 'service') await parts.forget(started.session)
  } catch (error) {
    if (signal.aborted || isLeft(error)) return
    parts.log.error({ run, error: wordsOf(error) }, 'a run of an earlier launch cannot be gone on with')
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The run is open still, and another server's: the next one's, or one that took it. */
function isLeft(error: unknown): boolean {
  return error instanceof Fenced || (error instanceof Error && error.name === 'Detached')
}

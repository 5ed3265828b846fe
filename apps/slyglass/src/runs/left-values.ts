// What tools share when a command has ended, for the session's next one: it would read the whole log of this one to find out.
import type { JsonObject, RunId } from '@slyglass/base'
import { isOf, type RunEvent, sharedAfter } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'

export interface LeftValues<S> {
  /** The store, through which runs are written. */
  readonly store: S
  /** Undefined of a run that was no command, that another server wrote, or that ended long ago. */
  leftBy(run: RunId): JsonObject | undefined
}

const MOST = 200

export function followLeftValues<S extends Pick<RunStore, 'commit'>>(store: S): LeftValues<S> {
  const open = new Map<RunId, RunEvent[]>()
  const left = new Map<RunId, JsonObject>()
  const keep = (run: RunId, log: readonly RunEvent[]): void => {
    const [oldest] = left.size < MOST ? [] : left.keys()
    if (oldest !== undefined) left.delete(oldest)
    left.set(run, sharedAfter(log))
  }
  const follow: RunStore['commit'] = (run, epoch, commit) => {
    const { events } = commit
    const [first] = events
    const isCommand = first !== undefined && isOf(first, 'run.started') && first.command !== undefined
    const log = isCommand ? [] : open.get(run)
    const written = store.commit(run, epoch, commit)
    if (log === undefined) return written
    if (isCommand) open.set(run, log)
    log.push(...events.filter(({ type }) => type === 'run.started' || type === 'context.changed'))
    if (events.at(-1)?.type !== 'run.finished') return written
    open.delete(run)
    return written.then(() => keep(run, log))
  }
  return { store: { ...store, commit: follow }, leftBy: (run) => left.get(run) }
}

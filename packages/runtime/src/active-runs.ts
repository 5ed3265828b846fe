// The runs of this process, from their first event to their last.
import { PassingMap, type RunId } from '@slyglass/base'
import { endWritten } from './end-run.ts'
import { goOn } from './go-on.ts'
import type { Journal } from './journal.ts'
import type { Ports, Prepared } from './prepare-run.ts'
import { Cancelled } from './stops.ts'

/** What runs are started and gone on with at. */
export interface Desk {
  readonly ports: Ports
  readonly active: ActiveRuns
}

interface Active {
  /** Absent for a run of another server. */
  readonly journal: Journal | undefined
  readonly stop: AbortController | undefined
  readonly quiet: Promise<void>
}

export class ActiveRuns {
  readonly #runs = new PassingMap<RunId, Active>()

  /** Runs to the end, which is written whatever happens, unless it has not even begun. */
  go(ports: Ports, prepared: Prepared, how: 'fresh' | 'resumed', begun?: Promise<void>): Promise<void> {
    const { journal } = prepared
    return this.track(journal.run, endWritten(ports, journal.run, goOn(ports, prepared, how), begun), prepared)
  }

  track(run: RunId, work: Promise<void>, prepared?: Pick<Prepared, 'journal' | 'stop'>): Promise<void> {
    const quiet = work.catch(() => undefined).then(() => void this.#runs.delete(run))
    this.#runs.set(run, { journal: prepared?.journal, stop: prepared?.stop, quiet })
    return work
  }

  /** Asks a run to end without a way through the store; false when it is not known how. */
  stop(run: RunId): boolean {
    const stop = this.#runs.get(run)?.stop
    stop?.abort(new Cancelled())
    return stop !== undefined
  }

  has(run: RunId): boolean {
    return this.#runs.has(run)
  }

  journalOf(run: RunId): Journal | undefined {
    return this.#runs.get(run)?.journal
  }

  settled(run: RunId): Promise<void> {
    return this.#runs.get(run)?.quiet ?? Promise.resolve()
  }

  list(): readonly RunId[] {
    return [...this.#runs.keys()]
  }
}

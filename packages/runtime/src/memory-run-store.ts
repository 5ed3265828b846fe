import type { RunId, SessionId, Sha256 } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import {
  type Commit,
  Fenced,
  type RunCommand,
  type RunRow,
  type RunStore,
  type SealedSession,
  type SessionKeysRow,
} from './ports.ts'

interface Kept {
  row: RunRow
  epoch: number
  readonly events: RunEvent[]
  readonly commands: RunCommand[]
  readonly wake: Set<() => void>
}

/** A run store that forgets everything when the process ends. */
export class MemoryRunStore implements RunStore {
  readonly #runs = new Map<RunId, Kept>()
  readonly #chunks = new Map<Sha256, string>()
  readonly #keys = new Map<SessionId, string>()
  readonly #boxes = new Map<SessionId, Map<string, string>>()

  async create(row: Parameters<RunStore['create']>[0]): Promise<void> {
    if (this.#runs.has(row.run)) throw new Error(`${row.run} exists`)
    const { at, ...rest } = row
    const kept = { ...rest, status: 'open', startedAt: at, lastSeq: -1 } as const
    this.#runs.set(row.run, { row: kept, epoch: 0, events: [], commands: [], wake: new Set() })
  }

  async own(run: RunId): Promise<{ epoch: number; events: readonly RunEvent[] }> {
    const kept = this.#find(run)
    kept.epoch += 1
    return { epoch: kept.epoch, events: [...kept.events] }
  }

  async commit(run: RunId, epoch: number, batch: Commit): Promise<void> {
    const kept = this.#find(run)
    if (epoch !== kept.epoch || kept.row.status === 'finished')
      throw new Fenced(`${run} has another owner or has ended`)
    for (const [index, event] of batch.events.entries())
      if (event.seq !== kept.events.length + index) throw new Error(`${run}: event ${event.seq} is out of order`)
    this.#seal(batch.boxes, batch.keys)
    for (const { sha, text } of batch.chunks) this.#chunks.set(sha, text)
    kept.events.push(...batch.events)
    for (const event of batch.events) {
      kept.row = { ...kept.row, lastSeq: event.seq }
      if (event.type !== 'run.finished') continue
      kept.row = { ...kept.row, status: 'finished', outcome: event.outcome, finishedAt: event.at }
    }
    for (const wake of [...kept.wake]) wake()
  }

  async *tail(run: RunId, after: number, signal: AbortSignal): AsyncIterable<readonly RunEvent[]> {
    const kept = this.#runs.get(run)
    if (kept === undefined) return
    for (let last = after; !signal.aborted; ) {
      const events = kept.events.filter((event) => event.seq > last)
      last = events.at(-1)?.seq ?? last
      if (events.length > 0) yield events
      else if (kept.row.status === 'finished') return
      else await woken(kept, signal)
    }
  }

  async read(run: RunId, after: number, limit: number): Promise<readonly RunEvent[]> {
    return this.#find(run)
      .events.filter((event) => event.seq > after)
      .slice(0, limit)
  }

  async chunk(sha: Sha256): Promise<string | undefined> {
    return this.#chunks.get(sha)
  }

  async sealed(session: SessionId): Promise<SealedSession> {
    return { wrapped: this.#keys.get(session), boxes: new Map(this.#boxes.get(session)) }
  }

  async seal(boxes: Commit['boxes'], keys: SessionKeysRow): Promise<void> {
    this.#seal(boxes, keys)
  }

  async forget(session: SessionId): Promise<void> {
    this.#keys.delete(session)
    this.#boxes.delete(session)
  }

  async discard(run: RunId): Promise<void> {
    if (this.#runs.get(run)?.events.length === 0) this.#runs.delete(run)
  }

  #seal(boxes: Commit['boxes'], keys: Commit['keys']): void {
    if (keys !== undefined) {
      const kept = this.#keys.get(keys.session) ?? keys.wrapped
      if (kept !== keys.wrapped) throw new Error(`session ${keys.session} is sealed under other keys`)
      this.#keys.set(keys.session, kept)
    }
    for (const { session, fingerprint, box } of boxes) {
      const own = this.#boxes.get(session) ?? new Map<string, string>()
      this.#boxes.set(session, own.set(fingerprint, box))
    }
  }

  async send(run: RunId, command: RunCommand): Promise<'accepted' | 'duplicate' | 'unknown-run'> {
    const kept = this.#runs.get(run)
    if (kept === undefined) return 'unknown-run'
    if (kept.commands.some((one) => one.id === command.id)) return 'duplicate'
    kept.commands.push(command)
    for (const wake of [...kept.wake]) wake()
    return 'accepted'
  }

  async *inbox(run: RunId, signal: AbortSignal): AsyncIterable<RunCommand> {
    const kept = this.#find(run)
    for (let next = 0; !signal.aborted; ) {
      const command = kept.commands[next]
      if (command === undefined) await woken(kept, signal)
      else {
        next += 1
        yield command
      }
    }
  }

  async list(filter: Parameters<RunStore['list']>[0]): Promise<readonly RunRow[]> {
    const fits = (row: RunRow) =>
      (['project', 'network', 'session', 'status'] as const).every(
        (name) => filter[name] === undefined || row[name] === filter[name],
      )
    const rows = [...this.#runs.values()].map((kept) => kept.row).reverse()
    return rows.filter(fits).slice(0, filter.limit)
  }

  /** Every byte that was kept in clear, for searches in tests. */
  bytes(): string {
    const runs = [...this.#runs.values()].map(({ row, events }) => JSON.stringify([row, events]))
    return [...runs, ...this.#chunks.values()].join('\n')
  }

  #find(run: RunId): Kept {
    const kept = this.#runs.get(run)
    if (kept === undefined) throw new Error(`${run} is not known`)
    return kept
  }
}

function woken(kept: Kept, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      kept.wake.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    kept.wake.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
}

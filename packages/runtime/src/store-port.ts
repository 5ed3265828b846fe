// The journal as the runtime needs it. Adapters live in run-store.
import type { JsonText, RunId, SessionId, Sha256, SpanId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'

/** What one commit writes, in one transaction. */
export interface Commit {
  readonly events: readonly RunEvent[]
  readonly chunks: readonly { readonly sha: Sha256; readonly text: string }[]
  readonly boxes: readonly SealedBox[]
  /** Goes with boxes: without it nobody can open them. */
  readonly keys?: SessionKeysRow
}

/**
 * An encrypted text; the store keeps it, only the session's vault can open it. `fingerprint` is that of a private value, or the
 * name of what was sealed: `<run>:<seq>` of an event that was masked, `<run>:inputs`, `<run>:opaque`, `board`.
 */
export interface SealedBox {
  readonly session: SessionId
  readonly fingerprint: string
  readonly box: string
}

/** A session's keys under the master key. */
export interface SessionKeysRow {
  readonly session: SessionId
  readonly wrapped: string
}

/** All that is sealed of a session. Without `wrapped` it was never sealed, or is forgotten. */
export interface SealedSession {
  readonly wrapped: string | undefined
  readonly boxes: ReadonlyMap<string, string>
}

/** A command to a run. `id` makes sending it twice the same as once. */
export type RunCommand =
  | { readonly id: string; readonly kind: 'cancel' }
  /** A person's decision about a call that waits for one. It counts only for the arguments that have this digest. */
  | {
      readonly id: string
      readonly kind: 'approve'
      readonly call: SpanId
      readonly argsSha: Sha256
      readonly decision: 'approve' | 'reject' | 'edit'
      /** Only of `edit`: a JSON object in place of the arguments. */
      readonly args?: JsonText
      readonly reason?: string
    }

/** Row of the run list. */
export interface RunRow {
  readonly run: RunId
  readonly session: SessionId
  readonly project: string
  readonly network: string
  readonly status: 'open' | 'finished'
  readonly outcome?: string
  readonly title: string
  readonly startedAt: number
  readonly finishedAt?: number
  readonly lastSeq: number
}

/** Thrown when another owner has taken the run. */
export class Fenced extends Error {}

/** The journal. `own` raises the epoch; commits of older epochs are refused with `Fenced`. */
export interface RunStore {
  create(row: {
    readonly run: RunId
    readonly session: SessionId
    readonly project: string
    readonly network: string
    readonly title: string
    readonly at: number
  }): Promise<void>
  own(run: RunId): Promise<{ readonly epoch: number; readonly events: readonly RunEvent[] }>
  commit(run: RunId, epoch: number, batch: Commit): Promise<void>
  /** Events after a number, now and as they come, in batches; ends after run.finished or when aborted. */
  tail(run: RunId, after: number, signal: AbortSignal): AsyncIterable<readonly RunEvent[]>
  read(run: RunId, after: number, limit: number): Promise<readonly RunEvent[]>
  chunk(sha: Sha256): Promise<string | undefined>
  /** Boxes and keys of a session. */
  sealed(session: SessionId): Promise<SealedSession>
  /** Keeps boxes outside of a run: what a person changed between two of them. */
  seal(boxes: readonly SealedBox[], keys: SessionKeysRow): Promise<void>
  /** Deletes the keys and boxes of a session. Its logs stay readable. */
  forget(session: SessionId): Promise<void>
  /** Takes a run back that has no event yet; of any other nothing happens. */
  discard(run: RunId): Promise<void>
  send(run: RunId, command: RunCommand): Promise<'accepted' | 'duplicate' | 'unknown-run'>
  inbox(run: RunId, signal: AbortSignal): AsyncIterable<RunCommand>
  list(filter: {
    readonly project?: string
    readonly network?: string
    readonly session?: SessionId
    readonly status?: 'open' | 'finished'
    readonly limit: number
  }): Promise<readonly RunRow[]>
}

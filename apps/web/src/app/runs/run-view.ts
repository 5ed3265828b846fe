// All that a screen knows of a run: one state per question.
import type { RunId, SpanId } from '@slyglass/base'
import type {
  Activity,
  Approvals,
  EventOf,
  Limits,
  SlyLedger,
  Todos,
  Trace,
  Transcript,
  UsageTotals,
} from '@slyglass/run-log'

export interface RunView {
  readonly run: RunId
  readonly lastSeq: number
  /** The log is complete: nothing will follow. */
  readonly ended: boolean
  readonly started?: EventOf<'run.started'>
  readonly finished?: EventOf<'run.finished'>
  readonly transcript: Transcript
  readonly trace: Trace
  readonly activity: Activity
  readonly ledger: SlyLedger
  readonly usage: UsageTotals
  readonly approvals: Approvals
  readonly todos: Todos
  readonly limits: Limits
  /** Runs of other networks that are being asked, by the attempt that asks. */
  readonly asking: ReadonlyMap<SpanId, RunId>
}

/** True while the run's log is still being written. */
export function isRunning(view: RunView | undefined): boolean {
  return view !== undefined && view.finished === undefined && !view.ended
}

/** The server stopped while this run went on: everything recorded stays, nothing will follow. */
export function isInterrupted(view: RunView | undefined): boolean {
  if (view === undefined) return false
  return view.finished === undefined ? view.ended : view.finished.failure?.code === 'host-lost'
}

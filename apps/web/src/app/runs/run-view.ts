// All that a screen knows of a run: the same events folded into one state per question.
import type { RunId } from '@slyglass/base'
import {
  type Activity,
  activityReducer,
  type EventOf,
  type LogEvent,
  type Reducer,
  type SlyLedger,
  slyLedgerReducer,
  type Trace,
  type Transcript,
  traceReducer,
  transcriptReducer,
  type UsageTotals,
  usageReducer,
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
}

/** A run of which no event has come yet. */
export function emptyRunView(run: RunId): RunView {
  return {
    run,
    lastSeq: -1,
    ended: false,
    transcript: transcriptReducer.initial,
    trace: traceReducer.initial,
    activity: activityReducer.initial,
    ledger: slyLedgerReducer.initial,
    usage: usageReducer.initial,
  }
}

/** The view after a batch. Events that it has seen already change nothing (law E1). */
export function foldRun(view: RunView, events: readonly LogEvent[], ended: boolean): RunView {
  const fresh = events.filter((event) => event.seq > view.lastSeq)
  const last = fresh.at(-1)
  if (last === undefined) return ended === view.ended ? view : { ...view, ended }
  const fold = <S>(reducer: Reducer<S>, state: S) => reducer.reduce(state, fresh)
  const started = view.started ?? fresh.find((event) => event.type === 'run.started')
  const finished = view.finished ?? fresh.find((event) => event.type === 'run.finished')
  return {
    run: view.run,
    lastSeq: last.seq,
    ended: ended || view.ended,
    ...(started === undefined ? {} : { started }),
    ...(finished === undefined ? {} : { finished }),
    transcript: fold(transcriptReducer, view.transcript),
    trace: fold(traceReducer, view.trace),
    activity: fold(activityReducer, view.activity),
    ledger: fold(slyLedgerReducer, view.ledger),
    usage: fold(usageReducer, view.usage),
  }
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

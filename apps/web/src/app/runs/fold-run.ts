// The same events folded into one state per question. Fetched with the first run that is looked at.
import type { RunId, SpanId } from '@slyglass/base'
import {
  activityReducer,
  approvalsReducer,
  type LogEvent,
  limitsReducer,
  type Reducer,
  slyLedgerReducer,
  todosReducer,
  traceReducer,
  transcriptReducer,
  usageReducer,
} from '@slyglass/run-log'
import type { RunView } from './run-view.ts'

const NOBODY: ReadonlyMap<SpanId, RunId> = new Map()

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
    approvals: approvalsReducer.initial,
    todos: todosReducer.initial,
    limits: limitsReducer.initial,
    asking: NOBODY,
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
    approvals: fold(approvalsReducer, view.approvals),
    todos: fold(todosReducer, view.todos),
    limits: fold(limitsReducer, view.limits),
    asking: finished === undefined ? askedAfter(view.asking, fresh) : NOBODY,
  }
}

function askedAfter(before: ReadonlyMap<SpanId, RunId>, events: readonly LogEvent[]): ReadonlyMap<SpanId, RunId> {
  const asking = new Map(before)
  let isChanged = false
  for (const event of events) {
    if (event.type === 'attempt.started' && event.peerRun !== undefined) asking.set(event.span, event.peerRun)
    else if (event.type !== 'attempt.finished' || !asking.delete(event.span)) continue
    isChanged = true
  }
  return isChanged ? asking : before
}

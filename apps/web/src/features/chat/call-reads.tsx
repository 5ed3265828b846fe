import type { RunId } from '@slyglass/base'
import type { TranscriptCall } from '@slyglass/run-log'
import { type ModelRead, ModelReadLines, modelReads, readsOfCall } from '../../app/public/run-widgets.ts'
import { useRuns } from '../../app/public/runs.ts'

const NONE: readonly ModelRead[] = []

/** A private value that a call's result gave to a model is told without opening the call. */
export function CallReads({ run, call }: { readonly run: RunId; readonly call: TranscriptCall }) {
  const reads = useRuns((state) => {
    const view = state.views.get(run)
    return view === undefined ? NONE : modelReads(view.ledger, view.trace)
  })
  return <ModelReadLines run={run} call={call.span} tool={call.tool} reads={readsOfCall(reads, call.span)} />
}

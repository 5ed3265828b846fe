import type { Trace, TraceSpan } from '@slyglass/run-log'
import type { TraceRow } from './trace-rows.ts'

/** The model attempts behind a row: its own, or those of the request that asked for this call. */
export interface RowRequests {
  readonly model: TraceSpan
  readonly attempts: readonly TraceSpan[]
  /** True when the row is not the model call itself. */
  readonly asked: boolean
}

export function requestsOf(trace: Trace, row: TraceRow): RowRequests | undefined {
  const own = row.spans.find(({ kind }) => kind === 'model')
  if (own !== undefined) return { model: own, attempts: attemptsOf(trace, own), asked: false }
  const attempt = row.spans.find((span) => span.kind === 'attempt' && span.attempt?.of === 'model')
  const parent = attempt?.parent === null || attempt === undefined ? undefined : trace.spans.get(attempt.parent)
  if (attempt !== undefined && parent !== undefined) return { model: parent, attempts: [attempt], asked: false }
  const call = row.spans.find(({ kind }) => kind === 'tool')
  const model = call === undefined ? undefined : modelThatAsked(trace, call)
  return model === undefined ? undefined : { model, attempts: attemptsOf(trace, model), asked: true }
}

/** The model call of the same agent whose answer holds this call. */
function modelThatAsked(trace: Trace, call: TraceSpan): TraceSpan | undefined {
  const agent = call.parent === null ? undefined : trace.spans.get(call.parent)
  return agent?.children
    .flatMap((id) => trace.spans.get(id) ?? [])
    .find((span) => span.kind === 'model' && span.calls?.some(({ id }) => id === call.callId))
}

function attemptsOf(trace: Trace, model: TraceSpan): readonly TraceSpan[] {
  return model.children.flatMap((id) => trace.spans.get(id) ?? []).filter(({ request }) => request !== undefined)
}

import type { SpanId } from '@slyglass/base'
import type { Trace, TraceSpan } from '@slyglass/run-log'

/** The tries of a call, the newest last. */
export function triesOf(trace: Trace, call: SpanId): readonly TraceSpan[] {
  return (trace.spans.get(call)?.children ?? []).flatMap((id) => {
    const child = trace.spans.get(id)
    return child?.kind === 'attempt' ? [child] : []
  })
}

/** The tool calls of a run, in the order in which they were asked for. */
export function callsOf(trace: Trace): readonly TraceSpan[] {
  return [...trace.spans.values()].filter((span) => span.kind === 'tool')
}

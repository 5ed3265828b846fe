// What one call looked like from both sides: the model that asked for it and the tool that ran.
import type { SpanId } from '@slyglass/base'
import type { SlyLedger, SlyRef, Trace, TraceSpan } from '@slyglass/run-log'
import { triesOf } from './calls.ts'
import { type ModelRead, modelReads, readsOfCall } from './model-reads.ts'

/** A key that the call wrote: its value before, when there was one, and after. */
export interface SlyWrite {
  readonly key: string
  readonly before?: SlyRef
  readonly after: SlyRef
}

export interface CallSides {
  readonly call: TraceSpan
  readonly caller: string
  /** The newest try; absent when the call never reached its tool. */
  readonly attempt?: TraceSpan
  readonly attempts: readonly TraceSpan[]
  /** Text that the model wrote, and text that it read back. */
  readonly args: string
  readonly answer?: string
  /** Private keys that the tool read; undefined when its host could not tell. */
  readonly read?: readonly string[]
  /** Private keys in reach that it did not read. */
  readonly unread: readonly string[]
  readonly wrote: readonly SlyWrite[]
  /** Private values of its answer that a model read themselves. */
  readonly modelReads: readonly ModelRead[]
}

export function callSides(trace: Trace, ledger: SlyLedger, span: SpanId): CallSides | undefined {
  const call = trace.spans.get(span)
  if (call === undefined || call.kind !== 'tool') return undefined
  const attempts = triesOf(trace, span)
  const attempt = attempts.at(-1)
  const inReach = (attempt?.sly ?? call.sly ?? []).map(({ key }) => key)
  const read = attempt?.reads ?? call.reads
  const answer = call.text
  return {
    call,
    caller: callerOf(trace, call),
    attempts,
    args: call.args ?? '',
    unread: read === undefined ? inReach : inReach.filter((key) => !read.includes(key)),
    wrote: writesOf(ledger, call, attempts),
    modelReads: readsOfCall(modelReads(ledger, trace), span),
    ...(attempt === undefined ? {} : { attempt }),
    ...(answer === undefined ? {} : { answer }),
    ...(read === undefined ? {} : { read }),
  }
}

/** The agent that asked for a call. */
export function callerOf(trace: Trace, call: TraceSpan): string {
  let at = call.parent === null ? undefined : trace.spans.get(call.parent)
  while (at !== undefined && at.kind !== 'agent') at = at.parent === null ? undefined : trace.spans.get(at.parent)
  return at?.name ?? ''
}

function writesOf(ledger: SlyLedger, call: TraceSpan, attempts: readonly TraceSpan[]): readonly SlyWrite[] {
  const own = new Set<SpanId | null>([call.id, ...attempts.map(({ id }) => id)])
  return [...ledger.keys.values()].flatMap(({ key, writes }) =>
    writes.flatMap((write, index) => {
      if (!own.has(write.by)) return []
      const before = writes[index - 1]?.ref
      return [{ key, after: write.ref, ...(before === undefined ? {} : { before }) }]
    }),
  )
}

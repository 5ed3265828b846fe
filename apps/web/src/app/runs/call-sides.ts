// What one call looked like from both sides: the model, or the person, that asked for it and the tool that ran.
import type { SpanId } from '@slyglass/base'
import {
  COMMAND_SPAN,
  type EventOf,
  FRONT_MAN_SPAN,
  type SlyLedger,
  type SlyRef,
  type Trace,
  type TraceSpan,
} from '@slyglass/run-log'
import { triesOf } from './calls.ts'
import { type ModelRead, modelReads, readsOfCall } from './model-reads.ts'

/** A key that the call wrote: its value before, when there was one, and after. */
export interface SlyWrite {
  readonly key: string
  readonly before?: SlyRef
  readonly after: SlyRef
}

/** Typed as a command, or a tool run by itself. */
export type ByPerson = 'typed' | 'tried'

type Started = Pick<EventOf<'run.started'>, 'call'>

export interface CallSides {
  readonly call: TraceSpan
  readonly caller: string
  /** Set where a person made the call, and no model was asked. */
  readonly byPerson?: ByPerson
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

export function callSides(trace: Trace, ledger: SlyLedger, span: SpanId, started?: Started): CallSides | undefined {
  const call = trace.spans.get(span)
  if (call === undefined || call.kind !== 'tool') return undefined
  const attempts = triesOf(trace, span)
  const attempt = attempts.at(-1)
  const inReach = (attempt?.sly ?? call.sly ?? []).map(({ key }) => key)
  const read = attempt?.reads ?? call.reads
  const answer = call.text
  const byPerson = madeByPerson(trace, call, started)
  return {
    call,
    caller: callerOf(trace, call),
    attempts,
    args: call.args ?? '',
    unread: read === undefined ? inReach : inReach.filter((key) => !read.includes(key)),
    wrote: writesOf(ledger, call, attempts),
    modelReads: readsOfCall(modelReads(ledger, trace), span),
    ...(byPerson === undefined ? {} : { byPerson }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(answer === undefined ? {} : { answer }),
    ...(read === undefined ? {} : { read }),
  }
}

/** How a person made a call; undefined where an agent did. What an agent does that was called so is its own. */
export function madeByPerson(trace: Trace, call: TraceSpan, started: Started | undefined): ByPerson | undefined {
  const agent = call.parent === null ? undefined : trace.spans.get(call.parent)
  if (agent?.kind !== 'agent') return undefined
  if (agent.parent === COMMAND_SPAN) return 'typed'
  return started?.call !== undefined && agent.id === FRONT_MAN_SPAN ? 'tried' : undefined
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

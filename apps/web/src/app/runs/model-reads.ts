// Which private values went to a model themselves, in which request, and by the result of which call.
import type { SpanId } from '@slyglass/base'
import { SEEN_EARLIER, type SlyLedger, type Trace, type TraceSpan } from '@slyglass/run-log'
import { triesOf } from './calls.ts'
import { slyUseOf } from './sly-use.ts'

/** A private value that was found in the bytes of a model request. */
export interface ModelRead {
  readonly key: string
  /** Number and span of the request. */
  readonly request: number
  readonly span: SpanId
  /** Only short or common text was found, so it may be chance. */
  readonly maybe: boolean
  /** Calls whose result brought it, or may have. None: it came with a message or with the network's own text. */
  readonly calls: readonly SpanId[]
}

const NONE: readonly ModelRead[] = []
const known = new WeakMap<Trace, readonly ModelRead[]>()

/** One for each value and request, in the order of the requests. */
export function modelReads(ledger: SlyLedger, trace: Trace): readonly ModelRead[] {
  if (ledger.occurrences === 0) return NONE
  const reads = known.get(trace) ?? findReads(ledger, trace)
  known.set(trace, reads)
  return reads
}

/** What the result of a call brought to a model, each value with the first request that held it. */
export function readsOfCall(reads: readonly ModelRead[], call: SpanId): readonly ModelRead[] {
  const first = new Map<string, ModelRead>()
  for (const read of reads) {
    const earlier = first.get(read.key)
    if (read.calls.includes(call) && (earlier === undefined || (earlier.maybe && !read.maybe)))
      first.set(read.key, read)
  }
  return [...first.values()]
}

/** What was found in the requests that these spans sent. */
export function readsOfRequests(reads: readonly ModelRead[], spans: readonly TraceSpan[]): readonly ModelRead[] {
  return reads.filter(({ span }) => spans.some(({ id }) => id === span))
}

/** Keys whose value a model read beyond doubt. */
export function keysRead(reads: readonly ModelRead[]): ReadonlySet<string> {
  return new Set(reads.flatMap(({ key, maybe }) => (maybe ? [] : [key])))
}

function findReads(ledger: SlyLedger, trace: Trace): readonly ModelRead[] {
  const before = new Map<string, { readonly counts: ReadonlyMap<string, number>; readonly at: number }>()
  return ledger.requests.flatMap(({ span, number, counts }) => {
    const sent = trace.spans.get(span)
    if (sent === undefined) return []
    const agent = agentOf(trace, sent)
    const last = before.get(agent)
    before.set(agent, { counts, at: sent.startedAt })
    const calls = [...trace.spans.values()].filter((call) => isAnswered(call, agent, sent.startedAt))
    return [...counts].map(([key, count]): ModelRead => {
      const isStrong = sent.request?.scan.hits.some((hit) => hit.key === key && hit.strength === 'strong') ?? false
      const isMore = last !== undefined && count > (last.counts.get(key) ?? 0)
      const brought = isStrong
        ? calls.filter((call) => wasMasked(ledger, call.id, key))
        : calls.filter((call) => isMore && (call.finishedAt ?? 0) >= last.at && hadInReach(trace, call.id, key))
      return { key, request: number, span, maybe: !isStrong, calls: brought.map(({ id }) => id) }
    })
  })
}

/** The agent that a request was made for. */
function agentOf(trace: Trace, request: TraceSpan): string {
  const model = request.parent === null ? undefined : trace.spans.get(request.parent)
  return model?.parent ?? ''
}

/** A call that the agent itself asked for, and whose result it had when it asked its model. */
function isAnswered(call: TraceSpan, agent: string, at: number): boolean {
  return call.kind === 'tool' && call.parent === agent && call.finishedAt !== undefined && call.finishedAt <= at
}

/** What a model reads of a call is written down masked: where that had to be done, the value was in it. */
function wasMasked({ leaks }: SlyLedger, call: SpanId, key: string): boolean {
  return leaks.some(
    (leak) =>
      leak.span === call &&
      leak.key === key &&
      leak.where.startsWith('tool.finished ') &&
      !leak.where.endsWith(SEEN_EARLIER),
  )
}

/** Weak values are not masked, so nothing tells of them but that the call could read them. */
function hadInReach(trace: Trace, call: SpanId, key: string): boolean {
  return slyUseOf(triesOf(trace, call)).keys.includes(key)
}

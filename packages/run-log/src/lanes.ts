// The calls of one answer side by side: what was checked when, what ran when, and in which order things came to their ends.
import type { SpanId } from '@slyglass/base'
import type { BatchLanes, Lane, Stretch, Trace, TraceSpan } from './views.ts'

/** The batch that a call belongs to; undefined for a call that was alone. */
export function lanesOf(trace: Trace, call: SpanId): BatchLanes | undefined {
  const own = trace.spans.get(call)
  const parent = own?.parent == null ? undefined : trace.spans.get(own.parent)
  const { batch } = own ?? {}
  if (batch === undefined || parent === undefined || batch.size < 2) return undefined
  const calls = parent.children.flatMap((id) => {
    const span = trace.spans.get(id)
    return span?.kind === 'tool' && span.batch?.id === batch.id ? [span] : []
  })
  const lanes = calls.map((span) => laneOf(trace, span))
  const began = lanes.flatMap(({ ran }) => (ran === undefined ? [] : [ran.from]))
  const ends = calls.map(({ finishedAt }) => finishedAt)
  const to = ends.every((end) => end !== undefined) ? Math.max(...ends) : undefined
  return {
    batch,
    from: Math.min(...calls.map(({ startedAt }) => startedAt)),
    ...(to !== undefined && { to }),
    ...(batch.ruled === true && began.length > 0 && { ceilingAt: Math.min(...began) + batch.ceilingMs }),
    lanes: ordered(lanes),
  }
}

type Unordered = Omit<Lane, 'completed' | 'committed'>

function laneOf(trace: Trace, span: TraceSpan): Unordered {
  const below = span.children.flatMap((id) => trace.spans.get(id) ?? [])
  const attempts = below.filter(({ kind }) => kind === 'attempt')
  const [first] = attempts
  const work = first === undefined ? below.filter(({ kind }) => kind === 'agent') : attempts
  const ran = stretchOf(work)
  const questions = below.filter(({ kind }) => kind === 'approval')
  const waited = stretchOf(questions)
  const checkedTo = waited?.from ?? ran?.from ?? (span.finishedAt === undefined ? undefined : refusedAt(span, below))
  return {
    call: span.id,
    tool: span.name,
    state: span.state,
    checked: { from: span.startedAt, ...(checkedTo !== undefined && { to: checkedTo }) },
    ...(waited !== undefined && { waited }),
    ...(ran !== undefined && { ran }),
    ...(span.finishedAt !== undefined && { committedAt: span.finishedAt, commitSeq: span.events.at(-1) ?? 0 }),
  }
}

/** A call that does not run is refused by the last that looked at it; its end is written when its turn has come. */
function refusedAt({ startedAt }: TraceSpan, below: readonly TraceSpan[]): number {
  const looked = below.flatMap(({ kind, hook, finishedAt }) =>
    kind === 'hook' && hook?.stage === 'pre' && finishedAt !== undefined ? [finishedAt] : [],
  )
  return Math.max(startedAt, ...looked)
}

function stretchOf(spans: readonly TraceSpan[]): Stretch | undefined {
  if (spans.length === 0) return undefined
  const from = Math.min(...spans.map(({ startedAt }) => startedAt))
  const ends = spans.map(({ finishedAt }) => finishedAt)
  return ends.every((end) => end !== undefined) ? { from, to: Math.max(...ends) } : { from }
}

/** Places from 1: by the end of the work, and by the end that was written. A call that did not run completed when it was refused. */
function ordered(lanes: readonly Unordered[]): readonly Lane[] {
  const completed = placesOf(lanes, ({ ran, waited, checked }) => (ran ?? waited ?? checked).to)
  const committed = placesOf(lanes, (lane) => lane.commitSeq)
  return lanes.map((lane, index) => {
    const [done, written] = [completed[index], committed[index]]
    return {
      ...lane,
      ...(done !== undefined && { completed: done }),
      ...(written !== undefined && { committed: written }),
    }
  })
}

function placesOf(
  lanes: readonly Unordered[],
  key: (lane: Unordered) => number | undefined,
): readonly (number | undefined)[] {
  const keys = lanes.map(key)
  const sorted = keys
    .flatMap((at, index) => (at === undefined ? [] : [{ at, index }]))
    .sort((a, b) => a.at - b.at || a.index - b.index)
  const places = new Map(sorted.map(({ index }, place) => [index, place + 1]))
  return lanes.map((_lane, index) => places.get(index))
}

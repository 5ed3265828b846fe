import type { SpanId } from '@slyglass/base'
import type { EventOf, EventType, LogEvent, RunEvent } from './events.ts'

/** A log by place: what was started, and how it ended. The runtime's door asks it before it touches the world. */
export interface Answers {
  /** The `n`-th event of a type in a span, from 0. */
  find<T extends EventType>(span: SpanId, type: T, n?: number): EventOf<T> | undefined
  /** All events of one span, in order. */
  eventsOf(span: SpanId): readonly RunEvent[]
  /** Every event this build knows, in order. */
  readonly events: readonly RunEvent[]
}

/** Indexes a log by span. */
export function answersOf(log: readonly LogEvent[]): Answers {
  const events = log.filter((event): event is RunEvent => event.type !== 'opaque')
  const bySpan = new Map<SpanId, RunEvent[]>()
  for (const event of events) {
    const own = bySpan.get(event.span)
    if (own === undefined) bySpan.set(event.span, [event])
    else own.push(event)
  }
  const eventsOf = (span: SpanId) => bySpan.get(span) ?? []
  return {
    events,
    eventsOf,
    find: (span, type, n = 0) => eventsOf(span).filter((event) => isOf(event, type))[n] as never,
  }
}

/** Narrows an event to its type. */
export function isOf<T extends EventType>(event: LogEvent, type: T): event is EventOf<T> {
  return event.type === type
}

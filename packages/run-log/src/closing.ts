import type { EventType, LogEvent } from './events.ts'

/** Events that begin a span, and those that end it. Hooks are single events; an approval is asked and answered. */
const CLOSED_BY: ReadonlyMap<string, EventType> = new Map([
  ['run.started', 'run.finished'],
  ['agent.started', 'agent.finished'],
  ['model.started', 'model.finished'],
  ['tool.started', 'tool.finished'],
  ['attempt.started', 'attempt.finished'],
  ['command.started', 'command.finished'],
  ['approval.requested', 'approval.answered'],
])
const CLOSERS: ReadonlySet<string> = new Set(CLOSED_BY.values())

/** The event that ends the span which this one begins; undefined when it begins none. */
export function closerOf(event: LogEvent): EventType | undefined {
  return CLOSED_BY.get(event.type)
}

/** True for the one event that ends a span. */
export function isCloser(event: LogEvent): boolean {
  return CLOSERS.has(event.type)
}

// Ends what is still open when work stops early: innermost first, so that no span outlives its parent (E3).
import type { SpanId } from '@slyglass/base'
import { approvalSpan, type Draft, type Failure, type Outcome, type RunEvent } from '@slyglass/run-log'
import type { Journal } from './journal.ts'

/** Closing events for everything open below a span. */
export function closeBelow(journal: Journal, span: SpanId, failure?: Failure): readonly Draft[] {
  return journal.openBelow(span).map((event) => close(event, 'cancelled', failure))
}

/** The same where the process that did it all is gone. A call that a person was asked about was not made. */
export function closeLost(journal: Journal, span: SpanId): readonly Draft[] {
  return journal.openBelow(span).map((event) => {
    const isAsked = journal.openSpan(approvalSpan(event.span)) !== undefined
    return close(event, 'cancelled', isAsked ? NOT_MADE : HOST_LOST)
  })
}

/** A call whose process is gone. */
export const HOST_LOST: Failure = {
  code: 'host-lost',
  message: 'The process that made this call ended before an answer came. Whether the call took effect is not known.',
}

/** A call that waited for a person in a process that is gone. */
export const NOT_MADE: Failure = {
  code: 'not-made',
  message: 'The server ended while a person was asked about this call, and what called it is gone. It was not made.',
}

function close(event: RunEvent, outcome: Outcome, failure: Failure | undefined): Draft {
  const place = { span: event.span, parent: event.parent, outcome, ...(failure !== undefined && { failure }) }
  switch (event.type) {
    case 'attempt.started':
      return { ...place, type: 'attempt.finished' }
    case 'model.started':
      return { ...place, type: 'model.finished', text: '', calls: [], attempts: 1 }
    case 'tool.started':
      return { ...place, type: 'tool.finished', text: '', attempts: 1 }
    case 'agent.started':
      return { ...place, type: 'agent.finished', answer: '' }
    case 'command.started':
      return { ...place, type: 'command.finished', text: '' }
    case 'approval.requested':
      return {
        ...{ span: event.span, parent: event.parent, type: 'approval.answered', decision: 'expired' },
        ...(failure?.code === HOST_LOST.code && { reason: 'the server ended before anybody answered' }),
      }
    default:
      throw new Error(`${event.type} begins no span`)
  }
}

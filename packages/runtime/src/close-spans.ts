// Ends what is still open when work stops early: innermost first, so that no span outlives its parent (E3).
import type { SpanId } from '@slyglass/base'
import type { Draft, Failure, Outcome, RunEvent } from '@slyglass/run-log'
import type { Journal } from './journal.ts'

/** Closing events for everything open below a span. */
export function closeBelow(journal: Journal, span: SpanId, failure?: Failure): readonly Draft[] {
  return journal.openBelow(span).map((event) => close(event, 'cancelled', failure))
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
      return { span: event.span, parent: event.parent, type: 'approval.answered', decision: 'expired' }
    default:
      throw new Error(`${event.type} begins no span`)
  }
}

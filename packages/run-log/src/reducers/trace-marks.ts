import type { LogEvent } from '../events.ts'
import type { Trace } from '../views.ts'

/** Words for an event that has no row of its own in the tree. */
export function markOf(event: LogEvent): Trace['marks'][number] | undefined {
  const at = { seq: event.seq, span: event.span }
  switch (event.type) {
    case 'note.noted':
      if (event.level === 'debug') return undefined
      return { ...at, text: event.text, tone: event.level === 'info' ? 'plain' : event.level }
    case 'limit.reached':
      return { ...at, text: LIMITS[event.limit](event.value), tone: 'warning' }
    case 'sly.crossed': {
      const { passed, withheld, peer, boundary } = event
      const words = `${boundary}: ${passed.length} of ${passed.length + withheld.length} private keys passed to ${peer}`
      return { ...at, text: words, tone: 'plain' }
    }
    case 'sly.leaked':
      return { ...at, text: `The value of ${event.key} was masked in ${event.where} (${event.form})`, tone: 'warning' }
    case 'opaque':
      return { ...at, text: `An event that this version does not know: ${event.original}`, tone: 'plain' }
    default:
      return undefined
  }
}

const LIMITS = {
  steps: (value: number) => `The limit of ${value} steps was reached`,
  seconds: (value: number) => `The limit of ${value} seconds was reached`,
  attempts: (value: number) => `It was tried ${value} times and failed each time`,
  output: (value: number) => `Output beyond ${value} characters is not kept`,
  iterations: (value: number) => `The model was asked ${value} times, which is the limit`,
  rate: (value: number) => `More than ${value} calls in the time that the limit counts over`,
  ceiling: (value: number) => `The ceiling of ${value} ms for the calls of one answer was reached`,
  tool_calls: (value: number) => `The limit of ${value} tool calls was reached`,
  same_call_repeats: (value: number) => `The very same call was made ${value} times, which is the limit`,
  max_turns: (value: number) => `The conversation has had ${value} turns, which is the limit`,
  max_budget_tokens: (value: number) => `The conversation has used ${value} tokens, which is the limit`,
} as const

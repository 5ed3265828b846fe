// Who put a private value into a request: from its place in the messages to the call whose answer brought it.
import type { Trace, TraceSpan } from '@slyglass/run-log'
import type { RequestOutline } from '../../app/public/run-widgets.ts'

export interface Culprit {
  /** Place of the message in the request, from 1. */
  readonly message: number
  readonly role: string
  /** The call whose answer the message is, or the agent whose words it repeats. */
  readonly call?: TraceSpan
  readonly words: string
}

/** The message that holds one of the value's marks, counted from 0; undefined when it stands outside of the messages. */
export function findCulprit(outline: RequestOutline, key: string, trace: Trace, which = 0): Culprit | undefined {
  const marksIn = (text: string) => text.split(`⟨sly:${key}⟩`).length - 1
  let passed = 0
  const index = outline.messages.findIndex(({ text, calls }) => {
    passed += calls.reduce((sum, { args }) => sum + marksIn(args), marksIn(text))
    return passed > which
  })
  const message = outline.messages[index]
  if (message === undefined) return undefined
  const call = message.callId === undefined ? undefined : findCall(trace, message.callId)
  return {
    message: index + 1,
    role: message.role,
    words: wordsOf(message.role, call),
    ...(call === undefined ? {} : { call }),
  }
}

function findCall(trace: Trace, callId: string): TraceSpan | undefined {
  return [...trace.spans.values()].find((span) => span.kind === 'tool' && span.callId === callId)
}

function wordsOf(role: string, call: TraceSpan | undefined): string {
  if (call !== undefined) return `the result of ${call.name}`
  switch (role) {
    case 'user':
      return 'the message that was typed'
    case 'system':
      return 'the instructions of the network'
    case 'assistant':
      return 'what the model itself had written'
    default:
      return 'the result of an earlier call'
  }
}

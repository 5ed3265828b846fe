// Half characters (lone surrogates) stop at the first encoder behind the border, so none comes in: each becomes U+FFFD where
// it arrives, once, and a note says so. Of a model's arguments the log keeps the halves, as escapes.
import { wellFormed } from '@slyglass/base'
import { type Draft, RUN_SPAN } from '@slyglass/run-log'
import { holdsHalves, wholeJson } from '@slyglass/tools'
import type { HostReply, ModelReply, RunRequest } from './ports.ts'

const STANDS = 'U+FFFD stands in its place.'

export function wholeModelReply(reply: ModelReply): ModelReply {
  const text = wellFormed(reply.text)
  const calls = reply.calls.map((call) => ({ ...call, tool: wellFormed(call.tool), args: escaped(call.args) }))
  const same = text === reply.text && calls.every((call, at) => call.args === reply.calls[at]?.args)
  return same ? reply : { ...reply, text, calls }
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
}

/** What a tool returned, with a row for its author where it held half a character. */
export function wholeHostReply(reply: HostReply): HostReply {
  const isJson = reply.ok && reply.text === reply.value
  const text = isJson ? wholeJson(reply.text) : wellFormed(reply.text)
  const value = reply.ok && reply.value !== undefined ? wholeJson(reply.value) : undefined
  const isWhole = text === reply.text && (!reply.ok || value === reply.value)
  if (isWhole) return reply
  const warnings = [...(reply.warnings ?? []), `The tool's result held half a character. ${STANDS}`]
  return reply.ok ? { ...reply, text, value, warnings } : { ...reply, text, warnings }
}

/** A text from outside, and what is to be said of it where it held half a character. */
export function wholeText(text: string, from: string): { readonly text: string; readonly note?: string } {
  const whole = wellFormed(text)
  return whole === text ? { text } : { text: whole, note: `${from} held half a character. ${STANDS}` }
}

/** Notes on the rows of calls whose arguments held half a character. */
export function halfArguments(calls: readonly Draft[]): readonly Draft[] {
  return calls.flatMap((call): readonly Draft[] => {
    if (call.type !== 'tool.started' || !holdsHalves(call.args)) return []
    const { span, parent } = call
    const text = `The model's arguments for ${call.tool} held half a character. ${STANDS}`
    return [{ type: 'note.noted', span, parent, level: 'warning', text, source: 'model' }]
  })
}

export function wholeRequest(request: RunRequest): RunRequest {
  const message = wellFormed(request.message)
  const history = request.history.map((past) => ({ ...past, text: wellFormed(past.text) }))
  const same = message === request.message && history.every(({ text }, at) => text === request.history[at]?.text)
  return same ? request : { ...request, message, history }
}

/** Said once at the run when what came in was not whole. */
export const HALF_MESSAGE: Draft = {
  type: 'note.noted',
  span: RUN_SPAN,
  parent: null,
  level: 'warning',
  text: `The message or its history held half a character. ${STANDS}`,
}

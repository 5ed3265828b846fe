// An answer of `/responses` as a ModelReply: whole, or the events of a stream. Texts stay as they came.
import type { ModelReply } from '@slyglass/runtime'
import { z } from 'zod'
import { CutAnswer, describeFault, UnreadableAnswer } from './read-reply.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const itemSchema = z.object({
  type: z.string(),
  id: text,
  call_id: text,
  name: text,
  arguments: text,
  content: z.array(z.object({ type: text, text, refusal: text })).nullish(),
})
const responseSchema = z.object({
  model: text,
  status: text,
  output: z.array(itemSchema),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish(),
  incomplete_details: z.object({ reason: text }).nullish(),
  error: z.object({ message: text }).nullish(),
})
const eventSchema = z.object({
  type: z.string(),
  delta: z.unknown().optional(),
  item: z.unknown().optional(),
  response: z.unknown().optional(),
  message: text,
})

type Item = z.infer<typeof itemSchema>

/** The endpoint said in the middle of its answer that it failed. */
export class FailedAnswer extends Error {}

export function readResponse(value: unknown): ModelReply {
  const read = responseSchema.safeParse(value)
  if (!read.success) throw new UnreadableAnswer(describeFault(read.error))
  const { model, status, output, usage, incomplete_details: cut, error } = read.data
  if (status === 'failed') throw new FailedAnswer(error?.message || 'the answer failed')
  const calls = callsOf(output)
  const finishReason = status === 'incomplete' ? unfinished(cut?.reason) : calls.length > 0 ? 'tool_calls' : 'stop'
  const counted = usage ? { usage: { promptTokens: usage.input_tokens, completionTokens: usage.output_tokens } } : {}
  return { text: output.map(textOf).join(''), calls, finishReason, model, ...counted }
}

/** A call that a reasoning item led to is asked for with that item, which is not kept: without its id it stands alone. */
function callsOf(output: readonly Item[]): ModelReply['calls'] {
  const reasoned = output.some((item) => item.type === 'reasoning')
  return output
    .filter((item) => item.type === 'function_call')
    .map((item, at) => ({
      id: item.call_id || item.id || `call_${at}`,
      tool: item.name,
      args: item.arguments,
      ...(item.id !== '' && !reasoned && { itemId: item.id }),
    }))
}

function textOf({ type, content }: Item): string {
  if (type !== 'message') return ''
  return (content ?? []).map((part) => part.text || part.refusal).join('')
}

function unfinished(reason: string | undefined): string {
  return reason === 'max_output_tokens' ? 'length' : reason || 'incomplete'
}

/** Collects a streamed answer; `add` takes one event and says which text is new. */
export function createResponseBuilder() {
  const items: unknown[] = []
  let whole: unknown
  return {
    add(value: unknown): string {
      const read = eventSchema.safeParse(value)
      if (!read.success) throw new UnreadableAnswer(describeFault(read.error))
      const { type, delta, item, response, message } = read.data
      if (type === 'error') throw new FailedAnswer(message || 'the stream broke off')
      if (type === 'response.output_item.done') items.push(item)
      if (ENDS.has(type)) whole = response
      return type === 'response.output_text.delta' && typeof delta === 'string' ? delta : ''
    },
    finish(): ModelReply {
      if (whole === undefined || whole === null) throw new CutAnswer('the stream ended before the answer did')
      return readResponse(withItems(whole, items))
    },
  }
}

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** Some servers leave the output out of the last event, because its items were told before. */
function withItems(response: unknown, items: readonly unknown[]): unknown {
  if (response === null || typeof response !== 'object') return response
  const told = 'output' in response && Array.isArray(response.output) && response.output.length > 0
  return told ? response : { ...response, output: items }
}

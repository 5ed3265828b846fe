// A provider's answer as a ModelReply: whole, or put together from the pieces of a stream. Texts stay as they came.
import { parseJson } from '@slyglass/base'
import type { ModelReply } from '@slyglass/runtime'
import { z } from 'zod'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const usageSchema = z.object({ prompt_tokens: count, completion_tokens: count }).nullish()
const completionSchema = z.object({
  model: text,
  choices: z
    .array(
      z.object({
        finish_reason: text,
        message: z.object({
          content: text,
          tool_calls: z.array(z.object({ id: text, function: z.object({ name: text, arguments: text }) })).nullish(),
        }),
      }),
    )
    .min(1),
  usage: usageSchema,
})
const chunkSchema = z.object({
  model: text,
  choices: z
    .array(
      z.object({
        finish_reason: text,
        delta: z
          .object({
            content: text,
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().nullish(),
                  id: text,
                  function: z.object({ name: text, arguments: text }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema,
})

type Usage = z.infer<typeof usageSchema>
type CallPiece = NonNullable<
  NonNullable<NonNullable<NonNullable<z.infer<typeof chunkSchema>['choices']>[number]>['delta']>['tool_calls']
>[number]

/** The answer has not the form of an OpenAI-compatible one. */
export class UnreadableAnswer extends Error {}
/** The stream ended before the answer did. */
export class CutAnswer extends Error {}

export function readCompletion(value: unknown): ModelReply {
  const completion = completionSchema.safeParse(value)
  if (!completion.success) throw new UnreadableAnswer(describeFault(completion.error))
  const { choices, model, usage } = completion.data
  const [choice] = choices
  if (choice === undefined) throw new UnreadableAnswer('choices: is empty')
  const calls = (choice.message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }, at) => ({
    id: id || `call_${at}`,
    tool: name,
    args,
  }))
  return { text: choice.message.content, calls, finishReason: choice.finish_reason, model, ...usageOf(usage) }
}

/** Collects a streamed answer; `add` takes one chunk and says which text is new. */
export function createReplyBuilder() {
  const calls: { id: string; tool: string; args: string }[] = []
  let [reply, finishReason, model]: [string, string, string] = ['', '', '']
  let usage: Usage
  return {
    add(value: unknown): string {
      const chunk = chunkSchema.safeParse(value)
      if (!chunk.success) throw new UnreadableAnswer(describeFault(chunk.error))
      model ||= chunk.data.model
      usage = chunk.data.usage ?? usage
      const choice = chunk.data.choices?.[0]
      finishReason = choice?.finish_reason || finishReason
      for (const piece of choice?.delta?.tool_calls ?? []) addCallPiece(calls, piece)
      const added = choice?.delta?.content ?? ''
      reply += added
      return added
    },
    finish(): ModelReply {
      // Some servers never say why they end; whole calls are an answer all the same, half ones are none.
      if (finishReason === '' && !areWhole(calls)) throw new CutAnswer('the stream ended without a finish reason')
      const named = calls.map((call, at) => ({ ...call, id: call.id || `call_${at}` }))
      return { text: reply, calls: named, finishReason, model, ...usageOf(usage) }
    },
  }
}

function areWhole(calls: readonly { readonly args: string }[]): boolean {
  return calls.length > 0 && calls.every(({ args }) => parseJson(args).ok)
}

/**
 * The id says which call a piece belongs to; where there is none, its index. Some servers leave the index out, others give
 * every call the same one: a new id begins a new call whatever the index says.
 */
function addCallPiece(calls: { id: string; tool: string; args: string }[], piece: CallPiece): void {
  const call = placeOf(calls, piece)
  call.id ||= piece.id
  call.tool ||= piece.function?.name ?? ''
  call.args += piece.function?.arguments ?? ''
}

function placeOf(calls: { id: string; tool: string; args: string }[], { id, index }: CallPiece) {
  const known = id === '' ? undefined : calls.find((call) => call.id === id)
  if (known !== undefined) return known
  const at = index ?? (id === '' ? Math.max(0, calls.length - 1) : calls.length)
  if (at > calls.length || at < 0)
    throw new UnreadableAnswer(`tool_calls: piece of call ${at} before call ${calls.length}`)
  const there = calls[at]
  if (there !== undefined && (id === '' || there.id === '')) return there
  const begun = { id: '', tool: '', args: '' }
  calls.push(begun)
  return begun
}

function usageOf(usage: Usage): Pick<ModelReply, 'usage'> {
  if (usage === null || usage === undefined) return {}
  return { usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } }
}

/** The first thing that is wrong with an answer. */
export function describeFault(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'unknown form' : `${issue.path.join('.') || 'the answer'}: ${issue.message}`
}

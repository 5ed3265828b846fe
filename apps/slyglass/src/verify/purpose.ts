// What a rule is given and what it says, for all the rules of `on-purpose.ts`.
import { type ClientAnswer, changeAll, field, isFields, isSame, listOf } from './answer.ts'
import type { Change } from './follow.ts'
import type { Normalised, ScenarioRequest } from './recording.ts'

/** One request: what the original answered, and what is answered here. */
export interface Asked {
  readonly request: ScenarioRequest
  readonly recorded: ClientAnswer
  readonly own: ClientAnswer
  readonly forms: { readonly recorded: Normalised; readonly own: Normalised }
  /** Every text that the recorded model answers with: the original's answers say nothing else. */
  readonly said: ReadonlySet<string>
}

/** What is answered here instead of the recorded answer, and what follows from it for model and tools. */
export interface Instead {
  readonly answer: ClientAnswer
  readonly model?: Change
  readonly tools?: Change
}

export interface Rule {
  readonly reason: string
  /** Undefined where the rule says nothing. What its answer leaves different stays a difference. */
  apply(asked: Asked): Instead | undefined
}

/**
 * The answer ends with one of the recorded model's, and its history is what was brought, what was asked, and that answer.
 */
export function isAnswered(
  { messages }: ClientAnswer,
  told: readonly { readonly text: unknown; readonly type: unknown }[],
  said: ReadonlySet<string>,
): boolean {
  const last = messages.at(-1)
  const text = field(last, 'text')
  if (typeof text !== 'string' || !said.has(text) || field(last, 'type') !== 'AGENT_FRAMEWORK') return false
  const histories = listOf(field(last, 'chat_context', 'chat_histories'))
  const origin = field(histories[0], 'origin')
  const history = [...told, { text, type: 'AI' }].map((message) => ({ origin, ...message }))
  return Array.isArray(origin) && isSame(histories, [{ messages: history, origin }])
}

/** Every message of an agent, and the answer at the end, is one of these texts. */
export function saysOnly({ messages }: ClientAnswer, said: ReadonlySet<string>): boolean {
  const spoken: unknown[] = []
  changeAll(messages, (part) => {
    if (isFields(part) && (part.type === 'AI' || part.type === 'AGENT_FRAMEWORK')) spoken.push(part.text)
    return part
  })
  return spoken.length > 0 && spoken.every((text) => typeof text === 'string' && said.has(text))
}

/** An answer whose histories keep only some of their messages. */
export function withHistories(message: unknown, keeps: (part: unknown) => boolean): unknown {
  const context = field(message, 'chat_context')
  if (!isFields(message) || !isFields(context) || context.chat_histories === undefined) return message
  const histories = listOf(context.chat_histories).map((history) =>
    isFields(history) ? { ...history, messages: listOf(history.messages).filter(keeps) } : history,
  )
  return { ...message, chat_context: { ...context, chat_histories: histories } }
}

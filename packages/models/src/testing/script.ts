// Scripts of the recordings: which rule answers a request, and with what. Numbers in arguments keep their digits.
import { fromJson, isJsonList, type Json, jsonAt, parseJson, printJson, toJson } from '@slyglass/base'
import { z } from 'zod'

const callSchema = z.object({ id: z.string().optional(), name: z.string(), arguments: z.unknown().optional() })
const usageSchema = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).partial()
const answerSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z.array(callSchema).optional(),
  status: z.number().optional(),
  error: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delay_ms: z.number().optional(),
  usage: usageSchema.optional(),
  finish_reason: z.string().optional(),
  chunks: z.number().optional(),
})
const ruleSchema = z.object({
  agent: z.string().optional(),
  assistant_turns: z.number().optional(),
  tool_results: z.number().optional(),
  attempt: z.number().optional(),
  last: z.string().optional(),
  model: z.string().optional(),
  answer: answerSchema,
})
const scriptSchema = z.object({
  usage: usageSchema.optional(),
  models: z.array(z.string()).optional(),
  rules: z.array(ruleSchema).default([]),
})

type Rule = z.infer<typeof ruleSchema>

/** A script whose call arguments are JSON text. */
export interface FakeScript {
  readonly models: readonly string[]
  readonly rules: readonly Rule[]
  readonly usage: z.infer<typeof usageSchema>
}

/** What a rule may ask about a request. */
export interface Seen {
  readonly agent: string | undefined
  readonly assistantTurns: number
  readonly toolResults: number
  readonly last: string
  readonly model: string
  /** Equal for requests with the same conversation. */
  readonly fingerprint: string
}

export interface FakeReply {
  readonly content: string | null
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[]
  readonly finish: string
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number }
  readonly chunks: number
  readonly model: string
}

export type FakeAnswer = { readonly rule: number | null; readonly delayMs: number } & (
  | { readonly kind: 'reply'; readonly reply: FakeReply }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }
)

/** @throws when the text is no script. */
export function readFakeScript(given: string | object): FakeScript {
  const text = typeof given === 'string' ? given : printJson(toJson(given))
  const json = parseJson(text)
  if (!json.ok) throw new TypeError(`The script is no JSON: ${json.error.message}`)
  const { rules, models = ['scripted'], usage = {} } = scriptSchema.parse(fromJson(json.value))
  return { models, usage, rules: rules.map((rule, at) => withExactArguments(rule, listAt(json.value, 'rules')[at])) }
}

function withExactArguments(rule: Rule, exact: Json | undefined): Rule {
  const calls = listAt(jsonAt(exact, 'answer'), 'tool_calls')
  const exactCalls = rule.answer.tool_calls?.map((call, at) => {
    const args = jsonAt(calls[at], 'arguments') ?? new Map()
    return { ...call, arguments: typeof args === 'string' ? args : printJson(args) }
  })
  return { ...rule, answer: { ...rule.answer, ...(exactCalls && { tool_calls: exactCalls }) } }
}

export function see(body: Json): Seen {
  const turns = listAt(body, 'messages').map((message) => ({
    role: jsonAt(message, 'role'),
    text: contentText(jsonAt(message, 'content')),
  }))
  const count = (role: string): number => turns.filter((turn) => turn.role === role).length
  const system = turns.filter(({ role }) => role === 'system' || role === 'developer').map(({ text }) => text)
  const model = jsonAt(body, 'model')
  return {
    agent: /\bAGENT:([A-Za-z0-9_-]+)/.exec(system.join('\n'))?.[1],
    assistantTurns: count('assistant'),
    toolResults: count('tool'),
    last: turns.at(-1)?.text ?? '',
    model: typeof model === 'string' ? model : '',
    fingerprint: JSON.stringify(turns),
  }
}

/** `attempt` counts earlier requests with the same conversation. */
export function answerTo(script: FakeScript, seen: Seen, attempt: number): FakeAnswer {
  const at = script.rules.findIndex((rule) => ruleHolds(rule, seen, attempt))
  const answer: Rule['answer'] = script.rules[at]?.answer ?? {
    content: `UNSCRIPTED ${seen.agent ?? null} ${seen.assistantTurns}/${seen.toolResults}`,
  }
  const head = { rule: at === -1 ? null : at, delayMs: answer.delay_ms ?? 0 }
  if (answer.status !== undefined && answer.status >= 400) {
    const error = answer.error ?? {
      message: `scripted ${answer.status}`,
      type: 'scripted_error',
      param: null,
      code: null,
    }
    return {
      ...head,
      kind: 'error',
      status: answer.status,
      body: JSON.stringify({ error }),
      headers: answer.headers ?? {},
    }
  }
  return { ...head, kind: 'reply', reply: replyOf(script, answer, seen) }
}

function ruleHolds(rule: Rule, seen: Seen, attempt: number): boolean {
  const like = (pattern: string | undefined, text: string): boolean =>
    pattern === undefined || new RegExp(pattern, 's').test(text)
  return (
    (rule.agent ?? seen.agent) === seen.agent &&
    (rule.assistant_turns ?? seen.assistantTurns) === seen.assistantTurns &&
    (rule.tool_results ?? seen.toolResults) === seen.toolResults &&
    (rule.attempt ?? attempt) === attempt &&
    like(rule.last, seen.last) &&
    like(rule.model, seen.model)
  )
}

function replyOf(script: FakeScript, answer: Rule['answer'], seen: Seen): FakeReply {
  const calls = (answer.tool_calls ?? []).map((call, at) => ({
    id: call.id ?? `call_${seen.agent ?? 'none'}_${seen.assistantTurns}_${at}`,
    name: call.name,
    args: typeof call.arguments === 'string' ? call.arguments : '{}',
  }))
  const prompt = answer.usage?.prompt_tokens ?? script.usage.prompt_tokens ?? 11
  const completion = answer.usage?.completion_tokens ?? script.usage.completion_tokens ?? 7
  return {
    content: answer.content ?? null,
    calls,
    finish: answer.finish_reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    chunks: answer.chunks ?? 2,
    model: seen.model,
  }
}

function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (!isJsonList(content)) return content === undefined || content === null ? '' : printJson(content)
  return content
    .map((part) => jsonAt(part, 'text'))
    .filter((part) => typeof part === 'string')
    .join('')
}

function listAt(value: Json | undefined, key: string): readonly Json[] {
  const list = jsonAt(value, key)
  return isJsonList(list) ? list : []
}

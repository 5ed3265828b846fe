// A model port that follows a script, with the conditions of the recordings' scripted model: nothing depends on time.
import { isJsonList, type Json, type JsonText, jsonAt, parseJson, printJson } from '@slyglass/base'
import { type ModelCallRequest, ModelFailure, type ModelPort, type ModelReply } from '../ports.ts'

export interface ScriptedRule {
  /** The system text holds `AGENT:<agent>`. */
  readonly agent?: string
  readonly assistantTurns?: number
  readonly toolResults?: number
  /** How often the same conversation was already seen. */
  readonly attempt?: number
  /** Tested on the last message. */
  readonly last?: RegExp
  readonly answer: ScriptedAnswer
}

export interface ScriptedAnswer {
  readonly content?: string
  readonly calls?: readonly { readonly tool: string; readonly args: JsonText; readonly id?: string }[]
  readonly failure?: ModelFailure
  /** Absent: the one that fits the answer. */
  readonly finishReason?: string
  readonly delayMs?: number
  /** Text pieces that stream before the answer. */
  readonly pieces?: readonly string[]
  /** Never answers, not even when stopped. */
  readonly deaf?: boolean
}

/** One request as it was received. */
export interface SeenRequest {
  readonly agent: string | null
  readonly body: JsonText
}

export interface ScriptedModels extends ModelPort {
  readonly seen: readonly SeenRequest[]
}

interface Conversation {
  readonly agent: string | null
  readonly assistantTurns: number
  readonly toolResults: number
  readonly last: string
  readonly key: string
}

/** `wait` passes time; without it answers come at once. An endpoint `without` responses refuses requests to it. */
export function scriptedModels(
  rules: readonly ScriptedRule[],
  wait: (ms: number, signal: AbortSignal) => Promise<void> = async () => undefined,
  without?: 'responses',
): ScriptedModels {
  const seen: SeenRequest[] = []
  const attempts = new Map<string, number>()
  return {
    seen,
    async send(request) {
      const conversation = describe(request.body)
      const { body } = request
      const path = request.api === 'responses' ? 'responses' : 'chat/completions'
      const wire = { url: `${request.provider.baseUrl}/${path}`, method: 'POST', headers: {}, body }
      if ((await request.beforeSend(wire)) === 'block') throw blocked()
      request.signal.throwIfAborted()
      seen.push({ agent: conversation.agent, body })
      if (path === without) throw noSuchEndpoint()
      const attempt = attempts.get(conversation.key) ?? 0
      attempts.set(conversation.key, attempt + 1)
      const answer = rules.find((rule) => fits(rule, conversation, attempt))?.answer
      return reply(answer ?? { content: `UNSCRIPTED ${conversation.agent}` }, conversation, request, wait)
    },
  }
}

function blocked(): ModelFailure {
  return new ModelFailure({ code: 'blocked', message: 'The request was not sent.', retryable: false })
}

function noSuchEndpoint(): ModelFailure {
  return new ModelFailure({ code: 'responses-missing', message: 'There is no /responses.', retryable: false }, 404)
}

async function reply(
  answer: ScriptedAnswer,
  conversation: Conversation,
  request: ModelCallRequest,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<ModelReply> {
  if (answer.deaf === true) return new Promise(() => undefined)
  for (const piece of answer.pieces ?? []) {
    request.onText(piece)
    await wait(60, request.signal)
  }
  await wait(answer.delayMs ?? 0, request.signal)
  if (answer.failure !== undefined) throw answer.failure
  const calls = (answer.calls ?? []).map(({ tool, args, id }, index) => ({
    id: id ?? `call_${conversation.agent}_${conversation.assistantTurns}_${index}`,
    tool,
    args,
  }))
  return {
    text: answer.content ?? '',
    calls,
    finishReason: answer.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    model: 'scripted',
    usage: { promptTokens: 11, completionTokens: 7 },
  }
}

function fits(rule: ScriptedRule, seen: Conversation, attempt: number): boolean {
  const same = (expected: unknown, actual: unknown) => expected === undefined || expected === actual
  return (
    same(rule.agent, seen.agent) &&
    same(rule.assistantTurns, seen.assistantTurns) &&
    same(rule.toolResults, seen.toolResults) &&
    same(rule.attempt, attempt) &&
    (rule.last?.test(seen.last) ?? true)
  )
}

const ROLES: Readonly<Record<string, string>> = { function_call: 'assistant', function_call_output: 'tool' }
const isCall = (message: Json): boolean => jsonAt(message, 'type') === 'function_call'

function describe(body: JsonText): Conversation {
  const parsed = parseJson(body)
  const whole = parsed.ok ? parsed.value : null
  const listed = jsonAt(whole, 'messages') ?? jsonAt(whole, 'input')
  const messages = isJsonList(listed) ? listed : []
  const role = (message: Json | undefined) => ROLES[String(jsonAt(message, 'type'))] ?? jsonAt(message, 'role')
  const text = (message: Json | undefined) => {
    const content = jsonAt(message, 'content') ?? jsonAt(message, 'output')
    if (isJsonList(content)) return content.map((part) => String(jsonAt(part, 'text'))).join('')
    return typeof content === 'string' ? content : ''
  }
  const system = messages.filter((message) => role(message) === 'system').map(text)
  return {
    agent: /\bAGENT:([A-Za-z0-9_-]+)/.exec(system.join('\n'))?.[1] ?? null,
    // Calls of one answer are neighbours at a responses endpoint, and so is the text before them.
    assistantTurns: messages.filter(
      (message, index) =>
        role(message) === 'assistant' && !(isCall(message) && role(messages[index - 1]) === 'assistant'),
    ).length,
    toolResults: messages.filter((message) => role(message) === 'tool').length,
    last: text(messages.at(-1)),
    key: messages.map((message) => printJson(message)).join('\n'),
  }
}

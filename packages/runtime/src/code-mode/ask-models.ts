// What code asks of models: a chat, vectors, decisions. The studio asks them with its own keys, under the row of the code; the code
// gets the answer alone.
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonText,
  jsonAt,
  parseJson,
  printJson,
} from '@slyglass/base'
import type { ModelAnswer } from '@slyglass/run-log'
import { callModel } from '../call-model.ts'
import type { ModelQuestion } from '../code-ports.ts'
import type { Message } from '../conversation.ts'
import { alike, type Forms } from '../forms.ts'
import { chooseModels } from '../llm/choose-models.ts'
import type { HostUseReply } from '../ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { askVectors } from './ask-vectors.ts'
import { type CodeModelCall, failedReply, refused, told, usageOf } from './code-model-call.ts'
import { DECIDED_BY_CHAT, decisionPrompt, readDecisions } from './decisions.ts'

export interface ModelsAsked {
  readonly question: ModelQuestion
  readonly request: JsonText
  readonly place: CodeModelCall['place']
  readonly agent: AgentCall
  /** The model that is asked when the code names none, with settings for all requests. */
  readonly fallback: JsonObject | undefined
}

export async function askModels(context: RunContext, asked: ModelsAsked): Promise<HostUseReply> {
  const parsed = parseJson(asked.request)
  if (!parsed.ok || !isJsonObject(parsed.value)) return refused('[invalid_input] The request is no object.')
  const request: JsonObject = new Map([...(asked.fallback ?? []), ...parsed.value])
  const chosen = choose(context, request)
  if (typeof chosen === 'string') return refused(chosen)
  const call: CodeModelCall = { agent: asked.agent, place: asked.place, choices: chosen }
  if (asked.question === 'embed') return askVectors(context, call, request)
  return asked.question === 'chat' ? askChat(context, call, request) : askDecisions(context, call, request)
}

const NO_MODEL =
  '[config] No model is set for code. Name one, such as model="openai:gpt-4o", or set studio.code_mode.model in the network.'

/** `provider:model`, or the name of a model alone. */
function choose(
  { request: { provider, env }, vault, modelInfo }: RunContext,
  request: JsonObject,
): CodeModelCall['choices'] | string {
  const spec = request.get('model')
  if (typeof spec !== 'string' || spec === '') return NO_MODEL
  const [, kind, model = spec] = /^([a-z][\w-]*):(.+)$/i.exec(spec) ?? []
  const config: JsonObject = new Map<string, Json>([
    ['model_name', model],
    ...(kind === undefined ? [] : [['class', kind] as const]),
  ])
  const around = { provider, streaming: 'network' as const, env, sly: vault.values(), info: modelInfo }
  const chosen = chooseModels(config, around)
  return chosen.ok ? chosen.choices : `[config] ${chosen.failure.message}`
}

/** Settings that code may give; any other would not be understood everywhere. */
const SETTINGS = ['temperature', 'top_p', 'max_tokens', 'seed', 'stop'] as const

async function askChat(context: RunContext, call: CodeModelCall, request: JsonObject): Promise<HostUseReply> {
  const messages = readMessages(request.get('messages'))
  if (messages === undefined)
    return refused(
      '[invalid_input] messages must be a list of {role, content} with texts; roles: system, user, assistant.',
    )
  const schema = request.get('output_schema')
  const asked = isJsonObject(schema) ? [schemaMessage(schema), ...messages] : messages
  const settings: JsonObject = new Map(
    SETTINGS.flatMap((name) => {
      const value = request.get(name)
      return value === undefined || value === null ? [] : [[name, value] as const]
    }),
  )
  const turn = await ask(context, call, asked, settings)
  if (!turn.ok) return turn.reply
  const { text } = turn.answer
  const output = isJsonObject(schema) ? readJson(text) : undefined
  if (isJsonObject(schema) && output === undefined)
    return refused('invalid_output: the answer holds no JSON of the asked schema.')
  return told([
    ['text', text],
    ['finish_reason', turn.answer.finishReason],
    ['model', turn.model],
    [
      'message',
      new Map([
        ['role', 'assistant'],
        ['content', text],
      ]),
    ],
    ...(turn.answer.reasoning === undefined ? [] : [['reasoning', turn.answer.reasoning] as const]),
    ...(output === undefined ? [] : [['output', output] as const]),
    ...usageOf(turn.answer.usage),
  ])
}

async function askDecisions(context: RunContext, call: CodeModelCall, request: JsonObject): Promise<HostUseReply> {
  const questions = request.get('questions')
  if (!isJsonObject(questions) || questions.size === 0)
    return refused('[invalid_input] questions must be an object of questions by their id.')
  const prompt = decisionPrompt(request.get('state') ?? null, questions)
  if (!prompt.ok) return refused(`[invalid_input] ${prompt.error}`)
  const { system, user } = prompt.value
  const messages: readonly Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  const turn = await ask(context, call, messages, new Map())
  if (!turn.ok) return turn.reply
  const answers = readDecisions(readJson(turn.answer.text), questions)
  if (!answers.ok) return refused(`invalid_output: ${answers.error}`)
  return told([
    ['answers', answers.value],
    ['model', turn.model],
    ['note', DECIDED_BY_CHAT],
    ...usageOf(turn.answer.usage),
  ])
}

type Heard =
  | { readonly ok: true; readonly answer: ModelAnswer; readonly model: string }
  | { readonly ok: false; readonly reply: HostUseReply }

async function ask(
  context: RunContext,
  { agent, place, choices }: CodeModelCall,
  said: readonly Message[],
  settings: JsonObject,
): Promise<Heard> {
  const messages: readonly Forms<Message>[] = said.map((message) => alike(message))
  const { span, parent } = place
  const turn = await callModel(context, {
    ...{ agent, turn: 1, choices, messages, tools: [], place: span, parent },
    ...(settings.size > 0 && { settings }),
  })
  if (!turn.ok) return { ok: false, reply: failedReply(turn.failure.truth) }
  const { provider } = context.request
  const model = provider.ref.offline ? provider.ref.label : turn.choice.settings.model
  return { ok: true, answer: turn.answer.truth, model }
}

function readMessages(given: Json | undefined): readonly Message[] | undefined {
  if (!isJsonList(given) || given.length === 0) return undefined
  const messages = given.flatMap((one): readonly Message[] => {
    const [role, content] = [jsonAt(one, 'role'), jsonAt(one, 'content')]
    if (typeof content !== 'string' || (role !== 'system' && role !== 'user' && role !== 'assistant')) return []
    return [{ role, content }]
  })
  return messages.length === given.length ? messages : undefined
}

function schemaMessage(schema: JsonObject): Message {
  const content = `Answer with JSON alone, without any other text. It must fit this schema:\n${printJson(schema)}`
  return { role: 'system', content }
}

/** JSON in an answer, also between the fences of a block. */
function readJson(text: string): Json | undefined {
  const inner = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  const parsed = parseJson(inner.trim())
  return parsed.ok ? parsed.value : undefined
}

// What an agent's effective llm_config means for the body of its requests. Recorded in llm-config, llm-classes, responses-api.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import { pythonNumber, type Strict } from '@slyglass/tools'

/** The two endpoints that an OpenAI-compatible server may have. */
export type ModelApi = 'chat' | 'responses'

export interface ModelSettings {
  /** As it is sent. */
  readonly model: string
  readonly streams: boolean
  readonly strict: Strict
  /** How often one request is repeated after a failure that may pass. */
  readonly retries: number
  /** Fields of the body beside the conversation and the tools, in order. */
  readonly fields: Readonly<Record<ModelApi, readonly (readonly [string, Json])[]>>
}

export interface SettingsInput {
  /** Class arguments, defaults and the network's settings, laid over each other. */
  readonly args: JsonObject
  readonly model: string
  /** The most tokens of one answer, where the model's table entry counts. */
  readonly maxOutput?: number
  readonly streams: boolean
  /** True for OpenAI's own classes, which have fields of their own. */
  readonly openAi: boolean
}

type Kind = 'float' | 'integer' | 'boolean' | 'text' | 'any'

/** Settings that are sent under their own name. */
const BOTH: readonly (readonly [string, Kind])[] = [
  ['temperature', 'float'],
  ['top_p', 'float'],
]
const CHAT: readonly (readonly [string, Kind])[] = [
  ['presence_penalty', 'float'],
  ['frequency_penalty', 'float'],
  ['seed', 'integer'],
  ['logprobs', 'boolean'],
  ['top_logprobs', 'integer'],
  ['logit_bias', 'any'],
  ['stop', 'any'],
  ['reasoning_effort', 'text'],
  ['verbosity', 'text'],
]
const RESPONSES: readonly (readonly [string, Kind])[] = [
  ['top_logprobs', 'integer'],
  ['reasoning', 'any'],
  ['include', 'any'],
]

export function modelSettings(input: SettingsInput): ModelSettings {
  const { args, model, streams, openAi } = input
  const given = (name: string): Json => args.get(name) ?? null
  const tokens = tokenLimit(args, input.maxOutput)
  const store = openAi && given('store') !== null ? [['store', given('store')] as const] : []
  const both = sent(args, model, BOTH)
  const common = [...store, ['stream', streams] as const]
  const usage = streams ? [['stream_options', new Map([['include_usage', true]])] as const] : []
  const chatLimit = openAi ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    streams,
    strict: openAi ? strictOf(args) : null,
    retries: Number(numberText(given('max_retries')) ?? 2),
    fields: {
      chat: [['model', model], ...limit(chatLimit, tokens), ...common, ...usage, ...both, ...sent(args, model, CHAT)],
      responses: [
        ['model', model],
        ...limit('max_output_tokens', tokens),
        ...common,
        ...both,
        ...sent(args, model, RESPONSES),
        ...wrapped(args, 'reasoning', 'effort', 'reasoning_effort'),
        ...wrapped(args, 'text', 'verbosity', 'verbosity'),
      ],
    },
  }
}

function limit(name: string, tokens: Json | undefined): (readonly [string, Json])[] {
  return tokens === undefined ? [] : [[name, tokens]]
}

function sent(args: JsonObject, model: string, settings: typeof BOTH): (readonly [string, Json])[] {
  return settings.flatMap(([name, kind]): [string, Json][] => {
    const value = asKind(args.get(name) ?? null, kind)
    const refused = name === 'temperature' && model.startsWith('gpt-5')
    return value === null || refused ? [] : [[name, value]]
  })
}

/** The responses endpoint takes these two inside of an object. */
function wrapped(args: JsonObject, field: string, part: string, from: string): (readonly [string, Json])[] {
  const value = asKind(args.get(from) ?? null, 'text')
  return value === null || isJsonObject(args.get(field)) ? [] : [[field, new Map([[part, value]])]]
}

function strictOf(args: JsonObject): Strict {
  const value = args.get('tool_strict')
  return value === undefined || value === null ? null : value === true
}

function tokenLimit(args: JsonObject, maxOutput: number | undefined): Json | undefined {
  const given = args.get('max_tokens')
  if (given instanceof JsonNumber) return given
  if (maxOutput === undefined) return undefined
  const fraction = Number(numberText(args.get('prompt_token_fraction') ?? null) ?? 1)
  return new JsonNumber(String(Math.trunc(maxOutput * fraction)))
}

function asKind(value: Json, kind: Kind): Json {
  if (value === null) return null
  if (kind === 'any') return isJsonList(value) || isJsonObject(value) || typeof value === 'string' ? value : null
  if (kind === 'text') return typeof value === 'string' ? value : null
  if (kind === 'boolean') return typeof value === 'string' ? value.toLowerCase() === 'true' : value === true
  const text = numberText(value)
  if (text === undefined) return null
  if (kind === 'integer') return new JsonNumber(String(Math.trunc(Number(text))))
  return new JsonNumber(pythonNumber(new JsonNumber(Number(text).toExponential())))
}

/** A number, also when it is written as text. */
function numberText(value: Json): string | undefined {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? value : undefined
}

/** The settings of one request, where some of its fields are its own. */
export function withFields(settings: ModelSettings, own: JsonObject | undefined): ModelSettings {
  if (own === undefined || own.size === 0) return settings
  const { chat, responses } = settings.fields
  const replace = (fields: ModelSettings['fields'][ModelApi]) => [...new Map<string, Json>([...fields, ...own])]
  return { ...settings, fields: { chat: replace(chat), responses: replace(responses) } }
}

// What an agent's llm_config means for its requests to a chat-completions endpoint. Recorded in llm-config.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import type { Strict } from '@slyglass/tools'
import { pythonNumber } from '@slyglass/tools'
import { DEFAULT_MODEL, maxOutputTokens, realModelName } from './model-table.ts'
import type { ModelProvider, RunRequest } from './ports.ts'

export interface ModelSettings {
  /** As it is sent. */
  readonly model: string
  readonly streams: boolean
  readonly strict: Strict
  /** How often one request is repeated after a failure that may pass. */
  readonly retries: number
  /** Fields of the body behind `messages`, in order, without the tools. */
  readonly fields: readonly (readonly [string, Json])[]
}

type Kind = 'float' | 'integer' | 'boolean' | 'text' | 'any'

/** Settings that are sent under their own name. */
const SENT: readonly (readonly [string, Kind])[] = [
  ['temperature', 'float'],
  ['top_p', 'float'],
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
const NOT_FOR_GPT_5: ReadonlySet<string> = new Set(['temperature', 'top_p'])

export function modelSettings(
  config: JsonObject | undefined,
  provider: ModelProvider,
  streaming: RunRequest['streaming'],
): ModelSettings {
  const given = (name: string): Json => config?.get(name) ?? null
  const asked = first(given('model_name')) ?? DEFAULT_MODEL
  const model = provider.modelName ?? (given('class') === null ? realModelName(asked) : asked)
  const streams = streaming === 'on' ? given('streaming') !== false : given('streaming') === true
  const tokens = tokenLimit(config, provider.modelName ?? asked)
  const store = config?.has('store') === true ? given('store') : false
  const sent = SENT.flatMap(([name, kind]): [string, Json][] => {
    const value = asKind(given(name), kind)
    const refused = NOT_FOR_GPT_5.has(name) && model.startsWith('gpt-5')
    return value === null || refused ? [] : [[name, value]]
  })
  return {
    model,
    streams,
    strict: strictOf(config),
    retries: Number(fromNumber(given('max_retries')) ?? 2),
    fields: [
      ['model', model],
      ...(tokens === undefined ? [] : [['max_completion_tokens', tokens] as const]),
      ...(store === null ? [] : [['store', store] as const]),
      ['stream', streams],
      ...(streams ? [['stream_options', new Map([['include_usage', true]])] as const] : []),
      ...sent,
    ],
  }
}

function strictOf(config: JsonObject | undefined): Strict {
  if (config?.has('tool_strict') !== true) return false
  const value = config.get('tool_strict')
  return value === null ? null : value === true
}

function tokenLimit(config: JsonObject | undefined, name: string): Json | undefined {
  const given = config?.get('max_tokens')
  if (given instanceof JsonNumber) return given
  const most = config?.get('class') === undefined ? maxOutputTokens(name) : undefined
  if (most === undefined) return undefined
  const fraction = Number(fromNumber(config?.get('prompt_token_fraction') ?? null) ?? 1)
  return new JsonNumber(String(Math.trunc(most * fraction)))
}

function asKind(value: Json, kind: Kind): Json {
  if (value === null) return null
  if (kind === 'any') return isJsonList(value) || isJsonObject(value) || typeof value === 'string' ? value : null
  if (kind === 'text') return typeof value === 'string' ? value : null
  if (kind === 'boolean') return typeof value === 'string' ? value.toLowerCase() === 'true' : value === true
  const text = fromNumber(value)
  if (text === undefined) return null
  if (kind === 'integer') return new JsonNumber(String(Math.trunc(Number(text))))
  return new JsonNumber(pythonNumber(new JsonNumber(Number(text).toExponential())))
}

/** A number, also when it is written as text. */
function fromNumber(value: Json): string | undefined {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? value : undefined
}

function first(value: Json): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

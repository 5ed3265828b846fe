// What a definition tells the server: plain data, in the keys of a network's `studio`.
import type { Json, JsonObject } from '@slyglass/base'
import { plainJson } from './plain-json.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** A definition without its functions. `settings` lies under the entry's own `studio` block. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly outputSchema?: JsonObject
  readonly settings: JsonObject
  /** Variables without which the tool cannot work. */
  readonly env: readonly string[]
  readonly hasHealth: boolean
}

/** The description of a definition. */
export function describeTool(tool: ToolDefinition): ToolDescription {
  const { name, description, parameters, outputSchema, options } = tool
  return {
    name,
    description,
    parameters: objectOf(parameters),
    ...(outputSchema !== undefined && { outputSchema: objectOf(outputSchema) }),
    settings: settingsOf(tool),
    env: options.env ?? [],
    hasHealth: options.health !== undefined,
  }
}

const KEYS = [
  ['timeoutMs', 'timeout_ms'],
  ['retries', 'retries'],
  ['retryOn', 'retry_on'],
  ['retryBackoffMs', 'retry_backoff_ms'],
  ['validateArgs', 'validate_args'],
  ['requiresApproval', 'requires_approval'],
  ['category', 'category'],
  ['tags', 'tags'],
  ['exposure', 'exposure'],
  ['deferred', 'deferred'],
  ['concurrencySafe', 'concurrency_safe'],
  ['maxOutputChars', 'max_output_chars'],
  ['errorText', 'error_text'],
  ['targetMs', 'target_ms'],
  ['maxMs', 'max_ms'],
  ['redact', 'redact'],
] as const

function settingsOf({ runtimeName, name, options }: ToolDefinition): JsonObject {
  const settings = new Map<string, Json>()
  if (runtimeName !== name) settings.set('runtime_name', runtimeName)
  for (const [own, key] of KEYS) if (options[own] !== undefined) settings.set(key, plainJson(options[own]))
  const { cache, rateLimit } = options
  if (cache !== undefined) settings.set('cache', objectOf({ ttl_ms: cache.ttlMs, key: cache.key }))
  if (rateLimit !== undefined) {
    const { calls, perMs, key, tier, tiers } = rateLimit
    settings.set('rate_limit', objectOf({ calls, per_ms: perMs, key, tier, tiers }))
  }
  return settings
}

function objectOf(value: object): JsonObject {
  const json = plainJson(value)
  return json instanceof Map ? json : new Map()
}

import { isJsonObject, type Json, JsonNumber, type JsonObject, jsonAt } from '@slyglass/base'
import type { RateLimitRule, RetryCause, ToolSettings } from './model.ts'
import { flagAt, numberAt, oneOf, textAt, textsAt } from './values.ts'

const CAUSES: readonly RetryCause[] = ['exception', 'timeout']

/** Settings of a tool from its block, in the keys that HOCON uses. */
export function readToolSettings(json: JsonObject): ToolSettings {
  const category = oneOf(json.get('category'), ['read', 'write', 'execute', 'communicate', 'search'])
  const runtimeName = textAt(json, 'runtime_name')
  const errorText = textAt(json, 'error_text')
  const cache = json.get('cache')
  const rateLimit = readRateLimit(json.get('rate_limit'))
  return {
    ...(runtimeName !== undefined && { runtimeName }),
    timeoutMs: timeoutOf(json.get('timeout_ms')),
    retries: Math.trunc(numberAt(json, 'retries') ?? 1),
    retryOn: CAUSES.filter((cause) => (textsAt(json, 'retry_on') ?? CAUSES).includes(cause)),
    retryBackoffMs: numberAt(json, 'retry_backoff_ms') ?? 0,
    validateArgs: oneOf(json.get('validate_args'), ['strict', 'nous', 'off']) ?? 'strict',
    requiresApproval: flagAt(json, 'requires_approval') ?? false,
    ...(category !== undefined && { category }),
    tags: textsAt(json, 'tags') ?? [],
    exposure: oneOf(json.get('exposure'), ['auto', 'direct', 'code', 'command']) ?? 'auto',
    deferred: flagAt(json, 'deferred') ?? false,
    concurrencySafe: flagAt(json, 'concurrency_safe') ?? true,
    ...(errorText !== undefined && { errorText }),
    maxOutputChars: numberAt(json, 'max_output_chars', 1) ?? 24_000,
    targetMs: numberAt(json, 'target_ms') ?? 2000,
    maxMs: numberAt(json, 'max_ms') ?? 10_000,
    ...(isJsonObject(cache) && {
      cache: { ttlMs: numberAt(cache, 'ttl_ms') ?? 300_000, key: textsAt(cache, 'key') ?? [] },
    }),
    ...(rateLimit !== undefined && { rateLimit }),
  }
}

/** Nothing written: 30 seconds. Null, zero and less: no limit. */
function timeoutOf(written: Json | undefined): number | null {
  if (written === null) return null
  if (!(written instanceof JsonNumber)) return 30_000
  const ms = written.toNumber()
  return ms > 0 ? ms : null
}

function readRateLimit(json: Json | undefined): RateLimitRule | undefined {
  if (!isJsonObject(json)) return undefined
  const [key, tier, tiers] = [textAt(json, 'key'), textAt(json, 'tier'), jsonAt(json, 'tiers')]
  const numbers = isJsonObject(tiers) ? [...tiers] : []
  return {
    calls: numberAt(json, 'calls') ?? 60,
    perMs: numberAt(json, 'per_ms', 1) ?? 60_000,
    ...(key !== undefined && { key }),
    ...(tier !== undefined && { tier }),
    tiers: new Map(
      numbers.flatMap(([name, calls]) => (calls instanceof JsonNumber ? [[name, calls.toNumber()] as const] : [])),
    ),
  }
}

import { isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import { pythonNumber } from './python-text.ts'

/** `over` laid on `base`: objects merge deeply, everything else of `over` wins; a text laid on a number or a boolean becomes one. */
export function overlay(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(base)
  for (const [key, value] of over) merged.set(key, overlayValue(merged.get(key), value))
  return merged
}

function overlayValue(base: Json | undefined, over: Json): Json {
  if (isJsonObject(base) && isJsonObject(over)) return overlay(base, over)
  if (typeof over !== 'string') return over
  if (typeof base === 'boolean') return over.toLowerCase() === 'true'
  if (!(base instanceof JsonNumber) || over.trim() === '' || Number.isNaN(Number(over))) return over
  if (base.isInteger()) return new JsonNumber(String(Math.trunc(Number(over))))
  return new JsonNumber(pythonNumber(new JsonNumber(Number(over).toExponential())))
}

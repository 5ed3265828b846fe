import { isJsonObject, type JsonObject } from '@slyglass/base'

/** `over` laid on `basis`: objects merge, everything else replaces. */
export function layOver(basis: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(basis)
  for (const [key, value] of over) {
    const below = merged.get(key)
    merged.set(key, isJsonObject(below) && isJsonObject(value) ? layOver(below, value) : value)
  }
  return merged
}

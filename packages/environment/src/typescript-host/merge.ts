// Three-way merge of a board's values: base is what both sides agreed on last. Undefined is "absent".
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonEquals } from '@slyglass/base'

type Value = Json | undefined

/** Merges; a path of every value of ours that was lost is added to `lost`. */
export function mergeJson(base: Value, ours: Value, theirs: Value, path = '', lost: string[] = []): Value {
  if (same(theirs, base)) return ours
  if (same(ours, base) || same(ours, theirs)) return theirs
  if (isJsonObject(ours) && isJsonObject(theirs) && (base === undefined || isJsonObject(base))) {
    return mergeObjects(base ?? new Map(), ours, theirs, path, lost)
  }
  if (isJsonList(base) && isJsonList(ours) && isJsonList(theirs) && grew(base, ours) && grew(base, theirs)) {
    return [...base, ...ours.slice(base.length), ...theirs.slice(base.length)]
  }
  lost.push(path)
  return theirs
}

function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  path: string,
  lost: string[],
): JsonObject {
  const merged = new Map<string, Json>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const step = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const value = mergeJson(base.get(key), ours.get(key), theirs.get(key), step, lost)
    if (value !== undefined) merged.set(key, value)
  }
  return merged
}

function same(a: Value, b: Value): boolean {
  if (a === undefined || b === undefined) return a === b
  return jsonEquals(a, b)
}

function grew(base: readonly Json[], list: readonly Json[]): boolean {
  return list.length >= base.length && base.every((part, index) => same(part, list[index]))
}

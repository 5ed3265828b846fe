// Three-way merge of a board's values: base is what both sides agreed on last. Undefined is "absent".
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'

type Value = Json | undefined

/** Merges; a path of every value of ours that was lost is added to `lost`. */
export function mergeJson(base: Value, ours: Value, theirs: Value, path = '', lost: string[] = []): Value {
  if (same(theirs, base) || same(ours, theirs)) return ours
  if (same(ours, base)) return theirs
  if (isJsonObject(ours) && isJsonObject(theirs) && (base === undefined || isJsonObject(base))) {
    return mergeObjects(base ?? new Map(), ours, theirs, path, lost)
  }
  if (isJsonList(ours) && isJsonList(theirs) && (base === undefined || isJsonList(base))) {
    const start = base ?? []
    if (grew(start, ours) && grew(start, theirs)) return [...ours, ...theirs.slice(start.length)]
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

/** Equal as Python sees it: 3 and 3.0 apart, 1e2 and 100.0 alike. */
function same(a: Value, b: Value): boolean {
  if (a instanceof JsonNumber) return b instanceof JsonNumber && sameNumber(a, b)
  if (isJsonList(a)) return isJsonList(b) && a.length === b.length && grew(a, b)
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  return a.size === b.size && [...a].every(([key, part]) => b.has(key) && same(part, b.get(key)))
}

function sameNumber(a: JsonNumber, b: JsonNumber): boolean {
  return a.text === b.text || (!a.isInteger() && !b.isInteger() && a.toNumber() === b.toNumber())
}

function grew(base: readonly Json[], list: readonly Json[]): boolean {
  return list.length >= base.length && base.every((part, index) => same(part, list[index]))
}

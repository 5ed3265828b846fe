// Three-way merge of one board: what the vault holds now, what a finishing call left, and what that call started from.
// The Python host has the same function; fixtures/merge-vectors.jsonl holds both to the same answers.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'

/** A JSON value, or undefined where there is none. */
export type Slot = Json | undefined

export interface MergeConflict {
  /** JSON pointer below the merged value; empty for the value itself. */
  readonly path: string
  /** What was given up; undefined when that was a deletion. */
  readonly lost: Slot
}

export interface Merge {
  readonly merged: Slot
  readonly conflicts: readonly MergeConflict[]
}

/** Merges `theirs`, made from `base`, into `ours`. Where both changed the same value, the later one (`theirs`) stays. */
export function mergeValues(base: Slot, ours: Slot, theirs: Slot): Merge {
  const conflicts: MergeConflict[] = []
  return { merged: mergeSlot(base, ours, theirs, '', conflicts), conflicts }
}

function mergeSlot(base: Slot, ours: Slot, theirs: Slot, path: string, conflicts: MergeConflict[]): Slot {
  if (sameValue(theirs, base) || sameValue(ours, theirs)) return ours
  if (sameValue(ours, base)) return theirs
  if (isJsonObject(ours) && isJsonObject(theirs) && (base === undefined || isJsonObject(base)))
    return mergeObjects(base ?? new Map(), ours, theirs, path, conflicts)
  if (isJsonList(ours) && isJsonList(theirs) && (base === undefined || isJsonList(base))) {
    const grown = mergeGrown(base ?? [], ours, theirs)
    if (grown !== undefined) return grown
  }
  conflicts.push({ path, lost: ours })
  return theirs
}

/** Keys stand in our order, then theirs that are new. */
function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  path: string,
  conflicts: MergeConflict[],
): JsonObject {
  const merged = new Map<string, Json>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const value = mergeSlot(base.get(key), ours.get(key), theirs.get(key), `${path}/${pointerPart(key)}`, conflicts)
    if (value !== undefined) merged.set(key, value)
  }
  return merged
}

function mergeGrown(
  base: readonly Json[],
  ours: readonly Json[],
  theirs: readonly Json[],
): readonly Json[] | undefined {
  const grew = (list: readonly Json[]): boolean =>
    list.length >= base.length && base.every((value, at) => sameValue(value, list[at]))
  return grew(ours) && grew(theirs) ? [...ours, ...theirs.slice(base.length)] : undefined
}

/** Equal as Python sees it: key order aside, 3 and 3.0 apart, 1e2 and 100.0 alike. */
export function sameValue(a: Slot, b: Slot): boolean {
  if (a instanceof JsonNumber) return b instanceof JsonNumber && sameNumber(a, b)
  if (isJsonList(a)) return isJsonList(b) && a.length === b.length && a.every((value, at) => sameValue(value, b[at]))
  if (!isJsonObject(a)) return a === b
  if (!isJsonObject(b) || a.size !== b.size) return false
  for (const [key, value] of a) if (!b.has(key) || !sameValue(value, b.get(key))) return false
  return true
}

function sameNumber(a: JsonNumber, b: JsonNumber): boolean {
  if (a.text === b.text) return true
  return !a.isInteger() && !b.isInteger() && a.toNumber() === b.toNumber()
}

export function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

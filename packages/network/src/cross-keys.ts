// Allow rules over key names alone: which private values would pass a boundary. Values never come here.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'

/** A passage of keys over one boundary. */
export interface KeyCrossing {
  readonly passed: readonly { readonly key: string; readonly as: string }[]
  readonly withheld: readonly string[]
  /** The rule that decided, such as `to_upstream.sly_data`; absent when there is none. */
  readonly rule?: string
}

/**
 * What `allow` lets over. `paths` are its rules, weaker ones first: the last one that is there decides alone.
 * Without a rule nothing passes.
 */
export function crossKeys(
  allow: JsonObject | undefined,
  paths: readonly string[],
  keys: readonly string[],
): KeyCrossing {
  const found = paths.filter((path) => jsonAt(allow, ...path.split('.')) !== undefined).at(-1)
  const rule = found === undefined ? undefined : jsonAt(allow, ...found.split('.'))
  const names = rule === true ? new Map(keys.map((key) => [key, key])) : namesOf(rule, keys)
  return {
    passed: [...names].map(([key, as]) => ({ key, as })),
    withheld: keys.filter((key) => !names.has(key)),
    ...(found === undefined ? {} : { rule: found }),
  }
}

// Of two keys that take the same name the later one passes.
function namesOf(rule: Json | undefined, keys: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const [key, as] of pairsOf(rule)) {
    if (!keys.includes(key)) continue
    for (const [earlier, name] of names) if (name === as) names.delete(earlier)
    names.set(key, as)
  }
  return names
}

function pairsOf(rule: Json | undefined): readonly (readonly [string, string])[] {
  if (isJsonList(rule)) return rule.flatMap((key) => (typeof key === 'string' ? [[key, key] as const] : []))
  if (!isJsonObject(rule)) return []
  return [...rule].flatMap(([key, verdict]) => {
    if (verdict === true) return [[key, key] as const]
    return typeof verdict === 'string' ? [[key, verdict] as const] : []
  })
}

// One passage of private values over a network's edge: which keys pass, under which names. Whatever no rule names stays.
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonText } from '@slyglass/base'

export interface Crossing {
  /** Exact JSON text under the names outside, in the rule's order. */
  readonly values: ReadonlyMap<string, JsonText>
  readonly passed: readonly { readonly key: string; readonly as: string }[]
  readonly withheld: readonly string[]
}

/** The rule that decides: the last of `paths` that is there, such as `to_downstream.sly_data` after `sly_data`. */
export function findAllowRule(allow: JsonObject | undefined, paths: readonly string[]): Json | undefined {
  const found = paths.flatMap((path) => {
    let at: Json | undefined = allow
    for (const part of path.split('.')) at = isJsonObject(at) ? at.get(part) : undefined
    return at === undefined ? [] : [at]
  })
  return found.at(-1)
}

/**
 * Lets values over a boundary by one allow rule: true, a list of keys, or keys with true, false or a new name.
 * Of two keys that take the same name the later one passes.
 */
export function crossBoundary(values: ReadonlyMap<string, JsonText>, rule: Json | undefined): Crossing {
  if (rule === true) {
    const passed = [...values.keys()].map((key) => ({ key, as: key }))
    return { values: new Map(values), passed, withheld: [] }
  }
  const outside = new Map<string, JsonText>()
  const passed = new Map<string, string>()
  for (const [key, as] of namedKeys(rule)) {
    const text = values.get(key)
    if (text === undefined || text.trim() === 'null') continue
    for (const [earlier, name] of passed) if (name === as) passed.delete(earlier)
    outside.set(as, text)
    passed.set(key, as)
  }
  return {
    values: outside,
    passed: [...passed].map(([key, as]) => ({ key, as })),
    withheld: [...values.keys()].filter((key) => !passed.has(key)),
  }
}

function namedKeys(rule: Json | undefined): readonly (readonly [string, string])[] {
  if (isJsonList(rule)) return rule.flatMap((key) => (typeof key === 'string' ? [[key, key] as const] : []))
  if (!isJsonObject(rule)) return []
  return [...rule].flatMap(([key, verdict]) => {
    if (verdict === true) return [[key, key] as const]
    return typeof verdict === 'string' ? [[key, verdict] as const] : []
  })
}

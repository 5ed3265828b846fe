// One passage of private values over a network's edge: the allow rules say which keys pass, the values follow.
import { type JsonObject, type JsonText, jsonAt } from '@slyglass/base'
import { crossKeys, type KeyCrossing } from '@slyglass/network'

export interface Crossing extends KeyCrossing {
  /** Exact JSON text under the names outside, in the rule's order. */
  readonly values: ReadonlyMap<string, JsonText>
}

/**
 * Lets values over a boundary. `paths` are its rules in `allow`, weaker ones first: the last one that is there decides.
 * A null stays inside, unless the rule lets everything pass.
 */
export function crossBoundary(
  values: ReadonlyMap<string, JsonText>,
  allow: JsonObject | undefined,
  paths: readonly string[],
): Crossing {
  const all = crossKeys(allow, paths, [...values.keys()])
  const letsAll = all.rule !== undefined && jsonAt(allow, ...all.rule.split('.')) === true
  const present = [...values.keys()].filter((key) => letsAll || values.get(key)?.trim() !== 'null')
  const crossing = crossKeys(allow, paths, present)
  const passed = new Set(crossing.passed.map(({ key }) => key))
  return {
    ...crossing,
    withheld: [...values.keys()].filter((key) => !passed.has(key)),
    values: new Map(crossing.passed.map(({ key, as }) => [as, values.get(key) ?? 'null'])),
  }
}

// What an answer is held to, with the verdicts of neuro-san's own driver.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject } from '@slyglass/base'
import { pythonRepr } from '@slyglass/tools'

/** An expectation that an answer must meet. */
export interface Expectation {
  /** Such as `sly_data.count`. */
  readonly path: string
  readonly evaluator: Evaluator
  readonly expected: Json
  readonly actual: Json | undefined
}

/** Names of expectations, without `not_`. */
export type Evaluator =
  | 'value'
  | 'not_value'
  | 'less'
  | 'not_less'
  | 'greater'
  | 'not_greater'
  | 'keywords'
  | 'not_keywords'
  | 'gist'
  | 'not_gist'

const NAMES: ReadonlySet<string> = new Set<Evaluator>([
  'value',
  'not_value',
  'less',
  'not_less',
  'greater',
  'not_greater',
  'keywords',
  'not_keywords',
  'gist',
  'not_gist',
])

/** Every expectation of a `response`. Names that are none are passed over, as the original does. */
export function expectationsIn(response: JsonObject, actual: JsonObject): readonly Expectation[] {
  return ['text', 'structure', 'sly_data'].flatMap((part) => {
    const expected = response.get(part)
    return isJsonObject(expected) ? below(expected, actual.get(part), part) : []
  })
}

function below(expected: JsonObject, actual: Json | undefined, path: string): readonly Expectation[] {
  return [...expected].flatMap(([key, value]): readonly Expectation[] => {
    const evaluator = key.toLowerCase()
    if (isEvaluator(evaluator)) return value === null ? [] : [{ path, evaluator, expected: value, actual }]
    if (!isJsonObject(value)) return []
    return below(value, isJsonObject(actual) ? actual.get(key) : undefined, `${path}.${key}`)
  })
}

function isEvaluator(name: string): name is Evaluator {
  return NAMES.has(name)
}

/** Why an expectation is not met; undefined when it is. Those that need a judge are not for here. */
export function faultOf({ path, evaluator, expected, actual }: Expectation): string | undefined {
  if (actual === undefined || actual === null) return `${path} is missing.`
  const wanted = isJsonList(expected) ? expected : [expected]
  for (const one of wanted) {
    const fault = check(evaluator, one, actual)
    if (fault !== undefined) return `${path}: ${fault}`
  }
  return undefined
}

function check(evaluator: Evaluator, expected: Json, actual: Json): string | undefined {
  const denied = evaluator.startsWith('not_')
  const kind = denied ? evaluator.slice('not_'.length) : evaluator
  const holds = HOLDS[kind]?.(expected, actual)
  if (holds === undefined)
    return `${pythonRepr(actual)} cannot be compared with ${pythonRepr(expected)} by ${evaluator}.`
  if (holds !== denied) return undefined
  return `${pythonRepr(actual)} does not meet ${evaluator} ${pythonRepr(expected)}.`
}

/** `less` and `greater` look from the expected value at the actual one: so does the original, against its own words. */
const HOLDS: Readonly<Record<string, (expected: Json, actual: Json) => boolean | undefined>> = {
  value: isEqual,
  less: (expected, actual) => isLess(expected, actual),
  greater: (expected, actual) => isLess(actual, expected),
  keywords: isIn,
}

/** Equal the way Python says: 5 is 5.0 and true is 1. */
function isEqual(one: Json, other: Json): boolean {
  const [first, second] = [numberOf(one), numberOf(other)]
  if (first !== undefined && second !== undefined) return first === second
  if (isJsonList(one) && isJsonList(other))
    return one.length === other.length && one.every((part, index) => isEqual(part, other[index] ?? null))
  if (isJsonObject(one) && isJsonObject(other))
    return (
      one.size === other.size &&
      [...one].every(([key, part]) => other.has(key) && isEqual(part, other.get(key) ?? null))
    )
  return one === other
}

function numberOf(value: Json): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof JsonNumber ? value.toNumber() : undefined
}

function isLess(one: Json, other: Json): boolean | undefined {
  if (typeof one === 'string' && typeof other === 'string') return one < other
  const [first, second] = [numberOf(one), numberOf(other)]
  return first === undefined || second === undefined ? undefined : first < second
}

function isIn(expected: Json, actual: Json): boolean | undefined {
  if (typeof actual === 'string') return typeof expected === 'string' ? actual.includes(expected) : undefined
  if (isJsonList(actual)) return actual.some((part) => isEqual(expected, part))
  if (isJsonObject(actual)) return typeof expected === 'string' && actual.has(expected)
  return undefined
}

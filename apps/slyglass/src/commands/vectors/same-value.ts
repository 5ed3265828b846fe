import { isJsonList, isJsonObject, type Json, JsonNumber } from '@slyglass/base'

/** Equal as vectors mean it: objects without order, numbers by value, `{"$bigint": "…"}` as that number. */
export function sameValue(expected: Json | undefined, actual: Json | undefined): boolean {
  if (expected === undefined || actual === undefined) return false
  const wanted = numberOf(expected)
  if (wanted !== undefined) return actual instanceof JsonNumber && sameNumber(wanted, actual.text)
  if (isJsonList(expected))
    return (
      isJsonList(actual) &&
      expected.length === actual.length &&
      expected.every((part, at) => sameValue(part, actual[at]))
    )
  if (!isJsonObject(expected)) return expected === actual
  if (!isJsonObject(actual) || actual.size !== expected.size) return false
  return [...expected].every(([key, part]) => sameValue(part, actual.get(key)))
}

function numberOf(json: Json): string | undefined {
  if (json instanceof JsonNumber) return json.text
  const big = isJsonObject(json) && json.size === 1 ? json.get('$bigint') : undefined
  return typeof big === 'string' ? big : undefined
}

function sameNumber(a: string, b: string): boolean {
  const whole = /^-?\d+$/
  // As doubles, two large whole numbers may look equal that are not.
  return whole.test(a) && whole.test(b) ? BigInt(a) === BigInt(b) : Number(a) - Number(b) === 0
}

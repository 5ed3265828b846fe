// Values of fields such as `password` are left out of records and error texts.
import { isJsonList, isJsonObject, type Json, JsonNumber } from '@slyglass/base'

/** What stands in place of a value. */
const REDACTED = '[redacted]'

/** JSON with the values of the named fields replaced, at any depth. Names are compared without regard to case. */
export function redactJson(value: Json, names: readonly string[]): Json {
  const folded = new Set(names.map((name) => name.toLowerCase()))
  const walk = (part: Json): Json => {
    if (isJsonList(part)) return part.map(walk)
    if (!isJsonObject(part)) return part
    return new Map([...part].map(([key, one]) => [key, folded.has(key.toLowerCase()) ? REDACTED : walk(one)] as const))
  }
  return walk(value)
}

/** A text in which the values that the named fields have in `sources` are replaced. Very short values would hit everything. */
export function redactText(text: string, names: readonly string[], sources: readonly Json[]): string {
  const values = sources.flatMap((source) => valuesOf(source, new Set(names.map((name) => name.toLowerCase()))))
  const longest = [...new Set(values)].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)
  return longest.reduce((masked, value) => {
    const escaped = JSON.stringify(value).slice(1, -1)
    return masked.replaceAll(value, REDACTED).replaceAll(escaped, REDACTED)
  }, text)
}

const SHORTEST = 3

function valuesOf(value: Json, names: ReadonlySet<string>): readonly string[] {
  if (isJsonList(value)) return value.flatMap((part) => valuesOf(part, names))
  if (!isJsonObject(value)) return []
  return [...value].flatMap(([key, part]) => (names.has(key.toLowerCase()) ? leaves(part) : valuesOf(part, names)))
}

function leaves(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof JsonNumber) return [value.text]
  if (isJsonList(value)) return value.flatMap(leaves)
  return isJsonObject(value) ? [...value.values()].flatMap(leaves) : []
}

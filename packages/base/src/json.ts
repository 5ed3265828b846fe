// JSON whose numbers keep their digits and whose objects keep their order: 3.0 is not 3, a 20-digit id is not
// rounded, and the keys "10", "2", "b" stay in that order (JavaScript objects would sort them).

/** A number as it was written. Two numbers are the same value when their texts are equal. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  /** The nearest JavaScript number. */
  toNumber(): number {
    return Number(this.text)
  }
  /** True when it was written without fraction and exponent. */
  isInteger(): boolean {
    return /^-?\d+$/.test(this.text)
  }
}

/** An object as an ordered map; later duplicates of a key replace earlier ones in place. */
export type JsonObject = ReadonlyMap<string, Json>
/** Any JSON value, exact. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject

/** JSON text that is known to be valid. */
export type JsonText = string

/** Where and why a text is no JSON. `offset` counts UTF-16 units. */
export interface JsonFault {
  readonly offset: number
  readonly message: string
}

/** Spelling of printed JSON. `python` is what `json.dumps` writes: `", "`, `": "`, non-ASCII as \uXXXX. */
export type JsonStyle = 'compact' | 'python' | 'python-unicode' | 'indented'

/** True for JSON objects. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map
}

/** True for JSON lists. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value at a path of object keys, or undefined. */
export function jsonAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let at = value
  for (const key of path) {
    if (!isJsonObject(at)) return undefined
    at = at.get(key)
  }
  return at
}

/** A JavaScript value as exact JSON. Whole numbers print without fraction; undefined entries are left out. */
export function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? new JsonNumber(String(value)) : null
  if (typeof value === 'bigint') return new JsonNumber(String(value))
  if (value instanceof JsonNumber) return value
  if (Array.isArray(value)) return value.map(toJson)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return new Map(entries.filter(([, part]) => part !== undefined).map(([key, part]) => [String(key), toJson(part)]))
}

/** Exact JSON as plain JavaScript. Loses digits beyond a double and the order of number-like keys. */
export function fromJson(value: Json): unknown {
  if (value instanceof JsonNumber) return value.toNumber()
  if (isJsonList(value)) return value.map(fromJson)
  if (!isJsonObject(value)) return value
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, part] of value) plain[key] = fromJson(part)
  return plain
}

/** Equal in structure, order of keys aside; numbers by their text. */
export function jsonEquals(a: Json, b: Json): boolean {
  if (a instanceof JsonNumber) return b instanceof JsonNumber && a.text === b.text
  if (isJsonList(a)) {
    return isJsonList(b) && a.length === b.length && a.every((part, index) => jsonEquals(part, b[index] ?? null))
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b) || a.size !== b.size) return false
    return [...a].every(([key, part]) => b.has(key) && jsonEquals(part, b.get(key) ?? null))
  }
  return a === b
}

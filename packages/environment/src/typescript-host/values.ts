// JavaScript values and exact JSON. A number that was not changed keeps the spelling it came with.
import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson } from '@slyglass/base'

/** Exact JSON as JavaScript: whole numbers beyond 2^53 become bigint, so that an id keeps its digits. */
export function toValue(json: Json): unknown {
  if (json instanceof JsonNumber) {
    const number = json.toNumber()
    return json.isInteger() && !Number.isSafeInteger(number) ? BigInt(json.text) : number
  }
  if (isJsonList(json)) return json.map(toValue)
  if (!isJsonObject(json)) return json
  const value: Record<string, unknown> = {}
  for (const [key, part] of json) {
    // Defined, not assigned: a key called __proto__ is data.
    Object.defineProperty(value, key, { value: toValue(part), enumerable: true, writable: true, configurable: true })
  }
  return value
}

/** So short a text is not nested too deeply for exact JSON either. */
const SHORT = 1_000
/** A number of fewer digits is the same in JavaScript. */
const MANY_DIGITS = /\d{16}/

/** A JSON text as `toValue` tells it; undefined for what is no JSON. Most are short, and JavaScript's own reader is many times quicker. */
export function readValue(text: string): unknown {
  if (text.length <= SHORT && !MANY_DIGITS.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // The exact reader says what it is.
    }
  }
  const read = parseJson(text)
  return read.ok ? toValue(read.value) : undefined
}

/** Thrown for a value that JSON cannot hold at all. */
export class Unholdable extends Error {}

/** A JavaScript value as JSON; inner parts that JSON cannot hold become null. `like` lends the spelling of numbers. */
export function toTotalJson(value: unknown, like?: Json): Json {
  const json = convert(value, like, [])
  if (json === undefined) throw new Unholdable(typeName(value))
  return json
}

/** The name of a value's type, for people. */
export function typeName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value
  try {
    return value.constructor?.name ?? 'object'
  } catch {
    return 'object'
  }
}

function convert(value: unknown, like: Json | undefined, above: readonly unknown[]): Json | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return convertNumber(value, like)
  if (typeof value !== 'object' || above.includes(value) || above.length > 200) return undefined
  const way = [...above, value]
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), like, way)
  if (Array.isArray(value)) {
    return value.map((part, index) => convert(part, isJsonList(like) ? like[index] : undefined, way) ?? null)
  }
  if (isHandle(value)) return undefined
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return new Map(
    entries.map(([key, part]) => [key, convert(part, isJsonObject(like) ? like.get(key) : undefined, way) ?? null]),
  )
}

function convertNumber(value: number | bigint, like: Json | undefined): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (like instanceof JsonNumber && Object.is(toValue(like), value)) return like
  return new JsonNumber(Object.is(value, -0) ? '-0.0' : String(value))
}

/** Something with a life of its own rather than data: a connection, a map, a promise. */
function isHandle(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return false
  if ('close' in value || 'then' in value || value instanceof Map || value instanceof Set) return true
  return (
    value instanceof WeakMap || value instanceof WeakSet || ArrayBuffer.isView(value) || value instanceof ArrayBuffer
  )
}

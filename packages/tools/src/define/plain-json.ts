// Any JavaScript value as JSON, so that no result can break a call: what JSON cannot hold is told in words.
import { type Json, JsonNumber } from '@slyglass/base'

/** Dates as ISO text, sets as lists, maps as objects, errors as their words, everything else that has no JSON form as text. */
export function plainJson(value: unknown): Json {
  return convert(value, [])
}

function convert(value: unknown, above: readonly object[]): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? new JsonNumber(numberText(value)) : String(value)
  if (typeof value === 'bigint') return new JsonNumber(String(value))
  if (typeof value !== 'object') return debugForm(value)
  if (isNumber(value)) return new JsonNumber(value.text)
  if (above.includes(value)) return '[circular]'
  return convertObject(value, [...above, value])
}

/** Also a number of another copy of its class: tools bring their own. */
function isNumber(value: object): value is JsonNumber {
  if (value instanceof JsonNumber) return true
  const { text, toNumber, isInteger } = value as Partial<JsonNumber>
  return typeof text === 'string' && typeof toNumber === 'function' && typeof isInteger === 'function'
}

const numberText = (value: number): string => (Object.is(value, -0) ? '0' : String(value))

function convertObject(value: object, above: readonly object[]): Json {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (Array.isArray(value) || value instanceof Set) return [...value].map((part) => convert(part, above))
  if (value instanceof Map)
    return entries(
      [...value].map(([key, part]) => [keyText(key), part]),
      above,
    )
  const own = ownJson(value)
  if (own !== undefined) return convert(own.value, above)
  const prototype: unknown = Object.getPrototypeOf(value)
  const isRecord = prototype === null || prototype === Object.prototype || Object.keys(value).length > 0
  if (!isRecord || ArrayBuffer.isView(value)) return debugForm(value)
  return entries(readable(value), above)
}

/** Getters that throw are told, not thrown. */
function readable(value: object): [string, unknown][] {
  return Object.keys(value).map((key) => {
    try {
      return [key, (value as Record<string, unknown>)[key]]
    } catch (error) {
      return [key, error]
    }
  })
}

function entries(parts: readonly [string, unknown][], above: readonly object[]): Json {
  const kept = parts.filter(([, part]) => part !== undefined)
  return new Map(kept.map(([key, part]) => [key, convert(part, above)] as const))
}

function ownJson(value: object): { readonly value: unknown } | undefined {
  const method: unknown = (value as { toJSON?: unknown }).toJSON
  if (typeof method !== 'function') return undefined
  try {
    const own: unknown = method.call(value, '')
    return own === value ? undefined : { value: own }
  } catch {
    return undefined
  }
}

const keyText = (key: unknown): string => (typeof key === 'string' ? key : debugForm(key))

/** A value in words, for what has no JSON form. */
export function debugForm(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
  try {
    if (ArrayBuffer.isView(value)) return `[${value.constructor.name} of ${value.byteLength} bytes]`
    return String(value)
  } catch {
    return '[a value that cannot be shown]'
  }
}

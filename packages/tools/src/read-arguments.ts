import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonText,
  parseJson,
  printJson,
  wellFormed,
} from '@slyglass/base'

/** The arguments text of a model's call: an object, something else in JSON, or no JSON at all. */
export type ReadArguments =
  | { readonly kind: 'object'; readonly args: JsonObject }
  | { readonly kind: 'other'; readonly value: Json }
  | { readonly kind: 'unreadable'; readonly offset: number; readonly message: string }

/** Reads the arguments that a model wrote. An empty text and `null` mean no arguments. */
export function readArguments(text: string): ReadArguments {
  if (text.trim() === '') return { kind: 'object', args: new Map() }
  const parsed = parseJson(text)
  if (!parsed.ok) return { kind: 'unreadable', ...parsed.error }
  if (parsed.value === null) return { kind: 'object', args: new Map() }
  const value = HALVES.test(text) ? withoutHalves(parsed.value) : parsed.value
  return isJsonObject(value) ? { kind: 'object', args: value } : { kind: 'other', value }
}

// Half a character that a model writes would stop at the first encoder on the way to the tool.
const HALVES = /[\ud800-\udfff]|\\u[dD][89a-fA-F]/

/** True when a JSON text holds half a character, written out or as an escape. Text that is no JSON holds none that counts. */
export function holdsHalves(text: string): boolean {
  return HALVES.test(text) && wholeJson(text) !== text
}

/** A JSON text without halves of characters; unchanged where it has none. */
export function wholeJson(text: JsonText): JsonText {
  if (!HALVES.test(text)) return text
  const parsed = parseJson(text)
  if (!parsed.ok) return wellFormed(text)
  const whole = printJson(withoutHalves(parsed.value))
  return whole === printJson(parsed.value) ? text : whole
}

function withoutHalves(value: Json): Json {
  if (typeof value === 'string') return wellFormed(value)
  if (isJsonList(value)) return value.map(withoutHalves)
  if (!isJsonObject(value)) return value
  return new Map([...value].map(([key, part]) => [wellFormed(key), withoutHalves(part)]))
}

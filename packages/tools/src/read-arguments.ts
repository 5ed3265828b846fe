import { isJsonObject, type Json, type JsonObject, parseJson } from '@slyglass/base'

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
  return isJsonObject(parsed.value) ? { kind: 'object', args: parsed.value } : { kind: 'other', value: parsed.value }
}

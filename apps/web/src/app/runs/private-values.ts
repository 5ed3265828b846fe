// Private values typed as JSON. A value that is there already is written as its mark, so that editing one of them
// does not show the others.
import {
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonText,
  ok,
  parseJson,
  positionAt,
  printJson,
  type Result,
} from '@slyglass/base'
import { type DoubleKey, findDoubleKey } from './double-key.ts'

/** Why a text cannot become private values; `line` and `column` count from 1. */
export interface ValuesFault {
  readonly line: number
  readonly column: number
  readonly message: string
}

const mark = (key: string) => `⟨sly:${key}⟩`

/** What the dialog starts with: every known key, its value as a mark. */
export function maskedTemplate(keys: readonly string[]): string {
  return printJson(new Map<string, Json>(keys.map((key) => [key, mark(key)])), 'indented')
}

/** The object that a person typed, or where it is none. */
export function readValues(text: string): Result<JsonObject, ValuesFault> {
  const parsed = parseJson(text)
  if (!parsed.ok) return err({ ...positionAt(text, parsed.error.offset), message: parsed.error.message })
  if (isJsonObject(parsed.value)) {
    const twice = findDoubleKey(text)
    return twice === undefined ? ok(parsed.value) : err(doubleKeyFault(text, twice))
  }
  const start = text.length - text.trimStart().length
  return err({
    ...positionAt(text, start),
    message: 'Private values are an object of keys and values: {"key": "value"}',
  })
}

function doubleKeyFault(text: string, { key, first, again }: DoubleKey): ValuesFault {
  const { line } = positionAt(text, first)
  const message = `The key "${key}" is there twice, first in line ${line}. Only one value can be kept: take one of them out.`
  return { ...positionAt(text, again), message }
}

/** The same object, with the marks of these keys where nothing was typed for them. */
export function withMarks(values: JsonObject, keys: readonly string[]): JsonObject {
  return new Map([...keys.map((key): [string, Json] => [key, mark(key)]), ...values])
}

/** Keys whose value stays as it is. */
export function keptKeys(values: JsonObject): readonly string[] {
  return [...values].filter(([key, value]) => value === mark(key)).map(([key]) => key)
}

/** The whole object as JSON text, marks replaced by the values that they stand for. */
export function fillMarks(values: JsonObject, kept: ReadonlyMap<string, JsonText>): JsonText {
  const entries = [...values].map(
    ([key, value]) => `${printJson(key)}: ${(value === mark(key) ? kept.get(key) : undefined) ?? printJson(value)}`,
  )
  return `{${entries.join(', ')}}`
}

/** Exact JSON text per key of values that wait for the session's first run. */
export function valuesOf(draft: JsonText | undefined): ReadonlyMap<string, JsonText> {
  const parsed = draft === undefined ? undefined : parseJson(draft)
  if (!parsed?.ok || !isJsonObject(parsed.value)) return new Map()
  return new Map([...parsed.value].map(([key, value]) => [key, printJson(value)]))
}

// A structured result as a person reads it: lists of records as a table, flat objects as lines.
import { isJsonList, isJsonObject, type Json, JsonNumber, type JsonObject, printJson } from '@slyglass/base'

const MOST_COLUMNS = 8
const WIDEST = 40

/** The result in lines, or undefined where its JSON says it best. */
export function renderValue(value: Json): readonly string[] | undefined {
  if (isJsonObject(value) && value.size > 0 && [...value.values()].every(isPlain)) return renderFields(value)
  if (isJsonList(value) && value.length > 0) {
    if (value.every(isRecord)) return renderTable(value)
    if (value.every(isPlain)) return value.map((item) => `- ${plainText(item)}`)
  }
  return undefined
}

const isPlain = (value: Json): boolean =>
  value === null || typeof value === 'boolean' || typeof value === 'string' || value instanceof JsonNumber

const isRecord = (value: Json): value is JsonObject => isJsonObject(value) && [...value.values()].every(isPlain)

function plainText(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value.replaceAll('\n', ' ') : printJson(value)
}

function renderFields(object: JsonObject): readonly string[] {
  const width = Math.max(...[...object.keys()].map((key) => key.length))
  return [...object].map(([key, value]) => `${key.padEnd(width)}  ${plainText(value)}`)
}

function renderTable(rows: readonly JsonObject[]): readonly string[] | undefined {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined
  const cells = [columns, ...rows.map((row) => columns.map((key) => short(plainText(row.get(key)))))]
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function short(text: string): string {
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}

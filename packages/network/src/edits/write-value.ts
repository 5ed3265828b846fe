// JSON as HOCON text that evaluates to exactly that value in both readings.
import { isJsonList, isJsonObject, type Json, JsonNumber } from '@slyglass/base'
import type { Style } from './style.ts'

const WORD = /^[A-Za-z_][A-Za-z0-9_-]*$/
const TAKEN = /^(?:true|false|null|include)/i

/** True when a text may stand without quotes. */
const isPlainWord = (text: string): boolean => WORD.test(text) && !TAKEN.test(text)

/** A text in quotes. Escapes are those that both readings decode. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}

/** A text as it is easiest to read: over several lines in triple quotes, otherwise in simple ones. */
export function writeText(text: string): string {
  const lines = text.includes('\n') && !text.includes('"""') && !/[\t\\]/.test(text)
  return lines ? `"""${text}"""` : quote(text)
}

/** A text in the quotes that `before` has, where these allow it. */
export function writeLike(text: string, before: string): string {
  if (before.startsWith('"""')) return /"""|[\t]/.test(text) ? quote(text) : `"""${text}"""`
  if (before.startsWith('"')) return text.includes('\n') ? writeText(text) : quote(text)
  return isPlainWord(text) && isPlainWord(before) ? text : writeText(text)
}

/** A key: unquoted only where its neighbours are and it may be. */
export function writeKey(key: string, style: Style): string {
  return style.quotedKeys || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) || TAKEN.test(key) ? quoteKey(key) : key
}

// neuro-san does not decode escapes in keys.
const quoteKey = (key: string): string => `"${key.replaceAll('"', '\\"')}"`

/** A value at an indentation; objects over several lines, lists of short values on one. */
export function writeValue(value: Json, style: Style, indent: string): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return style.bareWords && isPlainWord(value) ? value : writeText(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof JsonNumber) return value.text
  if (isJsonList(value)) return writeList(value, style, indent)
  return isJsonObject(value) ? writeObject([...value], style, indent) : 'null'
}

function writeList(items: readonly Json[], style: Style, indent: string): string {
  if (items.length === 0) return '[]'
  const inner = indent + style.unit
  const simple = items.every((item) => !isJsonObject(item) && !isJsonList(item)) || !style.multiline
  if (simple) return `[${items.map((item) => writeValue(item, { ...style, bareWords: false }, indent)).join(', ')}]`
  const lines = items.map((item) => inner + writeValue(item, style, inner))
  return `[${style.eol}${lines.join(`,${style.eol}`)}${style.eol}${indent}]`
}

/** The fields of an object in braces. */
export function writeObject(fields: readonly (readonly [string, Json])[], style: Style, indent: string): string {
  if (fields.length === 0) return '{}'
  const inner = style.multiline ? indent + style.unit : indent
  const written = fields.map(([key, value]) => writeField(key, value, style, inner))
  if (!style.multiline) return `{ ${written.join(', ')} }`
  const comma = style.commas ? ',' : ''
  const lines = written.map((field, index) => {
    const last = index === written.length - 1
    return `${inner}${field}${last && !style.trailingComma ? '' : comma}`
  })
  return `{${style.eol}${lines.join(style.eol)}${style.eol}${indent}}`
}

/** One field, without its indentation. */
export function writeField(key: string, value: Json, style: Style, indent: string): string {
  const separator = isJsonObject(value) ? style.objectSeparator : style.separator
  return `${writeKey(key, style)}${separator}${writeValue(value, style, indent)}`
}

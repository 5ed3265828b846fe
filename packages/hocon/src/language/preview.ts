// A value in a few words, for lists and margins.
import type { HoconValue } from '../value.ts'
import { hideVariables } from './variables.ts'

/**
 * The start of a value on one line: texts and lists of keys are cut after `limit` characters, of lists the length is told. Of an
 * environment variable only the name is.
 */
export function preview(whole: HoconValue, limit = 60): string {
  const value = whole.kind === 'string' ? hideVariables(whole) : whole
  switch (value.kind) {
    case 'string':
      return `"${cut(value.text.replace(/\s+/g, ' '), limit)}"`
    case 'number':
      return value.number.text
    case 'boolean':
      return String(value.flag)
    case 'null':
      return 'null'
    case 'list':
      return value.items.length === 1 ? '[1 item]' : `[${value.items.length} items]`
    case 'object':
      return cut(`{ ${[...value.fields.keys()].join(', ')} }`, limit)
  }
}

/** A text of at most `limit` characters. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}

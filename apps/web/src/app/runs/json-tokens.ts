// Exact JSON laid out for reading: short parts on one line, long ones indented, numbers with the digits they had.
import { isJsonList, isJsonObject, type Json, JsonNumber, printJson } from '@slyglass/base'

/** A piece of laid-out JSON. `sly` is the place of a private value that was masked: its text is the key. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'punctuation' | 'space' | 'sly' | 'omitted'
  readonly text: string
}

const LINE = 76

/** Tokens of a value. Past `limit` characters the rest of each list or object is counted instead of shown. */
export function layOutJson(value: Json, limit: number): readonly JsonToken[] {
  const out = new Layout(limit)
  out.value(value, '')
  return out.tokens
}

class Layout {
  readonly tokens: JsonToken[] = []
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  value(value: Json, indent: string): void {
    if (isJsonList(value))
      this.#group(
        value.map((part) => [undefined, part] as const),
        '[]',
        indent,
      )
    else if (isJsonObject(value)) this.#group([...value], '{}', indent)
    else if (typeof value === 'string') this.#string(value, 'string')
    else
      this.#push(
        value instanceof JsonNumber ? 'number' : 'word',
        value instanceof JsonNumber ? value.text : String(value),
      )
  }

  #group(parts: readonly (readonly [string | undefined, Json])[], brackets: '[]' | '{}', indent: string): void {
    const [open, close] = [brackets.slice(0, 1), brackets.slice(1)]
    const inner = `${indent}  `
    const flat = isShort(parts)
    this.#push('punctuation', open)
    for (const [index, [key, part]] of parts.entries()) {
      this.#push('space', flat ? ' ' : `\n${inner}`)
      if (this.#left <= 0) {
        this.#push('omitted', `… ${parts.length - index} of ${parts.length} not shown`)
        break
      }
      if (key !== undefined) this.#key(key)
      this.value(part, inner)
      if (index < parts.length - 1) this.#push('punctuation', ',')
    }
    if (parts.length > 0) this.#push('space', flat ? ' ' : `\n${indent}`)
    this.#push('punctuation', close)
  }

  #key(key: string): void {
    this.#string(key, 'key')
    this.#push('punctuation', ':')
    this.#push('space', ' ')
  }

  #string(text: string, kind: 'key' | 'string'): void {
    const shown = text.length > this.#left && kind === 'string' ? text.slice(0, Math.max(80, this.#left)) : text
    const printed = printJson(shown)
    for (const part of splitMasks(printed)) this.#push(part.sly ? 'sly' : kind, part.text)
    if (shown !== text) this.#push('omitted', `… ${text.length - shown.length} characters not shown`)
  }

  #push(kind: JsonToken['kind'], text: string): void {
    this.#left -= text.length
    this.tokens.push({ kind, text })
  }
}

function isShort(parts: readonly (readonly [string | undefined, Json])[]): boolean {
  let width = 0
  for (const [key, part] of parts) {
    if ((isJsonList(part) && part.length > 0) || (isJsonObject(part) && part.size > 0)) return false
    width += (key === undefined ? 0 : key.length + 4) + widthOf(part) + 2
    if (width > LINE) return false
  }
  return true
}

const widthOf = (part: Json) =>
  typeof part === 'string' ? part.length + 2 : part instanceof JsonNumber ? part.text.length : 5

/** A text cut at the marks `⟨sly:key⟩` that the append door leaves. */
export function splitMasks(text: string): readonly { readonly text: string; readonly sly: boolean }[] {
  const parts: { text: string; sly: boolean }[] = []
  let at = 0
  for (const match of text.matchAll(/⟨sly:([^⟩]+)⟩/g)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), sly: false })
    parts.push({ text: match[1] ?? '', sly: true })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), sly: false })
  return parts
}

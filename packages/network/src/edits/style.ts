// How the text around a place is written, so that new text looks like its neighbours.
import { isToken, type Located, type Node, partsOf, type Token } from '@slyglass/hocon'

/** The habits of an object's text. */
export interface Style {
  readonly eol: string
  readonly quotedKeys: boolean
  /** Between key and value, blanks included. */
  readonly separator: string
  readonly objectSeparator: string
  readonly commas: boolean
  readonly trailingComma: boolean
  readonly multiline: boolean
  /** Texts of one word stand without quotes. */
  readonly bareWords: boolean
  /** One step of indentation. */
  readonly unit: string
}

/** The line end that a text uses. */
export const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** The blanks at the start of the line that holds an offset. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset)
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

/** Offset where the line that holds `offset` starts. */
export function lineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  return start
}

/** The style of an object node, learned from its fields. */
export function styleOf(text: string, node: Located<Node>): Style {
  const fields = partsOf(node.element, node.from).filter(
    (part): part is Located<Node> => !isToken(part.element) && part.element.node === 'field',
  )
  const habits = fields.map((field) => habitOf(text, field))
  const plain = habits.find((habit) => !habit.isObject)
  const nested = habits.find((habit) => habit.isObject)
  const separator = plain?.separator ?? (nested?.separator === ' ' ? ' = ' : nested?.separator) ?? ' = '
  const commas = commasOf(node)
  const first = fields[0]
  const isOpen = node.element.node === 'document'
  const multiline = isOpen || (first !== undefined && text.slice(node.from, first.from).includes('\n'))
  return {
    eol: eolOf(text),
    quotedKeys: habits.length > 0 && habits.filter((habit) => habit.quoted).length * 2 >= habits.length,
    separator,
    objectSeparator: nested?.separator ?? (separator.includes(':') ? separator : ' '),
    commas: commas.between,
    trailingComma: commas.trailing,
    multiline,
    bareWords: habits.some((habit) => habit.word === 'bare') && !habits.some((habit) => habit.word === 'quoted'),
    unit: unitOf(text, node, first),
  }
}

interface Habit {
  readonly quoted: boolean
  readonly separator: string
  readonly isObject: boolean
  /** How a text of one word is written; undefined for other values. */
  readonly word: 'bare' | 'quoted' | undefined
}

function habitOf(text: string, field: Located<Node>): Habit {
  const parts = partsOf(field.element, field.from)
  const key = parts.find(({ element }) => !isToken(element) && element.node === 'key')
  const value = parts.find(({ element }) => !isToken(element) && element.node === 'value')
  const between = key === undefined || value === undefined ? ' = ' : text.slice(key.to, value.from)
  const first = value === undefined || isToken(value.element) ? undefined : value.element.parts[0]
  const only = value !== undefined && !isToken(value.element) && value.element.parts.length === 1
  return {
    quoted: text[field.from] === '"',
    separator: /[\n#]|\/\/|\+=/.test(between) ? ' = ' : between,
    isObject: first !== undefined && !isToken(first) && first.node === 'object',
    word: first !== undefined && isToken(first) && only ? wordOf(first) : undefined,
  }
}

function wordOf({ token, text }: Token): Habit['word'] {
  if (token === 'word') return 'bare'
  return token === 'string' && /^"[A-Za-z_][\w-]*"$/.test(text) ? 'quoted' : undefined
}

function commasOf({ element, from }: Located<Node>): { readonly between: boolean; readonly trailing: boolean } {
  const parts = partsOf(element, from)
  const items = parts.filter((part) => !isToken(part.element))
  const commas = parts.filter((part) => isToken(part.element) && part.element.token === 'comma')
  const last = items.at(-1)
  const trailing = last !== undefined && commas.some((comma) => comma.from >= last.to)
  return { between: items.length < 2 || commas.length * 2 >= items.length - 1, trailing: trailing && commas.length > 0 }
}

function unitOf(text: string, node: Located<Node>, first: Located<Node> | undefined): string {
  if (first === undefined) return '  '
  const [outer, inner] = [indentAt(text, node.from), indentAt(text, first.from)]
  const unit = inner.startsWith(outer) ? inner.slice(outer.length) : ''
  return unit === '' ? '  ' : unit
}

// Adding and removing one item of a list or one field of an object, with its comma and its comments.
import { isToken, type Located, type Node, partsOf } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import { eolOf, indentAt, lineStart } from './style.ts'

/** A list or object in its document. */
export interface Container {
  readonly doc: string
  readonly text: string
  readonly node: Located<Node>
}

/** Elements of a list, or fields and includes of an object. */
export function itemsOf({ node }: Container): readonly Located<Node>[] {
  return partsOf(node.element, node.from).filter(
    (part): part is Located<Node> => !isToken(part.element) && part.element.node !== 'error',
  )
}

/** Where new items go: after the last one. `write` gets the indentation they stand at. */
export function insertItem(container: Container, write: (indent: string) => string): readonly DocumentEdit[] {
  const { doc, text } = container
  const last = itemsOf(container).at(-1)
  if (last === undefined) return insertFirst(container, write)
  const comma = commaAfter(container, last)
  const end = comma?.to ?? last.to
  if (!standsOnOwnLine(container, last)) {
    const added = write(indentAt(text, last.from))
    const at = { doc, from: end, to: end }
    return [{ ...at, text: comma === undefined ? `, ${added}` : ` ${added},` }]
  }
  const indent = indentAt(text, last.from)
  const at = lineEndAfter(text, end)
  const gap = eolOf(text).repeat(isSpaced(container) ? 2 : 1)
  const line = {
    doc,
    from: at,
    to: at,
    text: `${gap}${indent}${write(indent)}${comma === undefined ? '' : ','}`,
  }
  if (comma !== undefined || !usesCommas(container)) return [line]
  return at === last.to ? [{ ...line, text: `,${line.text}` }] : [{ doc, from: last.to, to: last.to, text: ',' }, line]
}

/** Items that stand apart by a blank line. */
function isSpaced(container: Container): boolean {
  const [last, before] = [...itemsOf(container)].reverse()
  if (last === undefined || before === undefined) return false
  return /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/.test(container.text.slice(before.to, last.from))
}

function insertFirst({ doc, text, node }: Container, write: (indent: string) => string): readonly DocumentEdit[] {
  const braces = node.element.node !== 'document'
  const [open, close] = braces ? [node.from + 1, node.to - 1] : [node.from, node.to]
  const inside = text.slice(open, close)
  const spaced = node.element.node === 'object' ? ' ' : ''
  if (/^[ \t]*$/.test(inside) && braces)
    return [{ doc, from: open, to: close, text: spaced + write(indentAt(text, node.from)) + spaced }]
  const indent = braces ? `${indentAt(text, node.from)}  ` : ''
  const at = braces ? lineStart(text, close) : close
  const before = at > open && /[\n\r]/.test(text[at - 1] ?? '') ? '' : eolOf(text)
  return [{ doc, from: at, to: at, text: `${before}${indent}${write(indent)}${eolOf(text)}` }]
}

/** Takes an item away, with its comma, the comment lines right above it, and the comment behind it. */
export function removeItem(container: Container, item: Located<Node>): readonly DocumentEdit[] {
  const { doc, text } = container
  const items = itemsOf(container)
  const index = items.findIndex((other) => other.from === item.from)
  const [before, after] = [items[index - 1], items[index + 1]]
  const comma = commaAfter(container, item)
  const end = comma?.to ?? item.to
  const left = before === undefined ? undefined : commaAfter(container, before)
  // The comma before the last item would be left over, unless trailing commas are the habit here.
  const leftOver = after === undefined && comma === undefined && left !== undefined
  if (standsAlone(container, item, end)) {
    const lines = { doc, ...withBlankLine(text, ownedFrom(text, item.from), nextLine(text, end)), text: '' }
    return leftOver ? [{ doc, from: left.from, to: left.to, text: '' }, lines] : [lines]
  }
  if (leftOver) return [{ doc, from: left.from, to: item.to, text: '' }]
  if (after === undefined) return [{ doc, from: before?.to ?? item.from, to: item.to, text: '' }]
  return [{ doc, from: item.from, to: skipBlanks(text, end), text: '' }]
}

export function commaAfter({ node }: Container, item: Located<Node>): Located | undefined {
  for (const part of partsOf(node.element, node.from)) {
    if (part.from < item.to) continue
    if (!isToken(part.element)) return undefined
    if (part.element.token === 'comma') return part
    if (part.element.token === 'close') return undefined
  }
  return undefined
}

// Without braces around them, fields stand on lines of their own; a single one says nothing else.
function usesCommas(container: Container): boolean {
  const items = itemsOf(container)
  if (items.length < 2) return container.node.element.node !== 'document'
  return items.slice(0, -1).some((item) => commaAfter(container, item) !== undefined)
}

const onlyBlanks = (text: string): boolean => /^[ \t]*$/.test(text)

export function standsOnOwnLine({ text, node }: Container, item: Located<Node>): boolean {
  const start = lineStart(text, item.from)
  return onlyBlanks(text.slice(start, item.from)) && (start > node.from || node.element.node === 'document')
}

/** Nothing else stands on the lines of the item but its comma and a comment. */
function standsAlone(container: Container, item: Located<Node>, end: number): boolean {
  const { text, node } = container
  const rest = text.slice(end, nextLine(text, end)).trim()
  const inside = nextLine(text, end) <= node.to || node.element.node === 'document'
  return standsOnOwnLine(container, item) && inside && (rest === '' || rest.startsWith('#') || rest.startsWith('//'))
}

// Comment lines right above an item belong to it; a blank line ends them.
export function ownedFrom(text: string, from: number): number {
  let start = lineStart(text, from)
  for (;;) {
    const above = start === 0 ? 0 : lineStart(text, start - (text[start - 2] === '\r' ? 2 : 1))
    if (start === 0 || !/^[ \t]*(?:#|\/\/)/.test(text.slice(above, start))) return start
    start = above
  }
}

// Of the blank lines before and after, one is enough; before a closing bracket none is.
function withBlankLine(text: string, from: number, to: number): { readonly from: number; readonly to: number } {
  const above = /(?:^|[\n\r])([ \t]*(?:\r\n|\n|\r))$/.exec(text.slice(Math.max(0, from - 200), from))?.[1]
  const blankBelow = /^[ \t]*(?:\r\n|\n|\r|[}\]]|$)/.test(text.slice(to, to + 200))
  return { from: above !== undefined && blankBelow ? from - above.length : from, to }
}

/** The end of the line that holds `from`, comments included, before its line break. */
function lineEndAfter(text: string, from: number): number {
  const rest = /^[ \t]*(?:(?:#|\/\/)[^\n\r]*)?/.exec(text.slice(from))?.[0] ?? ''
  const end = from + rest.length
  return onlyBlanks(rest) && !/[\n\r]/.test(text[end] ?? '\n') ? from : onlyBlanks(rest) ? from : end
}

export function nextLine(text: string, from: number): number {
  let end = from
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(text.length, end + 1)
}

function skipBlanks(text: string, from: number): number {
  let end = from
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end
}

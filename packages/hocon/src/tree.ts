// The lossless tree: every character of a document hangs in it, so that printing gives the text back.
// Elements know their width, not their place; an offset is the sum of the widths before. That makes subtrees reusable.

/**
 * Kinds of tokens. `blank`, `newline` and `comment` mean nothing by themselves; `string` is text in quotes, `triple` in three of them,
 * `word` any other; `separator` is `:`, `=` or `+=`. `open-…` ones lack their end; `reserved` is a character that may not stand there.
 */
export type TokenKind =
  | 'blank'
  | 'newline'
  | 'comment'
  | 'string'
  | 'open-string'
  | 'triple'
  | 'open-triple'
  | 'substitution'
  | 'open-substitution'
  | 'word'
  | 'number'
  | 'keyword'
  | 'separator'
  | 'comma'
  | 'open'
  | 'close'
  | 'paren'
  | 'reserved'

/** Kinds of nodes. What fits nowhere is kept in `error` nodes. */
export type NodeKind = 'document' | 'object' | 'array' | 'field' | 'key' | 'value' | 'include' | 'error'

/** A piece of text that is not divided further. */
export interface Token {
  readonly token: TokenKind
  /** As it is written, quotes and `${` included. */
  readonly text: string
  /** Length of the text in UTF-16 units. */
  readonly width: number
}

/** A construct and its parts in the order of the text. */
export interface Node {
  readonly node: NodeKind
  readonly parts: readonly Element[]
  /** Sum of the widths of its parts. Where it starts, only its owner knows: see `partsOf`. */
  readonly width: number
}

/** A part of the tree. */
export type Element = Token | Node

/** An element together with the offset where it starts. */
export interface Located<T extends Element = Element> {
  readonly element: T
  readonly from: number
  readonly to: number
}

/** True for a token, false for a node. */
export const isToken = (element: Element): element is Token => 'token' in element
/** True for a node of a kind. */
export const isNode = (element: Element, kind: NodeKind): element is Node => 'node' in element && element.node === kind

export function makeToken(token: TokenKind, text: string): Token {
  return { token, text, width: text.length }
}

export function makeNode(node: NodeKind, parts: readonly Element[]): Node {
  let width = 0
  for (const part of parts) width += part.width
  return { node, parts, width }
}

/** The text of an element, exactly as it was read. */
export function printTree(element: Element): string {
  const texts: string[] = []
  const waiting: Element[] = [element]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isToken(next)) texts.push(next.text)
    else for (let at = next.parts.length - 1; at >= 0; at -= 1) waiting.push(next.parts[at] as Element)
  }
  return texts.join('')
}

/** The parts of a node with their offsets; `from` is where the node starts. */
export function partsOf(node: Node, from: number): readonly Located[] {
  let at = from
  return node.parts.map((element) => {
    const start = at
    at += element.width
    return { element, from: start, to: at }
  })
}

/** True for blanks, newlines and comments. */
export const isTrivia = (element: Element): boolean =>
  isToken(element) && (element.token === 'blank' || element.token === 'newline' || element.token === 'comment')

// Finding what stands at an offset of a tree.
import { isToken, isTrivia, type Located, type Node, partsOf, type Token } from '../tree.ts'

/** A token and the nodes around it, outermost first. */
export interface Leaf extends Located<Token> {
  readonly around: readonly Located<Node>[]
}

/** Calls `visit` for every token in the order of the text, with its offset and the nodes around it, outermost first. */
export function eachToken(root: Node, visit: (token: Token, from: number, around: readonly Node[]) => void): void {
  const around: Node[] = []
  const enter = (node: Node, from: number): void => {
    around.push(node)
    let at = from
    for (const part of node.parts) {
      if (isToken(part)) visit(part, at, around)
      else enter(part, at)
      at += part.width
    }
    around.pop()
  }
  enter(root, 0)
}

/** Calls `visit` for every node, outer ones first, with the nodes around it, outermost first. */
export function eachNode(root: Node, visit: (node: Located<Node>, around: readonly Located<Node>[]) => void): void {
  const around: Located<Node>[] = []
  const enter = (node: Located<Node>): void => {
    visit(node, around)
    around.push(node)
    for (const part of partsOf(node.element, node.from)) if (isNodePart(part)) enter(part)
    around.pop()
  }
  enter({ element: root, from: 0, to: root.width })
}

export const isNodePart = (part: Located): part is Located<Node> => !isToken(part.element)

/** The token that an offset touches; of two that meet there, the one before it. */
export function tokenAt(root: Node, offset: number): Leaf | undefined {
  return lastToken(root, offset, (token, to) => token.width > 0 && to >= offset)
}

/** An offset that touches a quoted text from outside, moved between its quotes: a cursor there points at the text. */
export function intoQuotes(root: Node, offset: number): number {
  const left = tokenAt(root, offset)
  const before = left !== undefined && left.to === offset ? quotesOf(left.element) : 0
  if (before > 0) return offset - before
  const right = tokenAt(root, offset + 1)
  return right !== undefined && right.from === offset ? offset + quotesOf(right.element) : offset
}

const quotesOf = ({ token }: Token): number => (token === 'triple' ? 3 : token === 'string' ? 1 : 0)

/** The last token that starts before an offset and is no blank, newline or comment. */
export function tokenBefore(root: Node, offset: number): Leaf | undefined {
  return lastToken(root, offset, (token) => token.width > 0 && !isTrivia(token))
}

function lastToken(root: Node, offset: number, wanted: (token: Token, to: number) => boolean): Leaf | undefined {
  const enter = (node: Located<Node>, outer: readonly Located<Node>[]): Leaf | undefined => {
    const around = [...outer, node]
    for (const part of [...partsOf(node.element, node.from)].reverse()) {
      if (part.from >= offset) continue
      const { element, from, to } = part
      if (isNodePart(part)) {
        const found = enter(part, around)
        if (found !== undefined) return found
      } else if (isToken(element) && wanted(element, to)) return { element, from, to, around }
    }
    return undefined
  }
  return enter({ element: root, from: 0, to: root.width }, [])
}

/** The innermost nodes around an offset, outermost first. A node that ends right there counts when it is not closed. */
export function nodesAt(root: Node, offset: number): readonly Located<Node>[] {
  const found: Located<Node>[] = []
  let next: Located<Node> | undefined = { element: root, from: 0, to: root.width }
  while (next !== undefined) {
    found.push(next)
    const parts: readonly Located[] = partsOf(next.element, next.from)
    next = parts.findLast((part): part is Located<Node> => isNodePart(part) && holds(part, offset))
  }
  return found
}

function holds({ element, from, to }: Located<Node>, offset: number): boolean {
  if (offset <= from || offset > to) return false
  return offset < to || !isClosed(element)
}

/** True when a node ends with its closing bracket, or is none that has one. */
function isClosed(node: Node): boolean {
  if (node.node !== 'object' && node.node !== 'array') return false
  const last = node.parts.at(-1)
  return last !== undefined && isToken(last) && last.token === 'close'
}

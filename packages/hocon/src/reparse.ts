// A changed text to its tree, with all of the old tree that the change leaves alone: the smallest pair of brackets around
// the change is read again, and the nodes around it are put together anew.
import type { Fault, Profile } from './diagnostic.ts'
import { type ParsedDocument, parseDocument, parseObject } from './parse.ts'
import { parseArray } from './parse-value.ts'
import { type OpenBracket, Reader } from './reader.ts'
import { type Element, isToken, type Located, makeNode, type Node, partsOf } from './tree.ts'

/**
 * The tree of `text`, made from that of an earlier text of the same document, and equal to what `parseDocument` gives. Nodes are
 * kept where they can be (SPEC.md, rule 4).
 */
export function reparse(before: ParsedDocument, text: string): ParsedDocument {
  if (text === before.text) return before
  const change = changeOf(before.text, text)
  return reparseInside(before, text, change) ?? parseDocument(text, before.profile)
}

interface Change {
  readonly from: number
  /** End of the changed part in the text before, and how much longer the text has become. */
  readonly to: number
  readonly growth: number
}

function changeOf(before: string, after: string): Change {
  const limit = Math.min(before.length, after.length)
  let from = 0
  while (from < limit && before.charCodeAt(from) === after.charCodeAt(from)) from += 1
  let tail = 0
  while (
    tail < limit - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1
  return { from, to: before.length - tail, growth: after.length - before.length }
}

/** A node with brackets and the way to it: in which node, at which part. */
interface Step {
  readonly node: Located<Node>
  readonly index: number
}

function reparseInside(before: ParsedDocument, text: string, change: Change): ParsedDocument | undefined {
  const { way, target } = innermostBrackets(before.root, change)
  if (target === undefined || !standsAlone(before, target)) return undefined
  const open = way.flatMap(({ node }) => openBracket(node))
  const node = readBrackets(text, before.profile, target.from, open)
  if (node === undefined || node.node.width !== target.to - target.from + change.growth) return undefined
  const faults = [
    ...before.faults.filter(({ from }) => from < target.from),
    ...node.faults,
    ...before.faults.filter(({ from }) => from >= target.to).map((fault) => shifted(fault, change.growth)),
  ]
  return { text, profile: before.profile, root: replaceOnWay(way, node.node), faults }
}

// Down to the last object or list that holds the whole change between its brackets.
function innermostBrackets(
  root: Node,
  change: Change,
): { readonly way: readonly Step[]; readonly target: Located<Node> | undefined } {
  const steps: Step[] = []
  let [depth, target]: [number, Located<Node> | undefined] = [0, undefined]
  let node: Located<Node> | undefined = { element: root, from: 0, to: root.width }
  while (node !== undefined && node.element.node !== 'error') {
    if (isBracketed(node.element) && change.from > node.from && change.to < node.to) {
      target = node
      depth = steps.length
    }
    const parts: readonly Located[] = partsOf(node.element, node.from)
    const index: number = parts.findIndex((part) => part.from < change.from && part.to > change.to)
    const next: Located | undefined = parts[index]
    if (next === undefined || isToken(next.element)) break
    steps.push({ node, index })
    node = next as Located<Node>
  }
  return { way: steps.slice(0, depth), target }
}

function isBracketed({ node, parts }: Node): boolean {
  if (node !== 'object' && node !== 'array') return false
  const last = parts.at(-1)
  return last !== undefined && isToken(last) && last.token === 'close'
}

const openBracket = ({ element, from }: Located<Node>): readonly OpenBracket[] => {
  if (element.node === 'object') return [{ closer: '}', at: from }]
  return element.node === 'array' ? [{ closer: ']', at: from }] : []
}

// Reading what follows may look back along its line, and repairs look at the brackets around them. Where nothing but
// closing brackets follows on the line, and nothing outside is broken, neither can change by what is inside.
function standsAlone({ text, faults }: ParsedDocument, { from, to }: Located<Node>): boolean {
  const end = text.slice(to).search(/[\n\r]/)
  if (!/^[ \t,}\]]*$/.test(end === -1 ? text.slice(to) : text.slice(to, to + end))) return false
  return faults.every((fault) => fault.severity !== 'error' || (fault.from > from && fault.to < to))
}

function readBrackets(
  text: string,
  profile: Profile,
  at: number,
  open: readonly OpenBracket[],
): { readonly node: Node; readonly faults: readonly Fault[] } | undefined {
  const reader = new Reader(text, profile)
  reader.at = at
  reader.open.push(...open)
  const node = reader.char === '{' ? parseObject(reader) : parseArray(reader, parseObject)
  return isBracketed(node) ? { node, faults: reader.faults } : undefined
}

function replaceOnWay(way: readonly Step[], node: Node): Node {
  let inner: Node = node
  for (const { node: outer, index } of [...way].reverse()) {
    const parts: Element[] = [...outer.element.parts]
    parts[index] = inner
    inner = makeNode(outer.element.node, parts)
  }
  return inner
}

function shifted(fault: Fault, by: number): Fault {
  const move = <T extends { readonly from: number; readonly to: number }>(range: T): T => ({
    ...range,
    from: range.from + by,
    to: range.to + by,
  })
  if (fault.fix === undefined) return move(fault)
  return { ...move(fault), fix: { title: fault.fix.title, edits: fault.fix.edits.map(move) } }
}

/**
 * Keeps the last tree of each document, so that a changed text is read from what is already known. Its `parse` is what
 * `EvaluateOptions.parse` and `HoconView` take.
 */
export class TreeCache {
  readonly #profile: Profile
  readonly #trees = new Map<string, ParsedDocument>()

  constructor(profile: Profile) {
    this.#profile = profile
  }

  /** The tree of a document's text, which is kept for the next one. */
  parse = (doc: string, text: string): ParsedDocument => {
    const before = this.#trees.get(doc)
    const parsed = before === undefined ? parseDocument(text, this.#profile) : reparse(before, text)
    this.#trees.set(doc, parsed)
    return parsed
  }

  /** Forgets a document. */
  drop(doc: string): void {
    this.#trees.delete(doc)
  }
}

// Where a cursor is: in a key, a value, a substitution, an include or a comment, and at which path of the document.
import type { Profile } from '../diagnostic.ts'
import { includeTarget } from '../parse-include.ts'
import { keyTokens } from '../parse-key.ts'
import { pathOfTokens } from '../path.ts'
import { openingWidth } from '../text.ts'
import { isNode, isToken, type Located, type Node } from '../tree.ts'
import { isNodePart, type Leaf, nodesAt, tokenAt, tokenBefore } from './leaves.ts'
import type { ValuePath } from './value-index.ts'

/** What a cursor is in; `none` is where nothing may be written before a comma or line break. */
export type SpotKind = 'key' | 'value' | 'substitution' | 'include' | 'comment' | 'none'

/** Where a cursor is. */
export interface Spot {
  readonly kind: SpotKind
  /** Of a key: the path of its object. Of a value: its own path. */
  readonly path: ValuePath
  /** What is written there and would be replaced; quotes are not part of it. */
  readonly from: number
  readonly to: number
  /** What is written before the cursor. */
  readonly typed: string
  /** The quotes around it, when there are any. */
  readonly quotes: '' | '"' | '"""'
  /** The innermost object or list, and the field or include, if the cursor is in one. */
  readonly container: Located<Node>
  readonly field: Located<Node> | undefined
}

const WORDS = new Set(['word', 'number', 'keyword', 'string', 'open-string', 'triple', 'open-triple', 'reserved'])

/** Where an offset is, in whole texts and in half-typed ones. */
export function spotAt(text: string, root: Node, offset: number, profile: Profile): Spot {
  const touched = tokenAt(root, offset)
  const around = nodesAt(root, offset)
  const base = baseSpot(around, offset, profile)
  if (touched?.element.token === 'comment') return base
  if (touched?.element.token.endsWith('substitution')) {
    const inside = insideSubstitution(text, touched, offset)
    if (inside !== undefined) return { ...base, kind: 'substitution', ...inside }
  }
  const include = touched?.around.findLast(({ element }) => element.node === 'include')
  if (touched !== undefined && include !== undefined) return insideInclude(text, base, include, offset)
  if (touched !== undefined && WORDS.has(touched.element.token)) return onWord(text, base, touched, offset, profile)
  return afterMark(base, tokenBefore(root, offset), root, offset, text, profile)
}

function baseSpot(around: readonly Located<Node>[], offset: number, profile: Profile): Spot {
  const container = around.findLast(isContainer) ?? (around[0] as Located<Node>)
  return {
    kind: 'comment',
    path: pathOfNodes(around.slice(0, around.indexOf(container) + 1), profile),
    from: offset,
    to: offset,
    typed: '',
    quotes: '',
    container,
    field: undefined,
  }
}

const isContainer = ({ element }: Located<Node>): boolean =>
  element.node === 'object' || element.node === 'array' || element.node === 'document'

/** The path that a chain of nodes spells, each inside the one before: keys of fields, and indexes of elements. */
export function pathOfNodes(chain: readonly Located<Node>[], profile: Profile): ValuePath {
  const path: (string | number)[] = []
  chain.forEach((node, index) => {
    if (node.element.node === 'field') path.push(...keyOfField(node, profile))
    const next = chain[index + 1]
    if (node.element.node !== 'array' || next === undefined) return
    path.push(indexIn(node.element, next.element))
  })
  return path
}

const indexIn = (array: Node, item: Node): number => array.parts.filter((part) => isNode(part, 'value')).indexOf(item)

/** The path of keys that a field sets, seen from its object; empty where its key cannot be read. */
export function keyOfField(field: Located<Node>, profile: Profile): readonly string[] {
  const key = field.element.parts.find((part) => isNode(part, 'key'))
  if (key === undefined || isToken(key)) return []
  const path = pathOfTokens(keyTokens(key), profile)
  return typeof path === 'string' ? [] : path
}

function insideSubstitution(
  text: string,
  { element, from, to }: Leaf,
  offset: number,
): Pick<Spot, 'from' | 'to' | 'typed'> | undefined {
  const start = from + (element.text.startsWith('${?') ? 3 : 2)
  const end = element.token === 'substitution' ? to - 1 : to
  if (offset < start || offset > end) return undefined
  return { from: start, to: end, typed: text.slice(start, offset) }
}

function insideInclude(text: string, base: Spot, include: Located<Node>, offset: number): Spot {
  const target = includeTarget(include.element)
  if (target === undefined) return { ...base, kind: 'none' }
  const width = target.nameToken.token === 'triple' ? 3 : 1
  const from = include.from + target.nameOffset + width
  const to = include.from + target.nameOffset + target.nameToken.width - width
  const inside = offset >= from && offset <= to
  const spot = { ...base, from, to, field: include, quotes: '"' as const }
  return inside ? { ...spot, kind: 'include', typed: text.slice(from, offset) } : { ...spot, kind: 'none' }
}

// The cursor touches a word or text: it is part of a key or of a value.
function onWord(text: string, base: Spot, leaf: Leaf, offset: number, profile: Profile): Spot {
  const { element, from, to, around } = leaf
  const width = openingWidth(element)
  const closed = element.token === 'string' || element.token === 'triple' ? width : 0
  const range = { from: from + width, to: Math.max(from + width, to - closed) }
  const inside = offset >= range.from && offset <= range.to
  const quotes = width === 3 ? '"""' : width === 1 ? '"' : ''
  const written = { ...range, typed: inside ? text.slice(range.from, offset) : '', quotes } as const
  const container = around.findLast(isContainer) ?? base.container
  const chain = around.slice(0, around.indexOf(container) + 1)
  const spot: Spot = { ...base, ...written, container, path: pathOfNodes(chain, profile) }
  const below = around.slice(chain.length)
  const field = below.find((node) => node.element.node === 'field')
  const isKey =
    below.some(({ element: { node } }) => node === 'key') || (field === undefined && isObjectLike(container))
  if (isKey) return { ...spot, kind: inside ? 'key' : 'none', field }
  const path = pathOfNodes(
    around.slice(0, around.findLastIndex(({ element: { node } }) => node === 'value') + 1),
    profile,
  )
  return { ...spot, kind: inside ? 'value' : 'none', path, field }
}

const isObjectLike = ({ element: { node } }: Located<Node>): boolean => node === 'object' || node === 'document'

// The cursor stands between things: what comes before decides.
function afterMark(
  base: Spot,
  before: Leaf | undefined,
  root: Node,
  offset: number,
  text: string,
  profile: Profile,
): Spot {
  const mark = before?.element.token
  if (before !== undefined && mark === 'separator') {
    const chain = before.around
    const at = chain.findLastIndex(({ element: { node } }) => node === 'field')
    const field = chain[at]
    if (field !== undefined)
      return { ...base, kind: 'value', path: pathOfNodes(chain.slice(0, at + 1), profile), field }
  }
  const chain = nodesAt(root, offset)
  const container = chain.findLast(isContainer) ?? base.container
  const path = pathOfNodes(chain.slice(0, chain.indexOf(container) + 1), profile)
  const spot: Spot = { ...base, container, path }
  if (container.element.node === 'array')
    return { ...spot, kind: 'value', path: [...path, itemsBefore(container, offset)] }
  const sameLine = before !== undefined && !/[\n\r]/.test(text.slice(before.to, offset))
  const opens = before === undefined || mark === 'open' || mark === 'comma' || !sameLine
  return { ...spot, kind: opens ? 'key' : 'none' }
}

function itemsBefore(array: Located<Node>, offset: number): number {
  let [at, count] = [array.from, 0]
  for (const part of array.element.parts) {
    at += part.width
    if (at <= offset && isNode(part, 'value')) count += 1
  }
  return count
}

/** The keys that an object or document sets, in the order of the text; of keys with dots the first part. */
export function keysOf(container: Located<Node>, profile: Profile): readonly string[] {
  return fieldsOf(container).flatMap((field) => keyOfField(field, profile).slice(0, 1))
}

/** The fields of an object or document; those of a document in braces are in the braces. */
export function fieldsOf({ element, from }: Located<Node>): readonly Located<Node>[] {
  const found: Located<Node>[] = []
  let at = from
  for (const part of element.parts) {
    const located: Located = { element: part, from: at, to: at + part.width }
    if (isNodePart(located) && located.element.node === 'field') found.push(located)
    if (element.node === 'document' && isNodePart(located) && located.element.node === 'object')
      found.push(...fieldsOf(located))
    at += part.width
  }
  return found
}

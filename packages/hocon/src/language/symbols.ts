// Keys under a cursor, and every place where the same key is written or used in a substitution.
import type { Place, Profile } from '../diagnostic.ts'
import { locateInclude } from '../locate.ts'
import { includeTarget } from '../parse-include.ts'
import { substitutionName } from '../path.ts'
import { Session } from '../session.ts'
import type { Located, Node, Token } from '../tree.ts'
import { type HoconField, type HoconValue, valueAt } from '../value.ts'
import { eachToken, tokenAt } from './leaves.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { pathOfNodes } from './spot.ts'
import type { FoundField } from './value-index.ts'
import type { HoconView } from './view.ts'

/** A key that a person points at. */
export interface KeySymbol {
  /** The part between two dots, without quotes. */
  readonly name: string
  /** Its path from the root; undefined when it stands where no substitution can reach it, such as in a list. */
  readonly path: readonly string[] | undefined
  /** Where it is pointed at. */
  readonly at: Place
  /** Where it ends up in the evaluated document; more than one when its object is used in several places. */
  readonly fields: readonly FoundField[]
  /** True for a key, false for a part of a substitution. */
  readonly isKey: boolean
}

/** The part of a key or of a substitution's path that an offset touches; undefined where there is none. */
export function symbolAt(view: HoconView, doc: string, offset: number): KeySymbol | undefined {
  const leaf = touching(view, doc, offset)
  if (leaf === undefined) return undefined
  const { profile } = view.sources
  if (leaf.element.token.endsWith('substitution')) return symbolOfLink(view, doc, leaf, offset)
  const key = leaf.around.findLast(({ element }) => element.node === 'key')
  if (key === undefined) return undefined
  const segments = segmentsOf(view.text(doc).slice(key.from, key.to), key.from, profile)
  const index = indexAt(segments, offset)
  const segment = segments[index]
  if (segment === undefined) return undefined
  const all = view.index.fieldsOfKey(doc, key.from)
  const fields = all.filter(({ path }) => isSegment(all, path, segments, index))
  // A key whose value is not set is in no evaluated object; the text says its path.
  const written = pathOfNodes(leaf.around.slice(0, leaf.around.indexOf(key) - 1), profile)
  const own = [...written, ...segments.slice(0, index + 1).map(({ name }) => name)]
  const plain = (fields.length === 0 ? [own] : fields.map(({ path }) => path)).find(isKeys)
  const at = { doc, from: segment.from, to: segment.to }
  return { name: segment.name, path: plain, at, fields, isKey: true }
}

// Of two tokens that meet, the one that can be pointed at.
function touching(view: HoconView, doc: string, offset: number) {
  const { root } = view.parsed(doc)
  const usable = (leaf: ReturnType<typeof tokenAt>) =>
    leaf !== undefined &&
    (leaf.element.token.endsWith('substitution') || leaf.around.some(({ element }) => element.node === 'key'))
  const left = tokenAt(root, offset)
  if (usable(left)) return left
  const right = tokenAt(root, offset + 1)
  return usable(right) ? right : undefined
}

const indexAt = (segments: readonly Segment[], offset: number): number =>
  segments.findIndex(({ from, to, quotes }) => offset >= from - quotes && offset <= to + quotes)

const isKeys = (path: FoundField['path']): path is readonly string[] => path.every((part) => typeof part === 'string')

// A dotted key stands for one field per segment; the path's end tells which one.
function isSegment(
  all: readonly FoundField[],
  path: FoundField['path'],
  segments: readonly Segment[],
  index: number,
): boolean {
  if (path.at(-1) !== segments[index]?.name) return false
  const below = segments.slice(index + 1)
  if (below.length === 0) {
    const before = segments.slice(0, index).every(({ name }, at) => path[path.length - 1 - index + at] === name)
    return before
  }
  const full = [...path, ...below.map(({ name }) => name)]
  return all.some((other) => other.path.length === full.length && full.every((part, at) => other.path[at] === part))
}

function symbolOfLink(view: HoconView, doc: string, leaf: Located<Token>, offset: number): KeySymbol | undefined {
  const segments = segmentsOfLink(leaf, view.sources.profile)
  const index = indexAt(segments, offset)
  const segment = segments[index] ?? segments.at(-1)
  if (segment === undefined) return undefined
  const path = segments.slice(0, segments.indexOf(segment) + 1).map(({ name }) => name)
  const field = fieldAt(view.evaluation.value, path)
  const at = { doc, from: segment.from, to: segment.to }
  return { name: segment.name, path, at, fields: field === undefined ? [] : [{ path, field }], isKey: false }
}

/** The segments between the braces of a substitution. */
function segmentsOfLink({ element, from }: Located<Token>, profile: Profile): readonly Segment[] {
  return segmentsOf(substitutionName(element), from + (element.text.startsWith('${?') ? 3 : 2), profile)
}

/** The field at a path of keys. */
export function fieldAt(root: HoconValue, path: readonly string[]): HoconField | undefined {
  const owner = valueAt(root, ...path.slice(0, -1))
  return owner?.kind === 'object' ? owner.fields.get(path.at(-1) ?? '') : undefined
}

/** Where a symbol is defined: every place that writes its key, oldest first. */
export function definitionsOf({ fields, name, isKey, at }: KeySymbol, view: HoconView): readonly Place[] {
  if (fields.length === 0) return isKey ? [at] : []
  const seen = new Set<string>()
  return fields
    .flatMap(({ field }) => field.keys)
    .flatMap((key): readonly Place[] => {
      const id = `${key.doc} ${key.from}`
      if (seen.has(id)) return []
      seen.add(id)
      const segments = segmentsOf(view.text(key.doc).slice(key.from, key.to), key.from, view.sources.profile)
      const same = segments.filter((segment) => segment.name === name)
      const segment = same.at(-1)
      return segment === undefined ? [] : [{ doc: key.doc, from: segment.from, to: segment.to }]
    })
}

/** Every substitution whose path leads to or through the symbol: the segment that names it. */
export function usesOf({ path }: KeySymbol, view: HoconView): readonly Place[] {
  if (path === undefined) return []
  const found: Place[] = []
  for (const doc of view.evaluation.documents) {
    eachToken(view.parsed(doc).root, (token, from) => {
      if (!token.token.endsWith('substitution')) return
      const segments = segmentsOfLink({ element: token, from, to: from + token.width }, view.sources.profile)
      const segment = segments[path.length - 1]
      if (segment !== undefined && path.every((part, at) => segments[at]?.name === part))
        found.push({ doc, from: segment.from, to: segment.to })
    })
  }
  return found
}

/** The documents that the include at an offset leads to. */
export function includedAt(view: HoconView, doc: string, offset: number): readonly string[] {
  const include = includeAt(view, doc, offset)
  const target = include === undefined ? undefined : includeTarget(include.element)
  if (target === undefined) return []
  const found = locateInclude(new Session(view.evaluateOptions), target, doc, doc === view.root ? 0 : 1)
  return found.kind === 'documents' ? found.docs : []
}

function includeAt(view: HoconView, doc: string, offset: number): Located<Node> | undefined {
  const leaf = tokenAt(view.parsed(doc).root, offset) ?? tokenAt(view.parsed(doc).root, offset + 1)
  return leaf?.around.findLast(({ element }) => element.node === 'include')
}

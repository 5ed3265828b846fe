// What a person wants to know about the thing under the cursor: its value, where that comes from, what the key means.
import { printJson } from '@slyglass/base'
import type { Place } from '../diagnostic.ts'
import { printValuePath } from '../origins.ts'
import { isNode, type Located, type Node } from '../tree.ts'
import { type HoconField, type HoconValue, jsonOf, type Step } from '../value.ts'
import { linkValue, printLink } from './inlay.ts'
import { nodesAt, tokenAt } from './leaves.ts'
import { cut } from './preview.ts'
import { type SchemaTable, specAt, type ValueSpec } from './schema.ts'
import { spotAt } from './spot.ts'
import { includedAt, symbolAt } from './symbols.ts'
import { hideVariables } from './variables.ts'
import type { HoconView } from './view.ts'

/** One definition of a key. */
export interface HoverLayer {
  /** Its key. */
  readonly at: Place
  /** The field as it is written, cut. */
  readonly text: string
  /** False when a later definition replaces it. */
  readonly counts: boolean
}

/** What is known about one place of a text. */
export interface Hover {
  /** The range that it is about. */
  readonly from: number
  readonly to: number
  /** A path such as `tools[0].name`, or what a substitution or include names. */
  readonly title: string
  /** The evaluated value as JSON over several lines, cut at 600 characters. In place of a variable's value is its name. */
  readonly value?: string
  /** All definitions of the key, oldest first. */
  readonly layers: readonly HoverLayer[]
  /** How the value got here, outermost step first. */
  readonly via: readonly Step[]
  /** In how many places of the evaluated document this key ends up; more than one when its object is shared. */
  readonly uses: number
  /** What the schema says about the key. */
  readonly about?: ValueSpec
}

const MAX_VALUE = 600

/** What is known about the key, value, substitution or include at an offset; undefined between them and in comments. */
export function hoverAt(view: HoconView, doc: string, offset: number, schema?: SchemaTable): Hover | undefined {
  const { root } = view.parsed(doc)
  const leaf = tokenAt(root, offset + 1) ?? tokenAt(root, offset)
  if (leaf === undefined || leaf.element.token === 'comment') return undefined
  if (leaf.element.token === 'substitution') return hoverLink(view, doc, leaf.from, leaf.element)
  const files = includedAt(view, doc, offset)
  if (files.length > 0) return { from: leaf.from, to: leaf.to, title: files.join(', '), layers: [], via: [], uses: 1 }
  const symbol = symbolAt(view, doc, offset)
  if (symbol !== undefined) {
    const { from, to } = symbol.at
    const [first] = symbol.fields
    if (first === undefined) return undefined
    return withField(
      view,
      { from, to, title: printValuePath(first.path) },
      first.field,
      symbol.fields.length,
      about(schema, first.path),
    )
  }
  return hoverValue(view, doc, offset, schema)
}

const about = (schema: SchemaTable | undefined, path: readonly (string | number)[]): ValueSpec | undefined =>
  schema === undefined ? undefined : specAt(schema, path)

function hoverLink(view: HoconView, doc: string, from: number, token: Parameters<typeof linkValue>[2]): Hover {
  const link = linkValue(view, doc, token, from)
  const range = { from, to: from + token.width, title: token.text }
  const symbol = symbolAt(view, doc, from + token.width - 1)
  const field = symbol?.fields[0]?.field
  const value = link.kind === 'value' ? printValue(link.value) : printLink(link, MAX_VALUE)
  if (field === undefined) return { ...range, value, layers: [], via: [], uses: 1 }
  return { ...withField(view, range, field, 1, undefined), value }
}

function withField(
  view: HoconView,
  range: Pick<Hover, 'from' | 'to' | 'title'>,
  field: HoconField,
  uses: number,
  spec: ValueSpec | undefined,
): Hover {
  return {
    ...range,
    value: printValue(field.value),
    layers: layersOf(view, field),
    via: field.value.origin.via,
    uses,
    ...(spec === undefined ? {} : { about: spec }),
  }
}

// A word or text of a value: what the whole value of its field is.
function hoverValue(view: HoconView, doc: string, offset: number, schema: SchemaTable | undefined): Hover | undefined {
  const { profile } = view.sources
  const spot = spotAt(view.text(doc), view.parsed(doc).root, offset, profile)
  if (spot.kind !== 'value' || spot.field === undefined) return undefined
  const [found] = view.index.fieldsOfKey(doc, keyStart(spot.field))
  if (found === undefined || spot.path.length > found.path.length) return undefined
  const range = { from: spot.from, to: spot.to, title: printValuePath(found.path) }
  return withField(view, range, found.field, 1, about(schema, found.path))
}

function keyStart({ element, from }: Located<Node>): number {
  let at = from
  for (const part of element.parts) {
    if (isNode(part, 'key')) return at
    at += part.width
  }
  return from
}

function layersOf(view: HoconView, { keys, value }: HoconField): readonly HoverLayer[] {
  const merged = value.kind === 'object'
  return keys.map((at, index) => {
    const field = nodesAt(view.parsed(at.doc).root, at.to).findLast(({ element }) => element.node === 'field')
    const text = field === undefined ? '' : view.text(at.doc).slice(field.from, field.to)
    return { at, text: cut(text.replace(/\s+/g, ' '), 100), counts: merged || index === keys.length - 1 }
  })
}

const printValue = (value: HoconValue): string => cut(printJson(jsonOf(hideVariables(value)), 'indented'), MAX_VALUE)

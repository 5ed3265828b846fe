// Names in texts that stand for something of the network: entries, networks, classes, tools, placeholders.
import { type HoconValue, valueAt } from '@slyglass/hocon'
import { intoQuotes, type Spot, specAt, spotAt, symbolAt } from '@slyglass/hocon/language'
import type { SourceRange } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { placeOfText } from '../references.ts'
import { isPrivateKey } from './private-keys.ts'
import type { NetworkView } from './view.ts'

export type ThingKind =
  | 'entry'
  | 'network'
  | 'class'
  | 'toolbox'
  | 'model'
  | 'placeholder'
  | 'replacement'
  | 'private-key'

/** A name under a cursor. */
export interface Thing {
  readonly kind: ThingKind
  readonly name: string
  readonly at: SourceRange
}

export function thingAt(view: NetworkView, doc: string, cursor: number): Thing | undefined {
  const { hocon } = view
  const { root } = hocon.parsed(doc)
  const offset = intoQuotes(root, cursor)
  const named = entryNamedAt(view, doc, offset)
  if (named !== undefined) return named
  const text = hocon.text(doc)
  const spot = spotAt(text, root, offset, 'neuro-san')
  if (spot.kind === 'key') return keyThingAt(view, doc, offset)
  if (spot.kind !== 'value') return undefined
  const placeholder = placeholderAt(view, text, spot, cursor)
  if (placeholder !== undefined) return { ...placeholder, at: { doc, ...placeholder.at } }
  const name = text.slice(spot.from, spot.to)
  const kind = kindOfSpot(view, doc, spot, name)
  return kind === undefined || name === '' ? undefined : { kind, name, at: { doc, from: spot.from, to: spot.to } }
}

// Keys that name what texts elsewhere mean.
function keyThingAt(view: NetworkView, doc: string, offset: number): Thing | undefined {
  const symbol = symbolAt(view.hocon, doc, offset)
  const path = symbol?.fields[0]?.path ?? symbol?.path
  if (symbol === undefined || path === undefined || !symbol.isKey) return undefined
  const { name, at } = symbol
  const [owner, group, , ...deeper] = path
  if (owner === 'commondefs' && path.length === 3 && deeper.length === 0) {
    if (group === 'replacement_strings') return { kind: 'placeholder', name, at }
    if (group === 'replacement_values') return { kind: 'replacement', name, at }
  }
  return isPrivateKey(view.schemaOf(doc), path) ? { kind: 'private-key', name, at } : undefined
}

function kindOfSpot(view: NetworkView, doc: string, spot: Spot, name: string): ThingKind | undefined {
  if ((spot.path[0] === 'tools' || spot.path[0] === 'commondefs') && replacementsOf(view).has(name))
    return 'replacement'
  const names = specAt(view.schemaOf(doc), spot.path)?.names
  switch (names) {
    case 'callee':
      return name.startsWith('/')
        ? 'network'
        : view.source.entries.some(({ entry }) => entry.name === name)
          ? 'entry'
          : undefined
    case 'entry':
    case 'network':
    case 'class':
    case 'toolbox':
    case 'model':
    case 'private-key':
      return names
    default:
      return undefined
  }
}

// Names of entries are known by their places, wherever they are written.
function entryNamedAt(view: NetworkView, doc: string, offset: number): Thing | undefined {
  for (const source of view.source.entries) {
    const all = [
      { name: source.entry.name, place: source.entry.nameAt },
      ...placesOfReferences(source).filter(({ kind }) => kind === 'entry'),
    ]
    for (const { name, place } of all)
      if (place !== undefined && place.doc === doc && offset >= place.from && offset <= place.to)
        return { kind: 'entry', name, at: place }
  }
  return undefined
}

/** The references of an entry with the places where they are written. */
export function placesOfReferences({ references }: EntrySource) {
  return references.map(({ name, kind, value }) => ({
    name,
    kind,
    place: value.kind === 'string' ? placeOfText(value) : undefined,
  }))
}

/** Names that may stand in braces in a text of an entry. */
export function placeholdersOf(view: NetworkView): ReadonlyMap<string, string> {
  const found = valueAt(view.hocon.evaluation.value, 'commondefs', 'replacement_strings')
  if (found?.kind !== 'object') return new Map()
  return new Map(
    [...found.fields].flatMap(([name, { value }]) => (value.kind === 'string' ? [[name, value.text] as const] : [])),
  )
}

/** Texts that stand for a whole value in an entry. */
export function replacementsOf(view: NetworkView): ReadonlyMap<string, HoconValue> {
  const found = valueAt(view.hocon.evaluation.value, 'commondefs', 'replacement_values')
  if (found?.kind !== 'object') return new Map()
  return new Map([...found.fields].map(([name, { value }]) => [name, value]))
}

function placeholderAt(
  view: NetworkView,
  text: string,
  { from, to }: Spot,
  offset: number,
): { readonly kind: 'placeholder'; readonly name: string; readonly at: { from: number; to: number } } | undefined {
  const known = placeholdersOf(view)
  for (const match of text.slice(from, to).matchAll(/\{([^{}\s"]+)\}/g)) {
    const start = from + match.index
    const end = start + match[0].length
    const name = match[1] ?? ''
    if (offset >= start && offset <= end && known.has(name))
      return { kind: 'placeholder', name, at: { from: start + 1, to: end - 1 } }
  }
  return undefined
}

/** Private keys that the network itself names: in its schemas and in its allow rules. */
export function privateKeysOf(view: NetworkView): readonly string[] {
  const keys = new Set<string>()
  const { value } = view.hocon.evaluation
  const schemas = [valueAt(value, 'sly_data_schema')]
  for (const { value: entry } of view.source.entries) {
    schemas.push(valueAt(entry, 'function', 'sly_data_schema'), valueAt(entry, 'function', 'sly_data_output_schema'))
    for (const gate of ['to_downstream', 'from_downstream', 'to_upstream', 'to_tracing']) {
      const rule = valueAt(entry, 'allow', gate, 'sly_data')
      if (rule?.kind === 'list') for (const item of rule.items) if (item.kind === 'string') keys.add(item.text)
      if (rule?.kind === 'object') for (const key of rule.fields.keys()) keys.add(key)
    }
  }
  for (const schema of schemas) {
    const properties = valueAt(schema, 'properties')
    if (properties?.kind === 'object') for (const key of properties.fields.keys()) keys.add(key)
  }
  return [...keys]
}

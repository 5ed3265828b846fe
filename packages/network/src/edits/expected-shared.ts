// What must be so after edits that may change what others share.
import { isJsonObject, type Json, jsonAt, jsonEquals } from '@slyglass/base'
import { type HoconValue, jsonOf, type Place, valueAt } from '@slyglass/hocon'
import type { NetworkEdit } from '../model.ts'
import type { NetworkSource } from '../network-source.ts'
import { piecesOf, rawEntry } from './field-source.ts'
import { setAt, toolsOf } from './network-json.ts'

const KINDS = [
  'set-where-defined',
  'set-piece',
  'set-network-field',
  'extract-to-commondefs',
  'inline',
  'add-include',
  'remove-include',
] as const

type SharedEdit = Extract<NetworkEdit, { kind: (typeof KINDS)[number] }>
export type EntryEdit = Exclude<NetworkEdit, SharedEdit>

export const isSharedEdit = (edit: NetworkEdit): edit is SharedEdit => KINDS.some((kind) => kind === edit.kind)

export function isIntendedShared(before: NetworkSource, after: NetworkSource, edit: SharedEdit): boolean {
  const [was, is] = [jsonOf(before.evaluation.value), jsonOf(after.evaluation.value)]
  switch (edit.kind) {
    case 'set-where-defined':
      return jsonEquals(changedEverywhere(before, edit, edit.value), is)
    case 'set-piece':
      return jsonEquals(changedEverywhere(before, edit, edit.text), is)
    case 'set-network-field':
      return (
        jsonEquals(withoutTools(setAt(was, edit.path, edit.value)), withoutTools(cleaned(is, edit))) &&
        sameNames(was, is)
      )
    case 'extract-to-commondefs':
      return (
        jsonEquals(toolsOf(before.network.json), toolsOf(after.network.json)) &&
        jsonEquals(withoutTools(was, 'commondefs'), withoutTools(is, 'commondefs'))
      )
    case 'inline':
      return jsonEquals(was, is) && isPlain(after, edit)
    case 'add-include':
      return after.network.documents.includes(edit.doc) && keepsAll(was, is)
    case 'remove-include':
      return !after.network.documents.includes(edit.doc) && keepsAll(is, was) && jsonEquals(toolsOf(was), toolsOf(is))
  }
}

const cleaned = (json: Json, edit: { readonly path: readonly string[]; readonly value: Json }): Json =>
  edit.value === null ? setAt(json, edit.path, null) : json

function withoutTools(json: Json, ...more: readonly string[]): Json {
  if (!isJsonObject(json)) return json
  return new Map([...json].filter(([key]) => key !== 'tools' && !more.includes(key)))
}

function sameNames(was: Json, is: Json): boolean {
  const names = (json: Json) => toolsOf(json).map((entry) => jsonAt(entry, 'name') ?? null)
  return jsonEquals(names(was), names(is))
}

/** True when every key of `part` has the same value in `whole`. */
function keepsAll(part: Json, whole: Json): boolean {
  if (!isJsonObject(part) || !isJsonObject(whole)) return false
  return [...part].every(([key, value]) => whole.has(key) && jsonEquals(value, whole.get(key) ?? null))
}

function fieldOf(source: NetworkSource, edit: { readonly entry: string; readonly path: readonly string[] }) {
  const found = source.entries.find(({ entry }) => entry.name === edit.entry)
  if (found === undefined) return undefined
  const value = valueAt(rawEntry(source, found.entry.index), ...edit.path) ?? valueAt(found.value, ...edit.path)
  return value === undefined ? undefined : { value, at: found.entry.at }
}

function isPlain(source: NetworkSource, edit: { readonly entry: string; readonly path: readonly string[] }): boolean {
  const value = fieldOf(source, edit)?.value
  if (value === undefined || value.origin.via.some(({ kind }) => kind === 'substitution')) return false
  return value.kind !== 'string' || value.pieces.every(({ via }) => via.every(({ kind }) => kind !== 'substitution'))
}

/** The document before, with the value changed wherever it comes from the changed place. */
function changedEverywhere(
  before: NetworkSource,
  edit: Extract<SharedEdit, { readonly entry: string }>,
  to: Json,
): Json {
  const found = fieldOf(before, edit)
  if (found === undefined) return null
  const { value } = found
  let place: Place = value.origin.place
  if (value.kind === 'string' && edit.kind === 'set-piece')
    place = piecesOf(value.text, value.pieces, found.at)[edit.piece]?.at ?? place
  else if (value.kind === 'string') place = value.pieces[0]?.place ?? place
  return withChange(before.evaluation.value, place, to)
}

const same = (a: Place, b: Place): boolean => a.doc === b.doc && a.from === b.from && a.to === b.to

function withChange(value: HoconValue, place: Place, to: Json): Json {
  switch (value.kind) {
    case 'string':
      return changedText(value, place, to)
    case 'list':
      return same(value.origin.place, place) ? to : value.items.map((item) => withChange(item, place, to))
    case 'object':
      if (same(value.origin.place, place)) return to
      return new Map([...value.fields].map(([key, field]) => [key, withChange(field.value, place, to)]))
    default:
      return same(value.origin.place, place) ? to : jsonOf(value)
  }
}

function changedText(value: HoconValue & { readonly kind: 'string' }, place: Place, to: Json): Json {
  if (value.pieces.length < 2) {
    const hit = same(value.origin.place, place) || value.pieces.some((piece) => same(piece.place, place))
    return hit ? to : value.text
  }
  if (typeof to !== 'string') return value.text
  let [text, at] = ['', 0]
  for (const piece of value.pieces) {
    text += value.text.slice(at, piece.from) + (same(piece.place, place) ? to : value.text.slice(piece.from, piece.to))
    at = piece.to
  }
  return text + value.text.slice(at)
}

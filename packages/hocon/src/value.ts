// Evaluated values. Each one knows where it comes from, so that an editor can find the text behind it.
import { type Json, JsonNumber } from '@slyglass/base'
import type { Place } from './diagnostic.ts'

/** A step on the way of a value to where it stands. */
export type Step =
  /** By an include; `at` is the name in it. */
  | { readonly kind: 'include'; readonly at: Place }
  /** By the substitution at `at`, which names `path`. */
  | { readonly kind: 'substitution'; readonly at: Place; readonly path: string }
  /** The value of the environment variable `name`, asked for at `at`. */
  | { readonly kind: 'env'; readonly at: Place; readonly name: string }
  /** By something that the caller did with the value (`through`); evaluation makes none. */
  | { readonly kind: 'note'; readonly at: Place; readonly name: string }

/** Where a value is written, and by which way it got here. */
export interface Origin {
  readonly place: Place
  /** Outermost step first; empty when it stands where it is written. Of more than 32 the last ones are left out. */
  readonly via: readonly Step[]
}

/** A part of a text and the source it was copied from. */
export interface TextPiece {
  /** Its range in the text. */
  readonly from: number
  readonly to: number
  /** Its source, without quotes. */
  readonly place: Place
  /** How it is written there; `env` is the value of a variable, and `place` the substitution that asked for it. */
  readonly written: 'quoted' | 'triple' | 'plain' | 'env'
  /** The source holds the very characters: no escapes, no tabs that were turned into blanks. */
  readonly exact: boolean
  readonly via: readonly Step[]
}

/** A text. Joined texts have several pieces; those of more than 1000 have one, which is not exact. */
export interface HoconText {
  readonly kind: 'string'
  readonly text: string
  readonly pieces: readonly TextPiece[]
  readonly origin: Origin
}

/** A number with its digits. */
export interface HoconNumber {
  readonly kind: 'number'
  readonly number: JsonNumber
  /** As it is written in the source. */
  readonly raw: string
  readonly origin: Origin
}

/** True or false. */
export interface HoconFlag {
  readonly kind: 'boolean'
  readonly flag: boolean
  readonly raw: string
  readonly origin: Origin
}

/** Null that is written. */
export interface HoconNull {
  readonly kind: 'null'
  readonly origin: Origin
}

/** A list. */
export interface HoconList {
  readonly kind: 'list'
  readonly items: readonly HoconValue[]
  readonly origin: Origin
}

/** One key of an object: its value, and every place where the key is written, oldest first. A key with dots is one place. */
export interface HoconField {
  readonly value: HoconValue
  readonly keys: readonly Place[]
}

/** An object. Its keys are in the order in which they are first written. */
export interface HoconObject {
  readonly kind: 'object'
  readonly fields: ReadonlyMap<string, HoconField>
  readonly origin: Origin
}

/** Any evaluated value. */
export type HoconValue = HoconText | HoconNumber | HoconFlag | HoconNull | HoconList | HoconObject

/** The value as exact JSON: objects are maps in their order, numbers keep their digits. */
export function jsonOf(value: HoconValue): Json {
  switch (value.kind) {
    case 'string':
      return value.text
    case 'number':
      return value.number
    case 'boolean':
      return value.flag
    case 'null':
      return null
    case 'list':
      return value.items.map(jsonOf)
    case 'object': {
      const json = new Map<string, Json>()
      for (const [key, field] of value.fields) json.set(key, jsonOf(field.value))
      return json
    }
  }
}

/** Exact JSON as a value whose every part comes from `origin`. Its texts have no pieces and its fields no keys. */
export function valueFrom(json: Json, origin: Origin): HoconValue {
  if (json === null) return { kind: 'null', origin }
  if (typeof json === 'string') return { kind: 'string', text: json, pieces: [], origin }
  if (typeof json === 'boolean') return { kind: 'boolean', flag: json, raw: String(json), origin }
  if (json instanceof JsonNumber) return { kind: 'number', number: json, raw: json.text, origin }
  if (Array.isArray(json)) return { kind: 'list', items: json.map((part: Json) => valueFrom(part, origin)), origin }
  const fields = new Map<string, HoconField>()
  for (const [key, part] of json as ReadonlyMap<string, Json>)
    fields.set(key, { value: valueFrom(part, origin), keys: [] })
  return { kind: 'object', fields, origin }
}

/** The value at a path of keys; undefined where there is none. Lists have no keys. */
export function valueAt(value: HoconValue | undefined, ...path: readonly string[]): HoconValue | undefined {
  let at = value
  for (const key of path) at = at?.kind === 'object' ? at.fields.get(key)?.value : undefined
  return at
}

/** Ways longer than this lose their first steps: nobody follows them, and chains of thousands would fill the memory. */
const MAX_STEPS = 32

const longer = (step: Step, via: readonly Step[]): readonly Step[] => [step, ...via.slice(0, MAX_STEPS - 1)]

/** The same value, with one more step on its way here. Values inside it keep the way they have. */
export function through(value: HoconValue, step: Step): HoconValue {
  const origin = { place: value.origin.place, via: longer(step, value.origin.via) }
  if (value.kind !== 'string') return { ...value, origin }
  return { ...value, origin, pieces: value.pieces.map((piece) => ({ ...piece, via: longer(step, piece.via) })) }
}

/**
 * Two definitions of one field, `lower` the earlier one: objects are merged key by key, anything else is replaced by the upper one.
 */
export function mergeValues(lower: HoconValue | undefined, upper: HoconValue): HoconValue {
  if (lower === undefined || lower.kind !== 'object' || upper.kind !== 'object') return upper
  const fields = new Map(lower.fields)
  for (const [key, field] of upper.fields) {
    const below = fields.get(key)
    if (below === undefined) fields.set(key, field)
    else fields.set(key, { value: mergeValues(below.value, field.value), keys: joinKeys(below.keys, field.keys) })
  }
  return { kind: 'object', fields, origin: upper.origin }
}

// An object that is built on itself brings the same keys along again.
function joinKeys(lower: readonly Place[], upper: readonly Place[]): readonly Place[] {
  if (lower.length <= upper.length && lower.every((key, index) => upper[index] === key)) return upper
  const known = new Set(upper.map(({ doc, from }) => `${from} ${doc}`))
  const more = lower.filter(({ doc, from }) => !known.has(`${from} ${doc}`))
  return more.length === 0 ? upper : [...more, ...upper]
}

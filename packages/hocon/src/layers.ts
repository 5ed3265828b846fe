// A document before its substitutions are resolved: every field keeps all its definitions, oldest first.
import type { Place } from './diagnostic.ts'
import type { Path } from './path.ts'
import type { HoconValue, Step } from './value.ts'

/** A written value. `constant` ones need no resolving; `parts` of a join do. */
export type Written =
  | { readonly kind: 'constant'; readonly value: HoconValue; readonly place: Place }
  | { readonly kind: 'list'; readonly items: readonly Written[]; readonly place: Place; readonly dynamic: boolean }
  | { readonly kind: 'object'; readonly struct: Struct; readonly place: Place }
  | { readonly kind: 'substitution'; readonly link: Link; readonly place: Place }
  | { readonly kind: 'join'; readonly pieces: readonly JoinPiece[]; readonly place: Place }

/** `${path}` in its document. */
export interface Link {
  readonly path: Path | undefined
  /** As written between the braces, without `?`. */
  readonly name: string
  readonly optional: boolean
  readonly place: Place
  /** Where the including documents put the root of this one. */
  readonly base: Path
}

/** One piece of joined values and the blanks written after it. */
export interface JoinPiece {
  readonly written: Written
  readonly shape: 'quoted' | 'word' | 'null' | 'plain' | 'value'
  readonly blank: string
  readonly blankPlace: Place
}

/** One definition of a field. */
export interface Layer {
  readonly written: Written
  readonly key: Place
  /** Where `+=` stands; undefined when the field is set. */
  readonly append: Place | undefined
  /** Which braces it stands in, for the checks of the Python loader; an include counts as written there. */
  readonly braces: number
  /** Written as `a.b = …`, seen from `a`. */
  readonly dotted: boolean
  readonly via: readonly Step[]
  /** Where `+=` looks for what was there before, from the root; unknown inside lists. */
  readonly keyPath: Path | undefined
  running: boolean
  result: { readonly value: Outcome } | undefined
}

/** What a definition comes to. `gone` is the Python loader's: a substituted null takes the key away. */
export type Outcome = HoconValue | undefined | 'gone'

/** What the first definitions of a field come to together. */
export interface Fold {
  readonly value: Outcome
  /** The same before two unset substitutions make it null, and how many of them are on top. */
  readonly plain: Outcome
  readonly unset: number
}

/** A field. */
export interface Slot {
  readonly name: string
  readonly layers: Layer[]
  /** Every place where the key is written, oldest first. */
  readonly keys: Place[]
  /** Values of the first definitions, by how many; kept once known. */
  readonly folds: Fold[]
  checked: boolean
}

/** An object literal, or several of one field merged. */
export interface Struct {
  readonly slots: Map<string, Slot>
  readonly place: Place
}

export function makeStruct(place: Place): Struct {
  return { slots: new Map(), place }
}

/** The last definition of a field. */
export function topOf(struct: Struct, name: string): Layer | undefined {
  const layers = struct.slots.get(name)?.layers
  return layers?.[layers.length - 1]
}

/** Notes a place where a field is written, and its new definition unless it went into the last one. */
export function addKey(struct: Struct, name: string, key: Place, layer?: Layer): void {
  const known = struct.slots.get(name)
  // Lists that are made with their first item take a fifth of what pushing it would.
  if (known === undefined)
    struct.slots.set(name, { name, layers: layer === undefined ? [] : [layer], keys: [key], folds: [], checked: false })
  else {
    known.keys.push(key)
    if (layer !== undefined) known.layers.push(layer)
  }
}

/** True when a written value holds a substitution outside any brackets of its own. */
export const isDynamic = (written: Written): boolean =>
  written.kind === 'substitution' || written.kind === 'join' || (written.kind === 'list' && written.dynamic)

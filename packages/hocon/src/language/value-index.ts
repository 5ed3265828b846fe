// From places in documents to evaluated values.
import type { Place } from '../diagnostic.ts'
import type { HoconField, HoconValue, TextPiece } from '../value.ts'
import { showPiece } from './variables.ts'

/** Keys and indexes from the root to a value. */
export type ValuePath = readonly (string | number)[]

/** A field of the evaluated document. One written key gives many when its object is used in many places. */
export interface FoundField {
  readonly path: ValuePath
  readonly field: HoconField
}

const idOf = ({ doc, from }: Pick<Place, 'doc' | 'from'>): string => `${from} ${doc}`
/** More values than this are not listed: what is shown to a person is found long before. */
const MAX_VALUES = 200_000

/** Finds values and fields by the place where they are written. Of values beyond the first 200,000 it knows nothing. */
export class ValueIndex {
  readonly #keys = new Map<string, FoundField[]>()
  readonly #links = new Map<string, HoconValue>()
  readonly #pieces = new Map<string, string>()
  #count = 0

  constructor(root: HoconValue) {
    this.#visit(root, [])
  }

  /** The fields that a key gives, where it starts at `from`. */
  fieldsOfKey(doc: string, from: number): readonly FoundField[] {
    return this.#keys.get(idOf({ doc, from })) ?? []
  }

  /** What the substitution at a place gave, when its value stands for itself. */
  valueOfLink(doc: string, from: number): HoconValue | undefined {
    return this.#links.get(idOf({ doc, from }))
  }

  /** The text that the substitution at a place gave to a joined text, with names of variables in place of their values. */
  textOfLink(doc: string, from: number): string | undefined {
    return this.#pieces.get(idOf({ doc, from }))
  }

  #visit(value: HoconValue, path: ValuePath): void {
    this.#count += 1
    if (this.#count > MAX_VALUES) return
    for (const step of value.origin.via)
      if (step.kind === 'substitution' && !this.#links.has(idOf(step.at))) this.#links.set(idOf(step.at), value)
    if (value.kind === 'string' && value.pieces.length > 1) this.#addPieces(value.text, value.pieces)
    if (value.kind === 'list') for (const [index, item] of value.items.entries()) this.#visit(item, [...path, index])
    if (value.kind !== 'object') return
    for (const [key, field] of value.fields) {
      const inner = [...path, key]
      for (const place of field.keys) this.#addKey(place, { path: inner, field })
      this.#visit(field.value, inner)
    }
  }

  #addKey(place: Place, found: FoundField): void {
    const known = this.#keys.get(idOf(place))
    if (known === undefined) this.#keys.set(idOf(place), [found])
    else known.push(found)
  }

  // Pieces of one substitution follow each other in the text.
  #addPieces(text: string, pieces: readonly TextPiece[]): void {
    const done = new Set<string>()
    const ends = new Map<string, number>()
    for (const piece of pieces) {
      for (const step of piece.via) {
        if (step.kind !== 'substitution') continue
        const id = idOf(step.at)
        if (!ends.has(id) && this.#pieces.has(id)) done.add(id)
        if (done.has(id)) continue
        const before = (this.#pieces.get(id) ?? '') + text.slice(ends.get(id) ?? piece.from, piece.from)
        ends.set(id, piece.to)
        this.#pieces.set(id, before + showPiece(text, piece))
      }
    }
  }
}

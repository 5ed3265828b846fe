// Where a value of an entry is written, piece by piece, and who else uses that place.
import { type HoconValue, type Place, type Step, type TextPiece, valueAt } from '@slyglass/hocon'
import type { SourceRange } from '../model.ts'
import type { NetworkInput, NetworkSource } from '../network-source.ts'
import { readNetworkSource } from '../read-network.ts'

/** A part of a text that comes from one place. */
export interface FieldPiece {
  readonly text: string
  readonly from: number
  readonly to: number
  /** Where it is written, without quotes. */
  readonly at: SourceRange
  /** Written in the entry itself. */
  readonly isOwn: boolean
  /** By which way it gets here: includes, substitutions, variables. */
  readonly via: readonly Step[]
  /** Why it cannot be changed there: it comes from a variable, or the text behind it is written in another form. */
  readonly locked: boolean
}

/** Where a value of an entry comes from. */
export interface FieldSource {
  /** Where its definition is written. */
  readonly at: SourceRange
  /** Not written in the entry itself: it comes through a substitution, an include or a default. */
  readonly isInherited: boolean
  /** The entry writes nothing: the setting of the whole network counts. */
  readonly isDefault: boolean
  readonly via: readonly Step[]
  readonly pieces: readonly FieldPiece[]
  /** Names of `commondefs` that stand in it, and where each is given its text or value. */
  readonly names: readonly { readonly name: string; readonly at: SourceRange }[]
}

export function fieldSource(input: NetworkInput, entry: string, path: readonly string[]): FieldSource | undefined {
  return fieldSources(input, entry, [path])[0]
}

/** As `fieldSource`, for several paths of one entry. */
export function fieldSources(
  input: NetworkInput,
  entry: string,
  paths: readonly (readonly string[])[],
): readonly (FieldSource | undefined)[] {
  const source = readNetworkSource(input)
  const found = source.entries.find((one) => one.entry.name === entry)
  if (found === undefined) return paths.map(() => undefined)
  const raw = rawEntry(source, found.entry.index)
  return paths.map((path) => {
    const written = valueAt(raw, ...path)
    const value = written ?? valueAt(found.value, ...path)
    if (value === undefined) return undefined
    return { ...sourceOf(value, found.entry.at, source), isDefault: written === undefined }
  })
}

/** The value of an entry as it is written, before the chain that fills defaults in. */
export function rawEntry({ evaluation }: NetworkSource, index: number): HoconValue | undefined {
  const tools = valueAt(evaluation.value, 'tools')
  return tools?.kind === 'list' ? tools.items[index] : undefined
}

export const isWithin = (place: Place, outer: Place): boolean =>
  place.doc === outer.doc && place.from >= outer.from && place.to <= outer.to

function sourceOf(value: HoconValue, entry: SourceRange, source: NetworkSource): Omit<FieldSource, 'isDefault'> {
  const { place, via } = value.origin
  const pieces = value.kind === 'string' ? piecesOf(value.text, value.pieces, entry) : []
  const isInherited = !isWithin(place, entry) || via.some((step) => step.kind === 'substitution')
  return { at: place, isInherited, via, pieces, names: value.kind === 'string' ? namesIn(value.text, source) : [] }
}

function namesIn(text: string, { evaluation }: NetworkSource): FieldSource['names'] {
  const defined = (kind: string, stands: (name: string) => boolean) => {
    const found = valueAt(evaluation.value, 'commondefs', kind)
    if (found?.kind !== 'object') return []
    return [...found.fields].flatMap(([name, { value }]) => (stands(name) ? [{ name, at: value.origin.place }] : []))
  }
  return [
    ...defined('replacement_strings', (name) => text.includes(`{${name}}`)),
    ...defined('replacement_values', (name) => text === name),
  ]
}

/** Pieces of one text; blanks between them count to the piece before. */
export function piecesOf(text: string, pieces: readonly TextPiece[], entry: SourceRange): readonly FieldPiece[] {
  return pieces
    .filter((piece) => piece.written !== 'plain' || piece.to - piece.from > 0)
    .map((piece) => ({
      text: text.slice(piece.from, piece.to),
      from: piece.from,
      to: piece.to,
      at: piece.place,
      via: piece.via,
      isOwn: isWithin(piece.place, entry) && !piece.via.some((step) => step.kind === 'substitution'),
      locked: piece.written === 'env',
    }))
}

/** The networks among `inputs` that hold anything written at a place. */
export function networksUsing(inputs: readonly NetworkInput[], at: SourceRange): readonly string[] {
  return inputs.filter((input) => holds(readNetworkSource(input).evaluation.value, at)).map(({ network }) => network)
}

function holds(value: HoconValue, at: SourceRange): boolean {
  if (isWithin(at, value.origin.place) && value.kind !== 'object' && value.kind !== 'list') return true
  if (isWithin(value.origin.place, at)) return true
  if (value.kind === 'string')
    return value.pieces.some((piece) => isWithin(piece.place, at) || isWithin(at, piece.place))
  if (value.kind === 'list') return value.items.some((item) => holds(item, at))
  return value.kind === 'object' && [...value.fields.values()].some((field) => holds(field.value, at))
}

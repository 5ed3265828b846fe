// Joined values as the reference joins them: every run of blanks counts, also beside what is undefined.

import type { Place } from './diagnostic.ts'
import { joinFault } from './join-fault.ts'
import type { JoinPiece, Outcome, Written } from './layers.ts'
import type { Resolver } from './resolve.ts'
import { NODE_SIZE } from './size.ts'
import { type HoconList, type HoconText, type HoconValue, mergeValues, type TextPiece } from './value.ts'

type Join = Extract<Written, { kind: 'join' }>

export function joinForSpec(resolver: Resolver, written: Join): Outcome {
  const values: { value: HoconValue; blank?: boolean }[] = []
  const defined = written.pieces.map((piece) => ({ piece, value: valueOfPiece(resolver, piece) }))
  const structured = defined.some(({ value }) => value?.kind === 'object' || value?.kind === 'list')
  defined.forEach(({ piece, value }, index) => {
    if (value !== undefined) values.push({ value })
    if (!structured && piece.blank !== '' && index < defined.length - 1) values.push({ value: blankValue(piece) })
  })
  const first = values[0]?.value
  if (first === undefined) return undefined
  if (values.length === 1) return first
  if (structured)
    return joinStructured(
      resolver,
      values.map((entry) => entry.value),
      written.place,
    )
  return joinTexts(
    resolver,
    values.map(({ value }) => textOfSpec(value)),
    written.place,
  )
}

function valueOfPiece(resolver: Resolver, piece: JoinPiece): HoconValue | undefined {
  const value = resolver.written(piece.written)
  return value === 'gone' ? undefined : value
}

function blankValue(piece: JoinPiece): HoconText {
  const origin = { place: piece.blankPlace, via: [] }
  const { length } = piece.blank
  const pieces = [{ from: 0, to: length, place: piece.blankPlace, written: 'plain' as const, exact: true, via: [] }]
  return { kind: 'string', text: piece.blank, pieces, origin }
}

/** A value in a text, as it is written in the source. */
function textOfSpec(value: HoconValue): HoconText {
  if (value.kind === 'string') return value
  const text = value.kind === 'number' || value.kind === 'boolean' ? value.raw : 'null'
  return textFrom(text, value)
}

/** A text made from another value; its source does not hold these very characters. */
export function textFrom(text: string, value: HoconValue): HoconText {
  const { place, via } = value.origin
  const pieces = [{ from: 0, to: text.length, place, written: 'plain' as const, exact: false, via }]
  return { kind: 'string', text, pieces, origin: value.origin }
}

/** A text of more pieces than anyone would edit one by one keeps only the place where it is joined. */
const MAX_PIECES = 1000

function wholePiece(text: string, place: Place, pieces: readonly TextPiece[]): TextPiece {
  // What came of a variable is not told, so this must not be, either.
  const written = pieces.some((piece) => piece.written === 'env') ? 'env' : 'plain'
  return { from: 0, to: text.length, place, written, exact: false, via: [] }
}

/** Texts one after the other, with the table of their sources. */
export function joinTexts(resolver: Resolver, texts: readonly HoconText[], place: Place): HoconText | undefined {
  let text = ''
  const pieces: TextPiece[] = []
  for (const part of texts) {
    const shift = text.length
    for (const piece of part.pieces) pieces.push({ ...piece, from: piece.from + shift, to: piece.to + shift })
    text += part.text
  }
  if (!resolver.spend(text.length, place)) return undefined
  return {
    kind: 'string',
    text,
    pieces: pieces.length > MAX_PIECES ? [wholePiece(text, place, pieces)] : pieces,
    origin: { place, via: [] },
  }
}

/** Objects merged, lists chained; anything else beside them is wrong. */
export function joinStructured(
  resolver: Resolver,
  values: readonly HoconValue[],
  place: Place,
): HoconValue | undefined {
  let result: HoconValue | undefined
  for (const value of values) {
    if (result === undefined) {
      result = value
      continue
    }
    const joined = joinTwo(resolver, result, value, place)
    if (joined === undefined) {
      const message = joinFault(nameOf(result), nameOf(value))
      resolver.session.error('wrong_type', 'mixed-join', message, result.origin.place)
      return undefined
    }
    result = joined
  }
  if (result === undefined) return undefined
  return { ...result, origin: { place, via: [] } }
}

const nameOf = (value: HoconValue): string =>
  value.kind === 'list' || value.kind === 'object' ? value.kind : value.kind === 'null' ? 'null' : 'text'

function joinTwo(resolver: Resolver, left: HoconValue, right: HoconValue, place: Place): HoconValue | undefined {
  if (left.kind === 'object' && right.kind === 'object') return mergeValues(left, right)
  const [first, second] = [listOf(left), listOf(right)]
  if (first === undefined || second === undefined || (left.kind !== 'list' && right.kind !== 'list')) return undefined
  if (resolver.session.runtime && left.kind !== right.kind)
    resolver.session.error('runtime', 'object-as-list', 'neuro-san cannot join an object with a list', place)
  if (!resolver.spend((first.length + second.length) * NODE_SIZE, place)) return undefined
  const list: HoconList = { kind: 'list', items: [...first, ...second], origin: left.origin }
  return list
}

/** A list, or an object whose keys are numbers read as one. */
export function listOf(value: HoconValue): readonly HoconValue[] | undefined {
  if (value.kind === 'list') return value.items
  if (value.kind !== 'object') return undefined
  const numbered = [...value.fields]
    .filter(([key]) => /^\d+$/.test(key))
    .map(([key, field]): [bigint, HoconValue] => [BigInt(key), field.value])
  if (numbered.length === 0) return undefined
  const byIndex = new Map(numbered)
  return [...byIndex].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

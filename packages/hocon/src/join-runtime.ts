// Joined values as the Python loader joins them: blanks belong to the piece before, and many pieces drop theirs.
import { joinStructured, joinTexts, textFrom } from './join-spec.ts'
import type { JoinPiece, Outcome, Written } from './layers.ts'
import type { Resolver } from './resolve.ts'
import type { HoconText, HoconValue } from './value.ts'

type Join = Extract<Written, { kind: 'join' }>

export function joinForRuntime(resolver: Resolver, written: Join): Outcome {
  const last = written.pieces.length - 1
  const pieces = written.pieces.map((piece, index) => ({
    piece,
    isLast: index === last,
    value: valueOfPiece(resolver, piece),
  }))
  const defined = pieces.filter(
    (entry): entry is typeof entry & { value: HoconValue } => typeof entry.value === 'object',
  )
  if (defined.length === 0) return pieces.some((entry) => entry.value === 'gone') ? 'gone' : undefined
  if (defined.some(({ value }) => value.kind === 'object' || value.kind === 'list'))
    return joinStructured(
      resolver,
      defined.map((entry) => entry.value),
      written.place,
    )
  const only = defined.length === 1 ? defined[0] : undefined
  if (only?.isLast && only.piece.shape !== 'null') return only.value
  const texts = defined.map(({ piece, value, isLast }, index) =>
    withBlank(textOfRuntime(value), piece, keepsBlank(piece, index === defined.length - 1, isLast)),
  )
  return joinTexts(resolver, texts, written.place)
}

function valueOfPiece(resolver: Resolver, piece: JoinPiece): Outcome {
  if (piece.shape === 'null')
    resolver.session.error(
      'runtime',
      'null-in-text',
      'neuro-san cannot join null with other values',
      piece.written.place,
    )
  if (piece.written.kind !== 'substitution') return resolver.written(piece.written)
  const value = resolver.link(piece.written.link)
  return value?.kind === 'null' ? 'gone' : value
}

function keepsBlank(piece: JoinPiece, lastDefined: boolean, lastWritten: boolean): boolean {
  if (piece.shape === 'quoted') return !lastDefined
  return (piece.shape === 'word' || piece.shape === 'value') && !lastWritten
}

function withBlank(text: HoconText, piece: JoinPiece, keep: boolean): HoconText {
  if (!keep || piece.blank === '') return text
  const from = text.text.length
  const blank = {
    from,
    to: from + piece.blank.length,
    place: piece.blankPlace,
    written: 'plain' as const,
    exact: piece.blank.length === piece.blankPlace.to - piece.blankPlace.from,
    via: [],
  }
  return { ...text, text: text.text + piece.blank, pieces: [...text.pieces, blank] }
}

/** A value in a text, as Python prints it. */
export function textOfRuntime(value: HoconValue): HoconText {
  switch (value.kind) {
    case 'string':
      return value
    case 'number':
      return textFrom(value.number.text, value)
    case 'boolean':
      return textFrom(value.flag ? 'True' : 'False', value)
    default:
      return textFrom('null', value)
  }
}

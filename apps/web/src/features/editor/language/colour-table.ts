// Colours of a text in the form that code editors take: differences of lines and columns, length, index of the kind.
import { LineTable } from '../../../documents/index.ts'

/** Names of the theme's rules, in the order of their indexes. */
export const COLOUR_NAMES = [
  'key',
  'string',
  'number',
  'keyword',
  'substitution',
  'comment',
  'delimiter',
  'invalid',
  'entry',
  'private',
  'placeholder',
] as const

type ColourName = (typeof COLOUR_NAMES)[number]

const NAMES: Readonly<Record<string, ColourName>> = {
  key: 'key',
  string: 'string',
  number: 'number',
  keyword: 'keyword',
  substitution: 'substitution',
  include: 'keyword',
  comment: 'comment',
  mark: 'delimiter',
  error: 'invalid',
  entry: 'entry',
  'private-key': 'private',
  prompt: 'string',
  placeholder: 'placeholder',
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly kind: string
}

/** Pieces must be in order and may not run over line ends; kinds without a colour are left out. */
export function colourTable(text: string, pieces: readonly Piece[]): Uint32Array {
  const lines = new LineTable(text)
  const numbers: number[] = []
  let [line, column] = [1, 1]
  for (const { from, to, kind } of pieces) {
    const name = NAMES[kind]
    if (name === undefined || to <= from) continue
    const at = lines.positionAt(from)
    numbers.push(
      at.lineNumber - line,
      at.lineNumber === line ? at.column - column : at.column - 1,
      to - from,
      COLOUR_NAMES.indexOf(name),
      0,
    )
    ;[line, column] = [at.lineNumber, at.column]
  }
  return Uint32Array.from(numbers)
}

// The parts of a key or path together with where each is written.
import type { Profile } from '../diagnostic.ts'
import { decodeKey } from '../text.ts'

export interface Segment {
  readonly name: string
  /** Without the quotes. */
  readonly from: number
  readonly to: number
  readonly quotes: 0 | 1 | 3
}

const PIECE = /"""([\s\S]*?)"""|"((?:[^"\\\n]|\\[^\n])*)"|[^".]+|\./g

/** Segments of a path that is written at `from`. Parts that are glued of several pieces count as one. */
export function segmentsOf(text: string, from: number, profile: Profile): readonly Segment[] {
  const found: Segment[] = []
  let open: Segment | undefined
  const close = () => {
    if (open !== undefined) found.push(open)
    open = undefined
  }
  for (const match of text.matchAll(PIECE)) {
    const [piece, triple, quoted] = match
    if (piece === '.') {
      close()
      continue
    }
    const quotes = triple !== undefined ? 3 : quoted !== undefined ? 1 : 0
    const trimmed = quotes === 0 ? piece.trim() : piece
    if (trimmed === '') continue
    const start = from + match.index + (quotes === 0 ? piece.indexOf(trimmed) : quotes)
    const end = quotes === 0 ? start + trimmed.length : from + match.index + piece.length - quotes
    const name = triple ?? (quoted === undefined ? trimmed : decodeKey(quoted, profile))
    open = open === undefined ? { name, from: start, to: end, quotes } : { ...open, name: open.name + name, to: end }
  }
  close()
  return found
}

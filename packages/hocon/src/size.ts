// How large a value is when every shared part is counted each time: guards against doubling.
import type { HoconValue } from './value.ts'

/** What a value counts besides its text. */
export const NODE_SIZE = 16

/** What each part of a joined text counts: it knows its source and its way. */
const PIECE_SIZE = 48

/** What each place of a key counts. */
const KEY_SIZE = 4

const known = new WeakMap<object, number>()

/** Characters of text, plus a share for each value. */
export function expandedSize(value: HoconValue): number {
  if (value.kind === 'string') return value.text.length + NODE_SIZE + value.pieces.length * PIECE_SIZE
  if (value.kind !== 'list' && value.kind !== 'object') return NODE_SIZE
  const shared = value.kind === 'list' ? value.items : value.fields
  const before = known.get(shared)
  if (before !== undefined) return before
  let size = NODE_SIZE
  if (value.kind === 'list') for (const item of value.items) size += expandedSize(item)
  else
    for (const [key, field] of value.fields)
      size += key.length + field.keys.length * KEY_SIZE + expandedSize(field.value)
  known.set(shared, size)
  return size
}

// How large a value is when every shared part is counted each time: guards against doubling.
import type { HoconValue } from './value.ts'

const known = new WeakMap<object, number>()

/** Characters of text plus one for each value. */
export function expandedSize(value: HoconValue): number {
  if (value.kind === 'string') return value.text.length + 1
  if (value.kind !== 'list' && value.kind !== 'object') return 1
  const shared = value.kind === 'list' ? value.items : value.fields
  const before = known.get(shared)
  if (before !== undefined) return before
  let size = 1
  if (value.kind === 'list') for (const item of value.items) size += expandedSize(item)
  else for (const [key, field] of value.fields) size += key.length + expandedSize(field.value)
  known.set(shared, size)
  return size
}

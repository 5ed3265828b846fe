import type { TextEdit } from '@slyglass/base'

/** Where an offset lies after edits (in order of offset). Inside a replaced range it moves to the range's new end. */
export function mapOffset(offset: number, edits: readonly TextEdit[]): number {
  let shift = 0
  for (const edit of edits) {
    if (edit.from >= offset) break
    if (edit.to > offset) return edit.from + shift + edit.text.length
    shift += edit.text.length - (edit.to - edit.from)
  }
  return offset + shift
}

/** The one edit that turns `before` into `after`, leaving out what they share at both ends. */
export function differenceOf(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined
  const shortest = Math.min(before.length, after.length)
  let from = 0
  while (from < shortest && before[from] === after[from]) from += 1
  let tail = 0
  while (tail < shortest - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { from, to: before.length - tail, text: after.slice(from, after.length - tail) }
}

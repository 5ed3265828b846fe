import type { TextEdit } from '@slyglass/base'

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

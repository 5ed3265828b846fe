// Where a text may end: before a value that the end would cut in two, and not inside a character.
import { stringPlaces } from './search/bytes.ts'
import type { Occurrence } from './search/find-in-text.ts'

export function cutBefore(found: readonly Occurrence[], text: string, limit: number): number {
  if (limit <= 0) return 0
  if (limit >= text.length) return text.length
  let cut = limit
  const strong = found.filter(({ strength }) => strength === 'strong')
  for (const { offset, length } of strong.toReversed()) {
    const [from = 0, to = 0] = stringPlaces(text, [offset, offset + length])
    if (from < cut && cut < to) cut = from
  }
  return wholeCharacter(text, cut)
}

/** Not between the two halves of a surrogate pair. */
export function wholeCharacter(text: string, cut: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(cut)) && /[\ud800-\udbff]/.test(text.charAt(cut - 1))
  return isInside ? cut - 1 : cut
}

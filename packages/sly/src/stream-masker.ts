// Masks a text that arrives in pieces: a value that two pieces cut in two is still whole here, because the end is held back.
import type { SlySearch } from './contract.ts'
import { wholeCharacter } from './cut-before.ts'
import { stringPlaces } from './search/bytes.ts'

export interface StreamMasker {
  /** The next piece in; what is safe to show comes out. */
  push(piece: string): string
  /** The rest. */
  end(): string
}

const MAX_HELD = 256
/** A value longer than this is shown as a placeholder before its end has come. */
const MAX_WAITING = 4 * MAX_HELD

export function createStreamMasker(search: SlySearch): StreamMasker {
  const held = Math.min(search.longest, MAX_HELD)
  let waiting = ''
  const take = (length: number): string => {
    const shown = waiting.slice(0, length)
    waiting = waiting.slice(length)
    return search.mask(shown).text
  }
  return {
    push(piece) {
      waiting += piece
      return take(safeCut(search, waiting, waiting.length - held))
    },
    end: () => take(waiting.length),
  }
}

/** The last place up to `limit` that lies inside no value and no character. */
function safeCut(search: SlySearch, text: string, limit: number): number {
  if (limit <= 0) return 0
  const strong = search.find(text).filter(({ strength }) => strength === 'strong')
  let cut = limit
  for (const { offset, length } of strong.toReversed()) {
    const [from = 0, to = 0] = stringPlaces(text, [offset, offset + length])
    if (from < cut && cut < to) cut = text.length > MAX_WAITING ? to : from
  }
  return wholeCharacter(text, cut)
}

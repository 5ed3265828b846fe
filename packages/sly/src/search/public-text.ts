// What models are meant to read, as bytes. It is the same for every session of a network, so the last few are kept.
import { foldText, utf8 } from './bytes.ts'
import { type Squeezed, squeeze } from './squeeze.ts'

interface PublicText {
  readonly bytes: Uint8Array
  /** In lower case, as far as ASCII goes. */
  readonly folded: string
  readonly squeezed: Pick<Squeezed, 'bytes' | 'length'>
}

const KEPT = 16
const kept = new Map<string, PublicText>()

export function readPublicText(text: string): PublicText {
  const known = kept.get(text)
  if (known !== undefined) return known
  const bytes = utf8(text)
  const read = { bytes, folded: foldText(text), squeezed: squeeze(bytes, [[0, bytes.length]]) }
  if (kept.size >= KEPT) kept.clear()
  kept.set(text, read)
  return read
}

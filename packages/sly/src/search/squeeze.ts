// Text without everything that is no letter or digit: finds values that were split, dashed or broken over lines.
import { FOLD, isLetterOrDigit, utf8 } from './bytes.ts'

export interface Squeezed {
  readonly bytes: Uint8Array
  readonly length: number
  /** Where each kept byte stood; only made when asked for. */
  places(): Uint32Array
}

export type Range = readonly [from: number, to: number]

/** Letters and digits in lower case, 0 for what is dropped. */
const KEPT: Uint8Array = FOLD.map((folded, byte) => (isLetterOrDigit(byte) ? folded : 0))
const BACKSLASH = 0x5c
const BREAKS = new Set(Array.from('bfnrt', (letter) => letter.charCodeAt(0)))
const SMALL_U = 0x75

export function squeezeText(text: string): string {
  if (PLAIN.test(text)) return text.replace(/[^a-z0-9]+/gi, '').toLowerCase()
  const bytes = utf8(text)
  const { bytes: kept, length } = squeeze(bytes, [[0, bytes.length]])
  return new TextDecoder().decode(kept.subarray(0, length))
}

/** ASCII without an escape. */
const PLAIN = /^[\x00-\x5b\x5d-\x7f]*$/

/** Letters and digits of the given ranges, joined. Escaped breaks are dropped, \uXXXX is read. `room` is overwritten when it is large enough. */
export function squeeze(text: Uint8Array, ranges: readonly Range[], room?: Uint8Array): Squeezed {
  const most = ranges.reduce((sum, [from, to]) => sum + to - from, 0)
  const bytes = room !== undefined && room.length >= most ? room : new Uint8Array(most)
  const length = walk(text, ranges, bytes, undefined)
  return {
    bytes,
    length,
    places: () => {
      const places = new Uint32Array(length)
      walk(text, ranges, bytes, places)
      return places
    },
  }
}

function walk(text: Uint8Array, ranges: readonly Range[], out: Uint8Array, places: Uint32Array | undefined): number {
  let size = 0
  for (const [from, to] of ranges) {
    let at = from
    while (at < to) {
      const byte = text[at] ?? 0
      if (byte === BACKSLASH) {
        const escaped = readEscape(text, at, to)
        for (const kept of escaped.kept) {
          out[size] = kept
          if (places !== undefined) places[size] = at
          size += 1
        }
        at = escaped.next
      } else if (KEPT[byte] !== 0) {
        out[size] = KEPT[byte] ?? 0
        if (places !== undefined) places[size] = at
        size += 1
        at += 1
      } else if (byte < 0x80) at += 1
      else {
        const end = at + characterLength(byte)
        if (!isSeparator(text, at)) {
          for (let step = at; step < end && step < to; step += 1) {
            out[size] = text[step] ?? 0
            if (places !== undefined) places[size] = at
            size += 1
          }
        }
        at = end
      }
    }
  }
  return size
}

function characterLength(lead: number): number {
  if (lead < 0xc0) return 1
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** Signs of Latin-1, general punctuation with its invisible characters, wide blanks, the byte-order mark, emoji. */
function isSeparator(text: Uint8Array, at: number): boolean {
  const [first, second, third] = [text[at], text[at + 1] ?? 0, text[at + 2] ?? 0]
  if (first === 0xc2 || (first ?? 0) >= 0xf0) return true
  if (first === 0xe2) return second === 0x80 || second === 0x81
  if (first === 0xe3) return second === 0x80 && third <= 0x82
  return first === 0xef && second === 0xbb && third === 0xbf
}

const NOTHING: readonly number[] = []

function readEscape(
  text: Uint8Array,
  at: number,
  to: number,
): { readonly kept: readonly number[]; readonly next: number } {
  let next = at
  while (next < to && text[next] === BACKSLASH) next += 1
  const letter = text[next] ?? 0
  if (next < to && BREAKS.has(letter)) return { kept: NOTHING, next: next + 1 }
  if (letter !== SMALL_U || next + 5 > to) return { kept: NOTHING, next }
  const digits = String.fromCharCode(...text.subarray(next + 1, next + 5))
  if (!/^[0-9a-f]{4}$/i.test(digits)) return { kept: NOTHING, next }
  return { kept: keptOf(Number.parseInt(digits, 16)), next: next + 5 }
}

function keptOf(code: number): readonly number[] {
  if (code < 0x80) return isLetterOrDigit(code) ? [FOLD[code] ?? code] : NOTHING
  if (code >= 0xd800 && code < 0xe000) return NOTHING
  const bytes = utf8(String.fromCharCode(code))
  return isSeparator(bytes, 0) ? NOTHING : [...bytes]
}

/** End of the character or escape that begins at a place. */
export function placeEnd(text: Uint8Array, place: number): number {
  const lead = text[place] ?? 0
  if (lead !== BACKSLASH) return place + (lead < 0x80 ? 1 : characterLength(lead))
  let at = place
  while (text[at] === BACKSLASH) at += 1
  return at + 5
}

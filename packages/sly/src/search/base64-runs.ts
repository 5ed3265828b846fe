// Runs of base64 in a text, decoded: a value inside an encoded document is found there.
import { BASE64_VALUES, decodeSixes } from './base64.ts'

export interface Base64Run {
  readonly start: number
  readonly end: number
  readonly bytes: Uint8Array
}

const MIN_RUN = 20
const OUTSIDE = 255
const BACKSLASH = 0x5c
const SKIPPED_AFTER_BACKSLASH = new Set(Array.from('nr/', (letter) => letter.charCodeAt(0)))

/** Every run of at least 20 base64 characters; line breaks inside, escaped or not, do not end it. */
export function findBase64Runs(text: Uint8Array, length: number): readonly Base64Run[] {
  const values = BASE64_VALUES
  const runs: Base64Run[] = []
  let at = 0
  while (at < length) {
    if (values[text[at] ?? 0] === OUTSIDE) {
      at += 1
      continue
    }
    const first = plainEnd(text, length, at)
    // Most are words.
    if (first - at < MIN_RUN && afterBreaks(text, length, first) === first) {
      at = first
      continue
    }
    const pieces = readPieces(text, length, at, first)
    const end = pieces.at(-1) ?? first
    const bytes = decodePieces(text, pieces)
    if (bytes !== undefined) runs.push({ start: at, end: paddedEnd(text, length, end), bytes })
    at = end
  }
  return runs
}

/** Beginning and end of each unbroken piece of one run, in turn. */
function readPieces(text: Uint8Array, length: number, start: number, first: number): readonly number[] {
  const pieces = [start, first]
  for (;;) {
    const end = pieces.at(-1) ?? first
    const next = afterBreaks(text, length, end)
    if (next === end || next >= length || BASE64_VALUES[text[next] ?? 0] === OUTSIDE) return pieces
    pieces.push(next, plainEnd(text, length, next))
  }
}

function decodePieces(text: Uint8Array, pieces: readonly number[]): Uint8Array | undefined {
  let total = 0
  for (let at = 0; at < pieces.length; at += 2) total += (pieces[at + 1] ?? 0) - (pieces[at] ?? 0)
  if (total < MIN_RUN) return undefined
  const values = BASE64_VALUES
  const sixes = new Uint8Array(total)
  let size = 0
  for (let piece = 0; piece < pieces.length; piece += 2) {
    const to = pieces[piece + 1] ?? 0
    for (let at = pieces[piece] ?? 0; at < to; at += 1) {
      sixes[size] = values[text[at] ?? 0] ?? 0
      size += 1
    }
  }
  return decodeSixes(sixes)
}

function paddedEnd(text: Uint8Array, length: number, end: number): number {
  let at = end
  while (at < length && at < end + 2 && text[at] === 0x3d) at += 1
  return at
}

function plainEnd(text: Uint8Array, length: number, start: number): number {
  const values = BASE64_VALUES
  let at = start
  while (at < length && values[text[at] ?? 0] !== OUTSIDE) at += 1
  return at
}

/** After raw line breaks, `\n`, `\r\n` (also doubly escaped), and before the slash of `\/`. */
function afterBreaks(text: Uint8Array, length: number, start: number): number {
  let at = start
  for (;;) {
    if (text[at] === 0x0a || text[at] === 0x0d) {
      at += 1
      continue
    }
    let letter = at
    while (letter < length && text[letter] === BACKSLASH) letter += 1
    if (letter === at || !SKIPPED_AFTER_BACKSLASH.has(text[letter] ?? 0)) return at
    if (text[letter] === 0x2f) return letter
    at = letter + 1
  }
}

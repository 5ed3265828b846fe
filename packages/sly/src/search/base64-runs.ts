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
  const runs: Base64Run[] = []
  let at = 0
  while (at < length) {
    if (BASE64_VALUES[text[at] ?? 0] === OUTSIDE) {
      at += 1
      continue
    }
    const run = readRun(text, length, at)
    if (run.sixes.length >= MIN_RUN)
      runs.push({ start: at, end: paddedEnd(text, length, run.end), bytes: decodeSixes(run.sixes) })
    at = run.end
  }
  return runs
}

function readRun(
  text: Uint8Array,
  length: number,
  start: number,
): { readonly sixes: Uint8Array; readonly end: number } {
  let end = plainEnd(text, length, start)
  const pieces: (readonly [number, number])[] = [[start, end]]
  for (;;) {
    const next = afterBreaks(text, length, end)
    if (next === end || BASE64_VALUES[text[next] ?? 0] === OUTSIDE || next >= length) break
    end = plainEnd(text, length, next)
    pieces.push([next, end])
  }
  const sixes = new Uint8Array(pieces.reduce((sum, [from, to]) => sum + to - from, 0))
  let size = 0
  for (const [from, to] of pieces) {
    for (let at = from; at < to; at += 1) {
      sixes[size] = BASE64_VALUES[text[at] ?? 0] ?? 0
      size += 1
    }
  }
  return { sixes, end }
}

function paddedEnd(text: Uint8Array, length: number, end: number): number {
  let at = end
  while (at < length && at < end + 2 && text[at] === 0x3d) at += 1
  return at
}

function plainEnd(text: Uint8Array, length: number, start: number): number {
  let at = start
  while (at < length && BASE64_VALUES[text[at] ?? 0] !== OUTSIDE) at += 1
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

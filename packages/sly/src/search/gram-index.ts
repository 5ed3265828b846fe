// Many patterns, one pass: a bitmap of four-byte grams says where a pattern could be, then the candidates are compared.
import { FOLD, fold, isLetterOrDigit, utf8 } from './bytes.ts'

export interface Pattern {
  /** Equal for the same spelling of the same leaf, whenever it is built. */
  readonly id: string
  /** Which leaf of which key; the search's own numbering. */
  readonly leaf: number
  readonly form: string
  readonly text: string
  readonly exact: boolean
  /** Only between word boundaries. */
  readonly words: boolean
  /** Length of the leaf itself, for the size of the windows of long patterns. */
  readonly leafBytes: number
}

export interface Match {
  readonly pattern: Pattern
  readonly start: number
  readonly end: number
  /** The match is a part of a long pattern. */
  readonly part: boolean
  /** The window that found it. */
  readonly window: string
}

export interface GramIndex {
  readonly size: number
  readonly longest: number
  scan(text: Uint8Array, end: number, found: (match: Match) => void): void
}

/** A stretch of a pattern that is looked for by its rarest four bytes. */
interface Anchor {
  readonly pattern: Pattern
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
  readonly gramAt: number
}

const LONG_BYTES = 64
const WINDOW_BYTES = 32
const MAX_WINDOWS = 256
const MIN_DISTINCT = 6
const GRAM = 4
const [FEWEST_BITS, MOST_BITS] = [12, 21]
/** Bits of the bitmap for each place in it that is taken, as a power of two: so many grams are told apart from a text's own. */
const SPARSENESS = 8

/** Where a pattern could be. It serves every index that is made of the pattern. */
export type Anchored = readonly Anchor[]

export function anchorsOf(patterns: readonly Pattern[]): Anchored {
  return patterns.flatMap(anchorsOfOne)
}

/** Windows whose name is in `without` are not looked for. */
export function createGramIndex(anchors: Anchored, without: ReadonlySet<string> = new Set()): GramIndex {
  const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, SPARSENESS + Math.ceil(Math.log2(anchors.length + 1))))
  const shift = 32 - bits
  const bitmap = new Uint32Array(2 ** (bits - 5))
  const buckets = new Map<number, Anchor[]>()
  let longest = 0
  for (const anchor of anchors) {
    if (without.size > 0 && without.has(windowName(anchor))) continue
    const gram = gramOf(anchor.bytes, anchor.gramAt)
    const slot = Math.imul(gram, SPREAD) >>> shift
    bitmap[slot >>> 5] = (bitmap[slot >>> 5] ?? 0) | (1 << (slot & 31))
    const bucket = buckets.get(gram)
    if (bucket === undefined) buckets.set(gram, [anchor])
    else bucket.push(anchor)
    longest = Math.max(longest, anchor.bytes.length)
  }
  const scan: GramIndex['scan'] = (text, end, found) => {
    const folded = FOLD
    let covered: Map<Pattern, number> | undefined
    let gram = 0
    for (let at = 0; at < end; at += 1) {
      gram = (gram << 8) | (folded[text[at] ?? 0] ?? 0)
      const slot = Math.imul(gram, SPREAD) >>> shift
      if (((bitmap[slot >>> 5] ?? 0) & (1 << (slot & 31))) === 0 || at < GRAM - 1) continue
      for (const anchor of buckets.get(gram) ?? []) {
        const start = at - (GRAM - 1) - anchor.gramAt
        // Windows inside a stretch that is known would only find it again.
        if (start + anchor.to <= (covered?.get(anchor.pattern) ?? 0)) continue
        const match = compare(anchor, text, end, start)
        if (match === undefined) continue
        covered ??= new Map()
        covered.set(anchor.pattern, match.end)
        found(match)
      }
    }
  }
  return { size: buckets.size, longest, scan: buckets.size === 0 ? () => undefined : scan }
}

const SPREAD = 0x9e3779b1

function gramOf(bytes: Uint8Array, at: number): number {
  let gram = 0
  for (let step = 0; step < GRAM; step += 1) gram = (gram << 8) | (FOLD[bytes[at + step] ?? 0] ?? 0)
  return gram
}

/** One anchor for a pattern, or one for each window of a long one, so that a truncated copy is found too. */
function anchorsOfOne(pattern: Pattern): readonly Anchor[] {
  const own = utf8(pattern.text)
  const bytes = pattern.exact ? own : fold(own)
  if (bytes.length < GRAM) return []
  return windowsOf(pattern, bytes).map(([from, to]) => ({
    pattern,
    bytes,
    from,
    to,
    gramAt: rarestGram(bytes, from, to),
  }))
}

function windowsOf(pattern: Pattern, bytes: Uint8Array): readonly (readonly [number, number])[] {
  if (pattern.leafBytes <= LONG_BYTES) return [[0, bytes.length]]
  const size = Math.ceil((WINDOW_BYTES * bytes.length) / pattern.leafBytes)
  const last = bytes.length - size
  if (last <= 0) return [[0, bytes.length]]
  const stride = Math.max(size, Math.ceil(last / (MAX_WINDOWS - 1)))
  const starts = Array.from({ length: Math.ceil(last / stride) }, (_, at) => at * stride)
  return [...starts, last]
    .map((from) => [from, from + size] as const)
    .filter(([from, to]) => new Set(bytes.subarray(from, to)).size >= MIN_DISTINCT)
}

const COMMON = ' \n"\\:,{}[]etaoinshrdlucmfpgwy0u'

function rarestGram(bytes: Uint8Array, from: number, to: number): number {
  let [best, lowest] = [from, Number.POSITIVE_INFINITY]
  for (let at = from; at + GRAM <= to; at += 1) {
    let cost = 0
    for (let step = 0; step < GRAM; step += 1) cost += COST[bytes[at + step] ?? 0] ?? 0
    if (cost >= lowest) continue
    best = at
    lowest = cost
  }
  return best
}

const COST: Uint8Array = FOLD.map((byte) => {
  const rank = COMMON.indexOf(String.fromCharCode(byte))
  return rank === -1 ? 1 : COMMON.length + 2 - rank
})

function compare(anchor: Anchor, text: Uint8Array, end: number, start: number): Match | undefined {
  const { bytes, pattern } = anchor
  if (start + anchor.from < 0 || start + anchor.to > end) return undefined
  const same = (at: number): boolean => {
    const byte = text[start + at] ?? 0
    return (pattern.exact ? byte : FOLD[byte]) === bytes[at]
  }
  for (let at = anchor.from; at < anchor.to; at += 1) if (!same(at)) return undefined
  let [from, to] = [anchor.from, anchor.to]
  while (from > 0 && start + from > 0 && same(from - 1)) from -= 1
  while (to < bytes.length && start + to < end && same(to)) to += 1
  if (pattern.words && !standsAlone(text, end, start + from, start + to)) return undefined
  return { pattern, start: start + from, end: start + to, part: to - from < bytes.length, window: windowName(anchor) }
}

const windowName = ({ pattern, from }: Anchor): string => `${pattern.id}@${from}`

function standsAlone(text: Uint8Array, end: number, start: number, stop: number): boolean {
  return !(start > 0 && isWord(text, start - 1)) && !(stop < end && isWordByte(text[stop] ?? 0))
}

const ESCAPE_LETTERS = new Set(Array.from('bfnrt', (letter) => letter.charCodeAt(0)))

/** The letter of an escaped line break or tab is no letter of a word. */
function isWord(text: Uint8Array, at: number): boolean {
  const byte = text[at] ?? 0
  return isWordByte(byte) && !(ESCAPE_LETTERS.has(byte) && text[at - 1] === 0x5c)
}

const isWordByte = (byte: number): boolean => isLetterOrDigit(byte) || byte >= 0x80 || byte === 0x5f

// A result that is too long for a conversation, as agents of the bub profile are told it: how long it is, how to read it, its
// beginning and its end. People always have the whole.
import { isHighSurrogate } from './cap-result.ts'

/** The tool that reads what was put aside; it is offered once something was. */
export const SPILL_READ = 'spill_read'

const CHUNK_BYTES = 16_384
const PREVIEW = 300
const MOST_CHUNKS = 4
const CHARS_A_TOKEN = 4

/** Characters from which on a result is put aside; undefined where none is. */
export function spillChars(thresholdTokens: number): number | undefined {
  return thresholdTokens > 0 ? thresholdTokens * CHARS_A_TOKEN : undefined
}

/** What the model reads in place of a long result. */
export function spillText(text: string, handle: string): string {
  const chunks = chunksOf(text)
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
  return [
    `[tool output spilled: ${grouped(bytes)} bytes in ${chunks.length} chunks; handle: ${handle}]`,
    `[read with: ${SPILL_READ}(handle='${handle}', cursor=0, count=1, from_end=False)]`,
    '',
    wholeStart(text),
    '...',
    wholeEnd(text),
  ].join('\n')
}

/** Which chunks are read: from the first or from the last one, at most four. */
export interface SpillRange {
  readonly cursor?: number
  readonly count?: number
  readonly fromEnd?: boolean
}

/** Chunks of a text, under a line that says which they are and how to go on. */
export function readSpill(
  text: string,
  handle: string,
  { cursor = 0, count = 1, fromEnd = false }: SpillRange,
): string {
  const chunks = chunksOf(text)
  const start = Math.min(Math.max(0, Math.trunc(cursor)), chunks.length)
  const most = Math.min(Math.max(1, Math.trunc(count)), MOST_CHUNKS)
  const ordered = fromEnd ? [...chunks].reverse() : chunks
  const read = ordered.slice(start, start + most)
  const shown = fromEnd ? [...read].reverse() : read
  const next = start + read.length
  const more = next < chunks.length ? `next cursor: ${next}` : 'nothing more'
  const place = fromEnd ? ' from the end' : ''
  return [
    `[${read.length} of ${chunks.length} chunks of ${handle}${place}; ${more}]`,
    shown.map((one) => one.text).join(''),
  ].join('\n')
}

interface Chunk {
  readonly text: string
  readonly bytes: number
}

/** Pieces of at most so many bytes of UTF-8; no character is cut in two. */
function chunksOf(text: string): readonly Chunk[] {
  const chunks: Chunk[] = []
  let [begin, at, bytes] = [0, 0, 0]
  for (const character of text) {
    const size = bytesOf(character)
    if (bytes + size > CHUNK_BYTES) {
      chunks.push({ text: text.slice(begin, at), bytes })
      ;[begin, bytes] = [at, 0]
    }
    bytes += size
    at += character.length
  }
  return bytes === 0 ? chunks : [...chunks, { text: text.slice(begin), bytes }]
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function wholeStart(text: string): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(PREVIEW - 1)) ? PREVIEW - 1 : PREVIEW)
}

function wholeEnd(text: string): string {
  const from = Math.max(0, text.length - PREVIEW)
  return text.slice(from > 0 && isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from)
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

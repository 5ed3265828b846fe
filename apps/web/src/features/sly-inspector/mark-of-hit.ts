// Places of private values in the bytes that were sent, found again in the record, where marks stand in their stead.
import type { RequestRecord, ScanHit } from '@slyglass/run-log'

const MARK = /⟨sly:([^⟩]*)⟩/g

/**
 * Which mark of its key a hit became, counted from 0. A record also holds marks that were sent as such, from
 * conversations that were masked before, so a mark counts by its place: the record is shorter than what was sent by the
 * values that it lacks, spread evenly over the hits.
 */
export function markOfHit(record: string, request: RequestRecord, hit: ScanHit): number | undefined {
  const masked = request.scan.hits.filter(({ strength }) => strength === 'strong').sort((a, b) => a.offset - b.offset)
  const index = masked.findIndex(({ key, offset }) => key === hit.key && offset === hit.offset)
  if (index < 0) return undefined
  const { marks, bytes } = readMarks(record, hit.key)
  const expected = hit.offset - ((request.bytes - bytes) * index) / masked.length
  const distances = marks.map((at) => Math.abs(at - expected))
  const nearest = distances.indexOf(Math.min(...distances))
  return nearest < 0 ? undefined : nearest
}

/** Byte offsets of a key's marks, and the length of the text in bytes. */
function readMarks(text: string, key: string): { readonly marks: readonly number[]; readonly bytes: number } {
  const length = (piece: string) => new TextEncoder().encode(piece).length
  const marks: number[] = []
  let [bytes, from] = [0, 0]
  for (const match of text.matchAll(MARK)) {
    bytes += length(text.slice(from, match.index))
    from = match.index
    if (match[1] === key) marks.push(bytes)
  }
  return { marks, bytes: bytes + length(text.slice(from)) }
}

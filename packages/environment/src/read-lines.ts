import type { Readable } from 'node:stream'

/** Calls `onLine` for every line of a byte stream. A line beyond `maxBytes` ends the reading with `onTooLong`. */
export function readLines(
  stream: Readable,
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): void {
  stream.on('data', lineReader(maxBytes, onLine, onTooLong))
}

/** The same for bytes that are handed over piece by piece. A piece may be written to again afterwards. */
export function lineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (piece: Buffer) => void {
  let parts: Buffer[] = []
  let held = 0
  let closed = false
  return (piece) => {
    let from = 0
    while (!closed) {
      const end = piece.indexOf(10, from)
      held += (end === -1 ? piece.length : end) - from
      if (held > maxBytes) {
        closed = true
        parts = []
        onTooLong()
        return
      }
      if (end === -1) {
        if (from < piece.length) parts.push(Buffer.from(piece.subarray(from)))
        return
      }
      const isWhole = parts.length === 0
      const line = isWhole ? piece.toString('utf8', from, end) : joined([...parts, piece.subarray(from, end)])
      if (!isWhole) parts = []
      held = 0
      from = end + 1
      if (line !== '') onLine(line)
    }
  }
}

const joined = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString('utf8')

import type { Readable } from 'node:stream'

/** Calls `onLine` for every line of a byte stream. A line beyond `maxBytes` ends the reading with `onTooLong`. */
export function readLines(
  stream: Readable,
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): void {
  let parts: Buffer[] = []
  let held = 0
  let closed = false
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    while (!closed) {
      const end = chunk.indexOf(10, from)
      const part = chunk.subarray(from, end === -1 ? undefined : end)
      parts.push(part)
      held += part.length
      if (held > maxBytes) {
        closed = true
        parts = []
        onTooLong()
        return
      }
      if (end === -1) return
      const line = Buffer.concat(parts).toString('utf8')
      parts = []
      held = 0
      from = end + 1
      if (line !== '') onLine(line)
    }
  })
}

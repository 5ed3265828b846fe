import { decodeTailLine } from './decode.ts'
import type { TailLine } from './replies.ts'

/**
 * The lines of an NDJSON stream. A line that the connection cut in two is not delivered: whoever resumes from the
 * last number gets it whole.
 */
export async function* readTail(stream: ReadableStream<Uint8Array>): AsyncGenerator<TailLine> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const decoded = decodeTailLine(line)
        if (decoded !== undefined) yield decoded
      }
    }
  } finally {
    // A consumer that leaves early must not keep the connection open; a broken stream has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

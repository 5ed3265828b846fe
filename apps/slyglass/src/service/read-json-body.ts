import type { IncomingMessage } from 'node:http'
import { err, type Json, ok, parseJson, type Result } from '@slyglass/base'

/** Why a body cannot be used. */
export type BodyFault = 'too-large' | 'not-json' | 'gone'

/** The limit that neuro-san's clients know. */
export const MOST_BYTES = 100 * 1024 * 1024

/** Reads a body as exact JSON. Python's NaN and Infinity, which are no JSON, are read as null. */
export async function readJsonBody(request: IncomingMessage, most = MOST_BYTES): Promise<Result<Json, BodyFault>> {
  if (Number(request.headers['content-length'] ?? '0') > most) return err('too-large')
  const bytes = await readBytes(request, most)
  if (!bytes.ok) return bytes
  const text = bytes.value.toString('utf8')
  const parsed = parseJson(text)
  if (parsed.ok) return parsed
  const again = parseJson(withoutNaN(text))
  return again.ok ? ok(again.value) : err('not-json')
}

/** By its events: iterating over a request costs several times as much as reading it. */
function readBytes(request: IncomingMessage, most: number): Promise<Result<Buffer, BodyFault>> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    request.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size <= most) parts.push(part)
      else resolve(err('too-large'))
    })
    request.once('end', () => resolve(ok(Buffer.concat(parts))))
    request.once('close', () => resolve(err('gone')))
    request.once('error', () => resolve(err('gone')))
  })
}

// A text that never closes reaches to the end: looked for again from each of its quotes, it would hold up the server.
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g

export function withoutNaN(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('"') ? token : 'null'))
}

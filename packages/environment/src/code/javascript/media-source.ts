// What code gives to be attached, as the studio is asked for it: an address, a path in the workspace, or bytes.
import type { MediaSource } from '../cell-messages.ts'

const TYPES = ['mime_type', 'media_type', 'mimeType', 'mediaType', 'content_type']
const DATA = ['data', 'base64', 'b64_json', 'bytes']

/** Undefined when nothing in it can be loaded. */
export function mediaSourceOf(value: unknown, kind: string): MediaSource | undefined {
  if (typeof value === 'string') return /^(?:data|https?|gs):/i.test(value) ? { url: value } : { path: value }
  const bytes = bytesOf(value)
  if (bytes !== undefined) return { base64: encodeBase64(bytes) }
  if (typeof value !== 'object' || value === null) return undefined
  const parts = value as Record<string, unknown>
  for (const wrapper of [`${kind}_url`, `input_${kind}`, 'source', kind]) {
    const inner = parts[wrapper]
    if (inner !== undefined && inner !== null) return mediaSourceOf(inner, kind)
  }
  if (typeof parts.url === 'string') return { url: parts.url }
  if (typeof parts.path === 'string') return { path: parts.path }
  const type = typeOf(parts, kind)
  for (const name of DATA) {
    const data = parts[name]
    const held = bytesOf(data)
    const base64 = typeof data === 'string' ? data : held === undefined ? undefined : encodeBase64(held)
    if (base64 !== undefined) return { base64, ...(type !== undefined && { type }) }
  }
  return undefined
}

function typeOf(parts: Record<string, unknown>, kind: string): string | undefined {
  const said = TYPES.map((name) => parts[name]).find((type) => typeof type === 'string' && type !== '')
  if (typeof said === 'string') return said
  return typeof parts.format === 'string' ? `${kind}/${parts.format}` : undefined
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return undefined
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The engine has no encoder of its own. */
function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const group = (a << 16) | (b << 8) | c
    const letters = [18, 12, 6, 0].map((shift) => LETTERS.charAt((group >> shift) & 63)).join('')
    const given = bytes.length - at
    parts.push(given >= 3 ? letters : letters.slice(0, given + 1).padEnd(4, '='))
  }
  return parts.join('')
}

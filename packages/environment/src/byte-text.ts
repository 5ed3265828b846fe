// Bytes of whoever writes them, as text: what is no UTF-8, and the byte that nobody sees, are shown as Python writes them.
import { isUtf8 } from 'node:buffer'

/** Bytes that come in pieces. A letter that has not come whole waits for the rest of it. */
export class ByteText {
  #rest = Buffer.alloc(0)

  /** It waits for the rest of a letter. */
  get isHalf(): boolean {
    return this.#rest.length > 0
  }

  push(piece: Uint8Array): string {
    const bytes =
      this.#rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : this.#with(piece)
    const begun = beginningOfLetter(bytes)
    this.#rest = Buffer.from(bytes.subarray(bytes.length - begun))
    return textOf(bytes.subarray(0, bytes.length - begun))
  }

  /** What waits, since nothing follows. */
  end(): string {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    return textOf(rest)
  }

  #with(piece: Uint8Array): Buffer {
    return Buffer.concat([this.#rest, piece])
  }
}

/** All of them at once. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = isUtf8(buffer) ? buffer.toString('utf8') : escaped(buffer)
  return text.replaceAll('\0', '\\x00')
}

function escaped(bytes: Buffer): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const length = letterLength(bytes[at] ?? 0)
    if (length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) {
      at += length
      continue
    }
    parts.push(bytes.toString('utf8', from, at), `\\x${bytes.toString('hex', at, at + 1)}`)
    at += 1
    from = at
  }
  return parts.join('') + bytes.toString('utf8', from)
}

/** How many bytes at the end may be the first ones of a letter. */
function beginningOfLetter(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0
    if (isFollowing(byte)) continue
    return letterLength(byte) > count ? count : 0
  }
  return 0
}

function isFollowing(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0
}

/** Of a letter that begins so; 0 where none does. */
function letterLength(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

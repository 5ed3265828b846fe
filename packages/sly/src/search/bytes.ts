// Byte work of the search: UTF-8 in, ASCII case folded by table, and back to places in a string.
const encoder = new TextEncoder()

/** Up to here bytes lie beside the object that holds them, which costs far less than memory of their own. */
const SHORT = 64

/** UTF-8 of a text; lone surrogates become U+FFFD, as on the wire. */
export function utf8(text: string): Uint8Array {
  return (text.length <= SHORT ? shortAscii(text) : undefined) ?? encoder.encode(text)
}

function shortAscii(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < bytes.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return undefined
    bytes[at] = code
  }
  return bytes
}

const ROOM = 64 * 1024
const room = new Uint8Array(ROOM)

/** The same in room that the next call overwrites: most texts are short, and a buffer for each costs more than the search. */
export function utf8ForNow(text: string): Uint8Array {
  if (text.length * 3 > ROOM) return utf8(text)
  return room.subarray(0, encoder.encodeInto(text, room).written)
}

/** Lower case for A to Z, everything else as it is. */
export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
)

export function foldText(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

export function fold(bytes: Uint8Array): Uint8Array {
  const folded = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) folded[at] = FOLD[bytes[at] ?? 0] ?? 0
  return folded
}

/** Every byte as two hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  let digits = ''
  for (const byte of bytes) digits += HEX[byte]
  return digits
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function isLetterOrDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

/** Places in a string for ascending byte offsets. */
export function stringPlaces(text: string, byteOffsets: readonly number[]): readonly number[] {
  const places: number[] = []
  let [byte, at] = [0, 0]
  for (const offset of byteOffsets) {
    while (byte < offset && at < text.length) {
      const code = text.codePointAt(at) ?? 0
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
      at += code < 0x10000 ? 1 : 2
    }
    places.push(at)
  }
  return places
}

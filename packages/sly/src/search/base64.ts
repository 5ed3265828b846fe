// Base64 as the search needs it: what a text looks like inside a longer encoded one, and decoding of found runs.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Value of each base64 byte, both alphabets; 255 for others. */
export const BASE64_VALUES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  const at = ALPHABET.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter)
  return at === -1 ? 255 : at
})

/** The characters that are certain in each of the three alignments: plain, URL-safe, and with escaped slashes. */
export function base64Spellings(bytes: Uint8Array): readonly string[] {
  const spellings = new Set<string>()
  for (const lead of [0, 1, 2]) {
    const plain = certainPart(bytes, lead)
    spellings.add(plain)
    if (!/[+/]/.test(plain)) continue
    spellings.add(plain.replaceAll('+', '-').replaceAll('/', '_'))
    spellings.add(plain.replaceAll('/', '\\/'))
  }
  return [...spellings]
}

function certainPart(bytes: Uint8Array, lead: number): string {
  const first = Math.ceil((lead * 8) / 6)
  const last = Math.floor(((lead + bytes.length) * 8) / 6)
  let text = ''
  for (let at = first; at < last; at += 1) text += ALPHABET[sixBits(bytes, at * 6 - lead * 8)] ?? ''
  return text
}

function sixBits(bytes: Uint8Array, bit: number): number {
  const at = Math.floor(bit / 8)
  const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  return (pair >> (10 - (bit - at * 8))) & 63
}

/** Decodes values of base64 characters (0 to 63); bits that fill no byte are dropped. */
export function decodeSixes(sixes: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((sixes.length * 6) / 8))
  let [held, bits, at] = [0, 0, 0]
  for (const six of sixes) {
    held = ((held << 6) | six) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (held >> bits) & 255
    at += 1
  }
  return bytes
}

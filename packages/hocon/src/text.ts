// How tokens become text: escapes, quotes and tabs.
import type { Profile } from './diagnostic.ts'
import type { Token } from './tree.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const RUNTIME_ESCAPE = /\\([\\nrt"=#!])/g
const SPEC_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g
/** What the reference refuses in a text in simple quotes, or begins an escape. */
export const SUSPECT = /[\\\u0000-\u001f]/
const GOOD_ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/y

/** The characters between the quotes of a string or triple-quoted token, as written. */
export function innerText(token: Token): string {
  return token.text.slice(openingWidth(token), token.width - closingWidth(token))
}

/** How many characters of a token stand before its text. */
export function openingWidth(token: Token): number {
  if (token.token === 'triple' || token.token === 'open-triple') return 3
  return token.token === 'string' || token.token === 'open-string' ? 1 : 0
}

function closingWidth(token: Token): number {
  if (token.token === 'triple') return 3
  if (token.token === 'string') return 1
  return token.token === 'open-string' && token.width > 1 && token.text.endsWith('"') ? 1 : 0
}

/** The offset inside a string's text of the first character that the reference refuses, or -1. */
export function badCharacter(inner: string): number {
  const first = inner.search(SUSPECT)
  if (first === -1) return -1
  for (let at = first; at < inner.length; at += 1) {
    if (inner.charCodeAt(at) < 0x20) return at
    if (inner[at] !== '\\') continue
    GOOD_ESCAPE.lastIndex = at
    if (!GOOD_ESCAPE.test(inner)) return at
    at += 1
  }
  return -1
}

/** Text of a quoted string after its escapes. */
export function decode(inner: string, profile: Profile): string {
  if (!inner.includes('\\')) return inner
  if (profile === 'neuro-san') return inner.replace(RUNTIME_ESCAPE, (_, letter: string) => ESCAPES[letter] ?? letter)
  return inner.replace(SPEC_ESCAPE, (_, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (ESCAPES[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Text of a key between quotes: the Python loader keeps escapes there as they are written. */
export function decodeKey(inner: string, profile: Profile): string {
  if (!inner.includes('\\')) return inner
  return profile === 'spec' ? decode(inner, 'spec') : inner.replaceAll('\\"', '"')
}

/**
 * The text of a range with tabs turned into blanks up to the next 8-column stop, as the Python loader does with the
 * whole file before it reads it. Columns count code points since the last line break.
 */
export function expandTabs(text: string, from: number, to: number): string {
  const slice = text.slice(from, to)
  if (!slice.includes('\t')) return slice
  let start = from
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  let [column, result] = [0, '']
  for (let at = start; at < to; at += 1) {
    const char = text[at] as string
    const low = char >= '\udc00' && char <= '\udfff'
    const piece = char === '\t' ? ' '.repeat(8 - (column % 8)) : char
    column = char === '\n' || char === '\r' ? 0 : column + (low ? 0 : piece.length)
    if (at >= from) result += piece
  }
  return result
}

// Key paths: unquoted text is split at dots, quoted text is not, blanks around dots belong to the segments.
import type { Profile } from './diagnostic.ts'
import { matchAt } from './scan.ts'
import { decodeKey, innerText } from './text.ts'
import { makeToken, type Token } from './tree.ts'

/** Keys from the root to a value. */
export type Path = readonly string[]
/** Why a text is no path: nothing between two dots, or a character that has to be in quotes. */
export type PathFault = 'empty-segment' | 'bad-character'

const QUOTED = /"""[\s\S]*?"""+|"(?:[^"\\\n]|\\[^\n])*"/y
const PLAIN = /[^"]+/y
const RESERVED = /[$"{}[\]:=,+#`^?!@*&\\\n]/

/** The segments that a row of word, blank and string tokens spells. */
export function pathOfTokens(tokens: readonly Token[], profile: Profile): Path | PathFault {
  const [only] = tokens
  // Nearly every key is one of these two.
  if (only !== undefined && tokens.length === 1) {
    if (only.token === 'string') return [decodeKey(innerText(only), profile)]
    if (only.token === 'word' && !only.text.includes('.')) return [only.text]
  }
  const segments: { text: string; quoted: boolean }[] = [{ text: '', quoted: false }]
  for (const token of tokens) {
    const last = segments[segments.length - 1] as { text: string; quoted: boolean }
    if (token.token === 'string' || token.token === 'triple' || token.token.startsWith('open-')) {
      last.text += token.token === 'triple' ? innerText(token) : decodeKey(innerText(token), profile)
      last.quoted = true
      continue
    }
    const [first = '', ...rest] = token.text.split('.')
    last.text += first
    for (const text of rest) segments.push({ text, quoted: false })
  }
  const filled = segments.filter((segment) => segment.quoted || segment.text.trim() !== '')
  if (filled.length < segments.length && profile === 'spec') return 'empty-segment'
  return filled.length === 0 ? 'empty-segment' : filled.map((segment) => segment.text)
}

/** The keys that a path such as `a."b.c".d` names, as it may stand in `${…}`; blanks around it do not count. */
export function pathOfText(text: string): Path | PathFault {
  const tokens: Token[] = []
  const trimmed = text.trim()
  for (let at = 0; at < trimmed.length; ) {
    const quoted = matchAt(QUOTED, trimmed, at)
    const piece = quoted ?? matchAt(PLAIN, trimmed, at)
    if (piece === undefined) return 'bad-character'
    if (quoted === undefined && RESERVED.test(piece)) return 'bad-character'
    tokens.push(makeToken(quoted === undefined ? 'word' : quoted.startsWith('"""') ? 'triple' : 'string', piece))
    at += piece.length
  }
  return pathOfTokens(tokens, 'spec')
}

/** The text between the braces of a substitution, without `?`. */
export function substitutionName(token: Token): string {
  const start = token.text.startsWith('${?') ? 3 : 2
  return token.text.slice(start, token.token === 'substitution' ? -1 : undefined)
}

/** A path as a person would write it: keys that need quotes have them. `pathOfText` reads it back. */
export function printPath(path: Path): string {
  return path.map((segment) => (/^[\w\-À-ÿ]+$/.test(segment) ? segment : JSON.stringify(segment))).join('.')
}

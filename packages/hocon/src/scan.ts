// Reads one token at a given offset. Which characters make a word depends on the profile and on whether a key or a
// value is being read, so the parser asks for tokens instead of getting a finished list.
import type { Profile } from './diagnostic.ts'
import {
  APPEND,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EQUALS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  spacesOf,
} from './signs.ts'
import { makeToken, type Token, type TokenKind } from './tree.ts'

const BLANK = /[\t\v\f \u001c-\u001f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/y
const BLANK_WITH_RETURN =
  /(?:[\t\v\f \u001c-\u001f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|\r(?!\n))+/y
const WORD =
  /(?:[^\t\v\f \n\r\u001c-\u001f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff$"{}[\]:=,+#`^?!@*&\\/]|\/(?!\/))+/y
const RUNTIME_WORD =
  /(?:[^\t\v\f \n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff^`+?!@*&"[{\]}#,=$\\]|\\(?![\r\n]))+/y
const CONTINUATION = /\\(?:\r\n|\n|\r)[ \t]*/y
const RUNTIME_NUMBER = /[+-]?(?:\d*\.\d+|\d+(?:\.\d+)?)(?:[eE][+-]?\d+)?(?=[ \t]*(?:[$}\],#\n\r]|\/\/|$))/y
const RUNTIME_KEYWORD = /(?:true|false|null)(?![A-Za-z0-9_$])/iy
const NUMBER_LIKE = /[-0-9][0-9eE+\-.]*/y
const JAVA_NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const DURATION =
  /\d+[ \t]*(?:ns|nanos?|nanoseconds?|us|micros?|microseconds?|ms|millis?|milliseconds?|s|seconds?|m|minutes?|h|hours?|d|days?|w|weeks?|mo|months?|y|years?)(?![A-Za-z0-9])/y
/** A quoted text that is in truth the end of a key, a separator, and the start of a value. */
const LOST_QUOTE = /^"[\w .-]*[:=][ \t]*(?:"$|\$\{)/
/** What may follow a value: a bracket, a key, another piece. */
const AFTER_VALUE = /^(?:[}\]]|"[^"\n]*"[ \t]*[:={]|[\w.-]+[ \t]*[:={]|\$\{)/
const SUBSTITUTION_START = /\$\{\??[ \t]*[\w.-]*/y
const OWNED_LINE = /(?:"[^"\n]+"|[A-Za-z_][\w.-]*)[ \t]*[:={]/y

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const tokenOf = (kind: TokenKind, text: string, at: number, end: number) => makeToken(kind, text.slice(at, end))

/** A blank, newline or comment at `at`. */
export function scanTrivia(text: string, at: number, profile: Profile): Token | undefined {
  // Asked before every token: codes tell what is common, a pattern would take most of the time of lexing. Names for the
  // codes would take some of it, too.
  const code = text.charCodeAt(at)
  if (code === 0x20) return scanSpaces(text, at) ?? scanOtherTrivia(text, at, profile)
  if (code === 0x0a) return NEWLINE
  // Letters, digits, brackets, quotes, commas: neither `/` and what stands below it, nor what is not ASCII.
  if (code > 0x2f && code < 0x7f) return undefined
  if (code === 0x22 || code === 0x24 || code === 0x2c) return undefined
  return scanOtherTrivia(text, at, profile)
}

// Spaces that no other blank follows.
function scanSpaces(text: string, at: number): Token | undefined {
  let end = at + 1
  while (text.charCodeAt(end) === 0x20) end += 1
  const code = text.charCodeAt(end)
  return code === 0x0a || (code > 0x20 && code < 0x7f) ? spacesOf(end - at) : undefined
}

function scanOtherTrivia(text: string, at: number, profile: Profile): Token | undefined {
  const char = text[at]
  if (char === '#' || (char === '/' && text[at + 1] === '/')) return tokenOf('comment', text, at, lineEnd(text, at))
  const blank = matchAt(profile === 'spec' ? BLANK_WITH_RETURN : BLANK, text, at)
  if (blank !== undefined) return makeToken('blank', blank)
  if (char === '\r') return makeToken('newline', text[at + 1] === '\n' ? '\r\n' : '\r')
  return undefined
}

/** Offset of the end of the line that holds `at`, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end === -1) return text.length
  return end > at && text[end - 1] === '\r' ? end - 1 : end
}

/** A token that may stand in a key, or what ends it. */
export function scanKeyToken(text: string, at: number): Token | undefined {
  const token = scanMark(text, at) ?? scanWord(text, at)
  if (token?.token === 'open-string') return lostQuote(text, at, token)
  if (
    token?.token === 'triple' &&
    token.text.includes('\n') &&
    !/^[ \t]*[:={]/.test(text.slice(at + token.width, at + token.width + 80))
  )
    return makeToken('open-triple', '"""')
  if (token?.token !== 'string') return token
  const next = text[at + token.width]
  const glued = next !== ':' && next !== undefined && !/[\s={+,]/.test(next)
  return glued && LOST_QUOTE.test(token.text) ? lostQuote(text, at, token) : token
}

// A key that lost one of its quotes ends before its separator, so that its value is still read.
function lostQuote(text: string, at: number, token: Token): Token {
  const end = token.text.search(/[:=]/)
  return end < 1 ? token : tokenOf('open-string', text, at, at + token.text.slice(0, end).trimEnd().length)
}

/** A piece of a value, or what ends it. Undefined at the end of the text. */
export function scanValueToken(text: string, at: number, profile: Profile): Token | undefined {
  if (at >= text.length) return undefined
  if (profile === 'spec') return scanMark(text, at) ?? scanNumberOrWord(text, at)
  const char = text[at]
  if (char === '+' || char === ':' || char === '\\') return scanRuntimePiece(text, at)
  return scanMark(text, at) ?? scanRuntimePiece(text, at)
}

function scanMark(text: string, at: number): Token | undefined {
  switch (text[at]) {
    case '"':
      return text.startsWith('"""', at) ? scanTriple(text, at) : scanString(text, at)
    case '{':
      return OPEN_BRACE
    case '[':
      return OPEN_BRACKET
    case '}':
      return CLOSE_BRACE
    case ']':
      return CLOSE_BRACKET
    case ',':
      return COMMA
    case ':':
      return COLON
    case '=':
      return EQUALS
    case '+':
      return text[at + 1] === '=' ? APPEND : makeToken('reserved', '+')
    case '$':
      return text[at + 1] === '{' ? scanSubstitution(text, at) : makeToken('reserved', '$')
    default:
      return undefined
  }
}

function scanWord(text: string, at: number): Token | undefined {
  if (at >= text.length) return undefined
  const word = matchAt(WORD, text, at)
  return word === undefined ? tokenOf('reserved', text, at, at + 1) : makeToken('word', word)
}

function scanNumberOrWord(text: string, at: number): Token | undefined {
  const digits = matchAt(NUMBER_LIKE, text, at)
  if (digits === undefined) return scanWord(text, at)
  if (JAVA_NUMBER.test(digits)) return makeToken('number', digits)
  const plus = digits.indexOf('+')
  return makeToken('word', plus === -1 ? digits : digits.slice(0, plus))
}

function scanRuntimePiece(text: string, at: number): Token {
  const joined = matchAt(CONTINUATION, text, at)
  if (joined !== undefined) return makeToken('blank', joined)
  const number = matchAt(RUNTIME_NUMBER, text, at)
  if (number !== undefined) return makeToken('number', number)
  const keyword = matchAt(RUNTIME_KEYWORD, text, at)
  if (keyword !== undefined) return makeToken('keyword', keyword)
  const word = matchAt(RUNTIME_WORD, text, at)
  return word === undefined ? tokenOf('reserved', text, at, at + 1) : makeToken('word', word)
}

/** The text of an unquoted time span at `at`, which the Python loader turns into an object that is no JSON. */
export function scanDuration(text: string, at: number): string | undefined {
  return matchAt(DURATION, text, at)
}

function scanString(text: string, at: number): Token {
  for (let end = at + 1; end < text.length; end += 1) {
    // The codes of a quote, a line end, and a backslash.
    const code = text.charCodeAt(end)
    if (code === 0x22) return tokenOf('string', text, at, end + 1)
    if (code === 0x0a) return scanBrokenString(text, at, end)
    if (code === 0x5c && text[end + 1] !== '\n') end += 1
  }
  return tokenOf('open-string', text, at, lineEnd(text, at))
}

// A string that runs over the line end: it reaches to the next quote when that one looks like its end.
function scanBrokenString(text: string, at: number, newline: number): Token {
  const quote = nextQuote(text, newline)
  const before = quote === -1 ? '' : text.slice(newline, quote)
  const closes = quote !== -1 && /^[ \t]*(?:[,}\]\n\r]|$)/.test(text.slice(quote + 1, quote + 80))
  if (closes && !/\n[ \t]*$/.test(before) && !/[:={[]\s*$/.test(before))
    return tokenOf('open-string', text, at, quote + 1)
  return tokenOf('open-string', text, at, lineEnd(text, at))
}

/** The next quote that no backslash makes a part of the text, or -1. */
function nextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return -1
}

function scanTriple(text: string, at: number): Token {
  const close = text.indexOf('"""', at + 3)
  if (close === -1) return tokenOf('open-triple', text, at, openTripleEnd(text, at, text.length))
  let end = close + 3
  while (text[end] === '"') end += 1
  const owned = openTripleEnd(text, at, close)
  if (owned < close && indentOf(text, owned + 1) === indentOf(text, at) && !mayFollowValue(text, end))
    return tokenOf('open-triple', text, at, owned)
  return tokenOf('triple', text, at, end)
}

// After blanks, commas and comments: one of these, or the last word of the text.
function mayFollowValue(text: string, end: number): boolean {
  let at = end
  for (;;) {
    const char = text[at]
    if (char === undefined) return true
    if (char === '#' || (char === '/' && text[at + 1] === '/')) at = lineEnd(text, at)
    else if (char === ',' || /\s/.test(char)) at += 1
    else break
  }
  const rest = text.slice(at, at + 200)
  return AFTER_VALUE.test(rest) || (at + 200 >= text.length && /^[^\s"]+[ \t]*$/.test(rest))
}

// An unclosed triple quote ends where a line looks like the next field of the object that owns it. One that is closed
// by what is in truth the start of another one shows itself by such a line, and by prose after its end.
function openTripleEnd(text: string, at: number, limit: number): number {
  let line = text.indexOf('\n', at)
  if (line === -1 || line >= limit) return limit
  const indent = indentOf(text, at)
  for (; line !== -1 && line < limit; line = text.indexOf('\n', line + 1)) {
    const blanks = indentOf(text, line + 1)
    OWNED_LINE.lastIndex = line + 1 + blanks
    if (blanks <= indent && OWNED_LINE.test(text) && OWNED_LINE.lastIndex <= limit) return line
  }
  return limit
}

/** Width of the blanks at the start of the line that holds `at`. */
export function indentOf(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1
  let end = start
  for (let code = text.charCodeAt(end); code === 0x20 || code === 0x09; code = text.charCodeAt(end)) end += 1
  return end - start
}

function scanSubstitution(text: string, at: number): Token {
  let quoted = false
  for (let end = at + 2; end < text.length; end += 1) {
    const char = text[end]
    if (char === '"') quoted = !quoted
    else if (char === '}' && !quoted) return tokenOf('substitution', text, at, end + 1)
    if (char === '\n' || text.startsWith('${', end) || text.startsWith('"""', end)) break
  }
  // It lost its brace: it ends with what can be its name, and what follows is read as usual.
  const start = matchAt(SUBSTITUTION_START, text, at) ?? '${'
  return tokenOf('open-substitution', text, at, at + start.trimEnd().length)
}

// Values: pieces on one line that are joined, and arrays of them.
import { closesOuter } from './closers.ts'
import type { Fault, Profile } from './diagnostic.ts'
import { inQuotes } from './parse-key.ts'
import { pathOfText, substitutionName } from './path.ts'
import { MAX_NESTING, type Reader } from './reader.ts'
import { scanDuration, scanValueToken } from './scan.ts'
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET } from './signs.ts'
import { badCharacter, decode, innerText, SUSPECT } from './text.ts'
import { type Element, makeNode, makeToken, type Node, type Token } from './tree.ts'

type ParseObject = (reader: Reader) => Node

/** Reads a value up to the line end, comma, closing bracket or comment. The blanks after it are left alone. */
export function parseValue(reader: Reader, parseObject: ParseObject): Node {
  const parts: Element[] = []
  for (;;) {
    const from = reader.at
    const blank = reader.runtime && reader.char === '\\' ? undefined : reader.triviaAt(from)
    if (blank !== undefined && blank.token !== 'blank') break
    const at = from + (blank?.width ?? 0)
    const next = reader.text[at]
    if (next === undefined || next === '\n' || next === ',' || next === '}' || next === ']') break
    const after = blank === undefined ? undefined : reader.triviaAt(at)
    if (after !== undefined && after.token !== 'blank') break
    if (blank !== undefined) {
      reader.checkBlank(blank)
      reader.take(blank, parts)
    }
    parts.push(readPiece(reader, parseObject, parts))
  }
  return makeNode('value', parts)
}

function readPiece(reader: Reader, parseObject: ParseObject, before: readonly Element[]): Element {
  const from = reader.at
  if (reader.char === '{' || reader.char === '[') return parseBrackets(reader, parseObject)
  const token = scanValueToken(reader.text, from, reader.profile) ?? makeToken('reserved', '')
  reader.pass(token.width)
  checkPiece(reader, token, from, before)
  const broken = token.token === 'reserved' || token.token === 'separator'
  return broken ? makeNode('error', [token]) : token
}

/** An object or a list, unless it stands too deep; the reader stands on its opener. */
export function parseBrackets(reader: Reader, parseObject: ParseObject): Node {
  if (reader.open.length >= MAX_NESTING) return readTooDeep(reader)
  return reader.char === '{' ? parseObject(reader) : parseArray(reader, parseObject)
}

function checkPiece(reader: Reader, token: Token, from: number, before: readonly Element[]): void {
  const to = from + token.width
  switch (token.token) {
    case 'open-string':
    case 'open-triple':
      sayUnclosed(reader, token, from, to)
      break
    case 'string':
    case 'triple':
      checkString(reader, token, from)
      break
    case 'substitution':
      checkSubstitution(reader, token, from, to)
      break
    case 'open-substitution': {
      const kind = to < reader.text.length ? 'bad_path' : 'parse'
      reader.error('unclosed-substitution', '"}" is missing at the end of this substitution', from, to, kind)
      break
    }
    case 'reserved':
    case 'separator':
      reader.error('unexpected-character', `"${token.text}" may not stand here unless it is in quotes`, from, to)
      break
    case 'keyword':
      sayKeyword(reader, token, from)
      break
    case 'word':
    case 'number':
      if (reader.runtime) checkRuntimeWord(reader, token, from, before)
      break
    default:
      break
  }
}

function sayUnclosed(reader: Reader, token: Token, from: number, to: number): void {
  if (token.token === 'open-triple') {
    reader.error('unclosed-triple', 'this text has no closing """', from, from + 3)
    return
  }
  if (!token.text.includes('\n')) {
    const edits = [{ from: to, to, text: '"' }]
    reader.error('unclosed-quote', 'this text has no closing quote on its line', from, to, 'parse', {
      title: 'Add a closing quote',
      edits,
    })
    return
  }
  const message = 'a text in simple quotes may not run over the line end'
  reader.error('line-break-in-quotes', message, from, to, 'parse', fixForBreaks(token, from, to, reader.profile))
}

// Nothing is escaped in triple quotes, so what was escaped is written as it is read; what would end them keeps its own.
function fixForBreaks(token: Token, from: number, to: number, profile: Profile): NonNullable<Fault['fix']> {
  const inner = innerText(token)
  const read = decode(inner, profile)
  if (read.includes('"""') || /^"|"$/.test(read)) {
    const text = `"${inner.replace(/\r?\n/g, '\\n')}"`
    return { title: 'Write the line breaks as \\n', edits: [{ from, to, text }] }
  }
  const quotes = [
    { from, to: from + 1, text: '"""' },
    { from: to - 1, to, text: '"""' },
  ]
  const edits = read === inner ? quotes : [{ from, to, text: `"""${read}"""` }]
  return { title: 'Use triple quotes', edits }
}

// To the reference these are texts; the Python loader takes any letter case.
function sayKeyword(reader: Reader, token: Token, from: number): void {
  const plain = token.text.toLowerCase()
  if (plain === token.text) return
  const to = from + token.width
  const fix = { title: `Write ${plain}`, edits: [{ from, to, text: plain }] }
  reader.warn('odd-case', `HOCON takes ${token.text} for a text, neuro-san for ${plain}`, from, to, fix)
}

function checkString(reader: Reader, token: Token, from: number): void {
  const triple = token.token === 'triple'
  if (!triple && !SUSPECT.test(token.text)) return
  const tab = reader.runtime ? token.text.indexOf('\t') : -1
  if (tab !== -1)
    reader.hint('tab-expanded', 'neuro-san reads blanks up to the next 8-column stop here', from + tab, from + tab + 1)
  if (triple) return
  const inner = innerText(token)
  const bad = badCharacter(inner)
  if (bad === -1) return
  const at = from + 1 + bad
  if (!reader.runtime) {
    const isEscape = inner[bad] === '\\'
    const message = isEscape ? 'there is no such escape' : 'a control character needs an escape here'
    reader.error('bad-string', message, at, at + (isEscape ? 2 : 1))
  } else if (inner[bad] === '\\') {
    const fix = { title: 'Write the backslash twice', edits: [{ from: at, to: at, text: '\\' }] }
    reader.warn('escape-kept', 'neuro-san keeps this escape as it is written', at, at + 2, fix)
  }
}

function checkSubstitution(reader: Reader, token: Token, from: number, to: number): void {
  const name = substitutionName(token)
  if (reader.runtime || typeof pathOfText(name) !== 'string') return
  const cut = /#|\/\/|^\s*\?/.test(name)
  const message = `\${${name}} is no path: put parts with special characters in quotes`
  reader.error('bad-path', message, from, to, cut ? 'parse' : 'bad_path')
}

function checkRuntimeWord(reader: Reader, token: Token, from: number, before: readonly Element[]): void {
  sayDuration(reader, from, before)
  if (!/^include$/i.test(token.text) || !/^[ \t]+"/.test(reader.text.slice(reader.at, reader.at + 80))) return
  reader.unreadable('include-as-value', 'neuro-san cannot include a file as a value', from, reader.at)
}

function sayDuration(reader: Reader, from: number, before: readonly Element[]): void {
  const glued = before.at(-1)
  if (glued !== undefined && 'token' in glued && (glued.token === 'word' || glued.token === 'number')) return
  const text = scanDuration(reader.text, from)
  if (text === undefined) return
  const to = from + text.length
  const message = `neuro-san cannot load the time span ${text} unless it is in quotes`
  reader.unreadable('unquoted-duration', message, from, to, inQuotes(from, to))
}

/** A list in brackets; the reader stands on `[`. */
export function parseArray(reader: Reader, parseObject: ParseObject): Node {
  const parts: Element[] = []
  const from = reader.at
  reader.take(OPEN_BRACKET, parts)
  reader.open.push({ closer: ']', at: from })
  parseElements(reader, parts, parseObject)
  reader.open.pop()
  if (reader.char === ']') reader.take(CLOSE_BRACKET, parts)
  else {
    const found = reader.atEnd ? 'the end of the text' : `"${reader.char}"`
    const message = `"]" or "," is expected, not ${found}: the list that starts on line ${reader.lineOf(from)} does not end`
    reader.unclosed('unclosed-bracket', message, from)
  }
  return makeNode('array', parts)
}

function parseElements(reader: Reader, parts: Element[], parseObject: ParseObject): void {
  let previous: 'none' | 'comma' | 'value' = 'none'
  for (;;) {
    reader.trivia(parts)
    const char = reader.char
    if (char === undefined || char === ']') return
    if (char === '}') {
      if (closesOuter(reader)) return
      skipStray(reader, parts, '"]" or ","')
    } else if (char === ',') {
      if (previous !== 'value') reader.extraComma()
      reader.take(COMMA, parts)
      previous = 'comma'
    } else {
      parts.push(parseValue(reader, parseObject))
      previous = 'value'
    }
  }
}

/** Takes a closing bracket that closes nothing. */
export function skipStray(reader: Reader, parts: Element[], wanted: string): void {
  const { at, char = '' } = reader
  const fix = { title: `Remove "${char}"`, edits: [{ from: at, to: at + 1, text: '' }] }
  reader.error('stray-closer', `"${char}" closes nothing here; ${wanted} is expected`, at, at + 1, 'parse', fix)
  parts.push(makeNode('error', [makeToken('close', char)]))
  reader.pass(1)
}

/** Takes one token as it comes, for error nodes. */
export function skipBroken(reader: Reader, parts: Element[]): void {
  const token = scanValueToken(reader.text, reader.at, reader.profile) ?? makeToken('reserved', reader.char ?? '')
  reader.take(token, parts)
}

function readTooDeep(reader: Reader): Node {
  const parts: Element[] = []
  const from = reader.at
  reader.error('nested-too-deeply', `brackets may be nested ${MAX_NESTING} deep`, from, from + 1)
  let depth = 0
  do {
    const trivia = reader.triviaAt(reader.at)
    if (trivia !== undefined) {
      reader.take(trivia, parts)
      continue
    }
    if (reader.char === '{' || reader.char === '[') depth += 1
    if (reader.char === '}' || reader.char === ']') depth -= 1
    skipBroken(reader, parts)
  } while (depth > 0 && !reader.atEnd)
  return makeNode('error', parts)
}

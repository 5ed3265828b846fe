// Text to tree. Never throws and never loses a character; what is wrong becomes a fault and, where needed, an error node.

import { closesOuter } from './closers.ts'
import type { Fault, Profile } from './diagnostic.ts'
import { scanInclude } from './parse-include.ts'
import { checkKey, scanKey } from './parse-key.ts'
import { parseBrackets, parseValue, skipBroken, skipStray } from './parse-value.ts'
import { MAX_PIECES, Reader } from './reader.ts'
import { scanKeyToken } from './scan.ts'
import { CLOSE_BRACE, COMMA, OPEN_BRACE } from './signs.ts'
import { type Element, isToken, makeNode, makeToken, type Node } from './tree.ts'

/** Longer texts are not read: their tree would take more memory than a browser has. */
const MAX_TEXT = 20_000_000

/** A text and its tree. */
export interface ParsedDocument {
  readonly text: string
  readonly profile: Profile
  /** The `document`; it starts at offset 0. */
  readonly root: Node
  /** What is wrong with the text by itself, in the order in which it was met. */
  readonly faults: readonly Fault[]
}

/**
 * Reads a text; never throws. The tree prints back to exactly that text, whatever it holds: what fits nowhere is in nodes `error`.
 * A text beyond the limits (SPEC.md, rule 12) is one such node.
 */
export function parseDocument(text: string, profile: Profile): ParsedDocument {
  if (text.length > MAX_TEXT) return unread(text, profile, `${MAX_TEXT / 1e6} million characters`)
  const reader = new Reader(text, profile)
  const parts: Element[] = []
  reader.trivia(parts)
  if (reader.char === '{') parts.push(parseObject(reader))
  else if (reader.char === '[') parts.push(parseValue(reader, parseObject))
  else parseFields(reader, parts, undefined)
  readTail(reader, parts)
  if (reader.isFull) return unread(text, profile, `${MAX_PIECES / 1e6} million words, signs and gaps`)
  return { text, profile, root: makeNode('document', parts), faults: reader.faults }
}

// Kept whole in one error, so that it still prints back.
function unread(text: string, profile: Profile, most: string): ParsedDocument {
  const reader = new Reader(text, profile)
  const message = `this text has more than ${most} and is not read; split it into files that it includes`
  reader.error('text-too-long', message, 0, 1)
  return {
    text,
    profile,
    root: makeNode('document', [makeNode('error', [makeToken('reserved', text)])]),
    faults: reader.faults,
  }
}

function readTail(reader: Reader, parts: Element[]): void {
  reader.trivia(parts)
  while (reader.runtime && reader.char === ',') {
    reader.take(COMMA, parts)
    reader.trivia(parts)
  }
  if (reader.atEnd) return
  const from = reader.at
  const to = Math.min(reader.text.length, from + 1)
  reader.error('text-after-end', `nothing may follow here, but there is "${reader.text.slice(from, to)}"`, from, to)
  const rest: Element[] = []
  while (!reader.atEnd) {
    if (!reader.trivia(rest) && !reader.atEnd) skipBroken(reader, rest)
  }
  parts.push(makeNode('error', rest))
}

/** An object in braces; the reader stands on `{`. */
export function parseObject(reader: Reader): Node {
  const parts: Element[] = []
  const from = reader.at
  reader.take(OPEN_BRACE, parts)
  reader.open.push({ closer: '}', at: from })
  parseFields(reader, parts, '}')
  reader.open.pop()
  if (reader.char === '}') reader.take(CLOSE_BRACE, parts)
  else {
    const line = reader.lineOf(from)
    reader.unclosed('unclosed-brace', `"}" is missing: the object that starts on line ${line} does not end`, from)
  }
  return makeNode('object', parts)
}

type Previous = 'none' | 'comma' | 'field' | 'loose-field'

function parseFields(reader: Reader, parts: Element[], closer: '}' | undefined): void {
  let previous: Previous = 'none'
  let newline = true
  for (;;) {
    newline = reader.trivia(parts) || newline
    const char = reader.char
    if (char === undefined || (char === '}' && closer !== undefined)) return
    if (char === '}' || char === ']') {
      if (closesOuter(reader)) return
      skipStray(reader, parts, closer === undefined ? 'the end of the text or a field' : '"}" or a field')
    } else if (char === ',') {
      if (previous === 'none' || previous === 'comma') reader.extraComma()
      reader.take(COMMA, parts)
      previous = 'comma'
    } else {
      if ((previous === 'field' || previous === 'loose-field') && !newline) saySeparator(reader, previous)
      const field = parseField(reader)
      parts.push(field)
      previous = isLoose(field) ? 'loose-field' : 'field'
    }
    newline = false
  }
}

// After `key {…}` and after an include the Python loader takes the next field on the same line.
function isLoose(field: Node): boolean {
  if (field.node === 'include') return true
  return field.node === 'field' && !field.parts.some((part) => isToken(part) && part.token === 'separator')
}

function saySeparator(reader: Reader, previous: Previous): void {
  const edits = [{ from: reader.at, to: reader.at, text: ', ' }]
  const fix = { title: 'Insert a comma', edits }
  const message = 'a comma or a new line is needed before this field'
  if (previous === 'loose-field' && reader.runtime) reader.warn('missing-comma', message, reader.at, reader.at + 1, fix)
  else reader.error('missing-comma', message, reader.at, reader.at + 1, 'parse', fix)
}

function parseField(reader: Reader): Node {
  const include = scanInclude(reader)
  if (include !== undefined) return include
  const from = reader.at
  const parts: Element[] = []
  const key = scanKey(reader)
  if (key === undefined) return brokenField(reader, parts, from)
  parts.push(key)
  const end = reader.afterTrivia(reader.at)
  const sign = scanKeyToken(reader.text, end)
  if (sign?.token === 'separator') {
    checkKey(reader, key, from)
    reader.trivia(parts)
    reader.take(sign, parts)
    readFieldValue(reader, parts)
  } else if (sign === OPEN_BRACE) {
    checkKey(reader, key, from)
    reader.trivia(parts)
    parts.push(makeNode('value', [parseBrackets(reader, parseObject)]))
  } else return keyWithoutValue(reader, parts, from)
  return makeNode('field', parts)
}

function readFieldValue(reader: Reader, parts: Element[]): void {
  const before = reader.at
  const { length } = parts
  reader.trivia(parts)
  const char = reader.char
  if (char === undefined || char === ',' || char === '}' || char === ']') {
    if (char === ']' || !reader.runtime) reader.error('missing-value', 'a value is expected', reader.at, reader.at + 1)
    else {
      const fix = { title: 'Write an empty text', edits: [{ from: before, to: before, text: ' ""' }] }
      reader.warn('missing-value', 'without a value this is an empty text in neuro-san', before, before + 1, fix)
    }
    // What stands before the missing value belongs to whatever is around the field.
    reader.at = before
    parts.length = length
    return
  }
  parts.push(parseValue(reader, parseObject))
}

function keyWithoutValue(reader: Reader, parts: Element[], from: number): Node {
  const at = reader.at
  const next = reader.text[reader.afterTrivia(at)] ?? ''
  const message = `":", "=" or "{" is expected after this key${next === '' ? '' : `, not "${next}"`}`
  reader.error('missing-separator', message, from, at)
  skipToSync(reader, parts)
  return makeNode('error', parts)
}

function brokenField(reader: Reader, parts: Element[], from: number): Node {
  reader.error('key-expected', `a key is expected, not "${reader.char}"`, from, from + 1)
  skipBroken(reader, parts)
  skipToSync(reader, parts)
  return makeNode('error', parts)
}

function skipToSync(reader: Reader, parts: Element[]): void {
  for (;;) {
    const char = reader.char
    if (char === undefined || char === '\n' || char === '\r' || char === ',' || char === '}' || char === ']') return
    const trivia = reader.triviaAt(reader.at)
    if (trivia !== undefined) reader.take(trivia, parts)
    else skipBroken(reader, parts)
  }
}

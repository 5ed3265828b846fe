// Where the words of a chat request stand: a value that was split over neighbouring messages is whole in their joint text.
import { utf8 } from './bytes.ts'
import type { Range } from './squeeze.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const TEXT_KEYS = ['content', 'text', 'arguments', 'output'].map(utf8)

/** True for a text that may be a chat request. */
export function mayHaveMessages(source: string): boolean {
  return /^\s*\{/.test(source) && /"(?:messages|input)"/.test(source)
}

/** Byte ranges of the message texts in a model request, in order; empty for anything else. */
export function messageTexts(text: Uint8Array, source: string): readonly Range[] {
  if (!mayHaveMessages(source)) return []
  const ranges: Range[] = []
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== QUOTE) continue
    const end = stringEnd(text, at + 1)
    if (isKey(text, end + 1)) isText = isTextKey(text, at + 1, end)
    else if (isText) ranges.push([at + 1, end])
    at = end
  }
  return ranges
}

function stringEnd(text: Uint8Array, start: number): number {
  let at = start
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return Math.min(at, text.length)
}

function isTextKey(text: Uint8Array, from: number, to: number): boolean {
  for (const key of TEXT_KEYS) if (key.length === to - from && stands(key, text, from)) return true
  return false
}

function stands(key: Uint8Array, text: Uint8Array, from: number): boolean {
  for (let at = 0; at < key.length; at += 1) if (key[at] !== text[from + at]) return false
  return true
}

function isKey(text: Uint8Array, start: number): boolean {
  let at = start
  while (text[at] === 0x20 || text[at] === 0x0a || text[at] === 0x0d || text[at] === 0x09) at += 1
  return text[at] === COLON
}

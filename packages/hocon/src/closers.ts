// A closing bracket of the wrong kind: does it close an outer bracket, or is it one too many?
import type { Reader } from './reader.ts'
import { indentOf } from './scan.ts'

const KEY = /^(?:"[^"\n]*"|[\w.-]+)[ \t]*[:={]/

/** True when the reader stands on the closer of an outer bracket, so that the inner one lacks its own. */
export function closesOuter(reader: Reader): boolean {
  const outer = reader.open.findLastIndex(({ closer }) => closer === reader.char)
  const opener = reader.open[outer]
  if (opener === undefined) return false
  const start = reader.text.lastIndexOf('\n', reader.at - 1) + 1
  const before = reader.text.slice(start, reader.at)
  const sameLine = opener.at >= start
  // A closer on a line of its own says by its indentation which line it belongs to.
  if (!sameLine && /^[ \t]*$/.test(before)) return before.length <= indentOf(reader.text, opener.at)
  if (!sameLine && reader.char === ']' && !/[}\]][ \t]*$/.test(before)) return false
  return fitsAfter(reader, outer)
}

// What follows is what may follow the outer bracket.
function fitsAfter(reader: Reader, outer: number): boolean {
  const container = reader.open[outer - 1]?.closer
  let next = reader.afterTrivia(reader.at + 1)
  if (reader.text[next] === ',') next = reader.afterTrivia(next + 1)
  const char = reader.text[next]
  if (char === undefined) return true
  if (container === undefined) return false
  if (char === '}' || char === ']') return char === container
  const isKey = KEY.test(reader.text.slice(next, next + 200))
  return container === '}' ? isKey : char === '{' || char === '[' || (char === '"' && !isKey)
}

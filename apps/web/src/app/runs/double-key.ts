// JSON keeps the last of two equal keys and says nothing. Where a person typed them, one value would be lost.
import { parseJson } from '@slyglass/base'

/** A key that an object holds twice, with the offsets of both. */
export interface DoubleKey {
  readonly key: string
  readonly first: number
  readonly again: number
}

const PIECES = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

/** The first key that stands twice in one object, however it is spelled; the text is JSON that can be read. */
export function findDoubleKey(text: string): DoubleKey | undefined {
  const open: Map<string, number>[] = []
  for (const { 0: piece, 1: quoted, 2: colon, index } of text.matchAll(PIECES)) {
    if (piece === '{') open.push(new Map())
    else if (piece === '}') open.pop()
    const keys = open.at(-1)
    if (quoted === undefined || colon === undefined || keys === undefined) continue
    const key = unquote(quoted)
    const first = keys.get(key)
    if (first !== undefined) return { key, first, again: index }
    keys.set(key, index)
  }
  return undefined
}

function unquote(quoted: string): string {
  const parsed = parseJson(quoted)
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : quoted
}

// Replaces private values in text. JSON stays JSON: whole tokens are rewritten, everything else keeps its bytes.
import { parseJson } from '@slyglass/base'
import type { SlyMask } from './contract.ts'
import { stringPlaces, utf8 } from './search/bytes.ts'
import type { Occurrence } from './search/find-in-text.ts'
import type { Range } from './search/squeeze.ts'

type Find = (text: string) => readonly Occurrence[]
type Piece = { readonly from: number; readonly to: number; readonly key: string }
type Token = { readonly from: number; readonly to: number; readonly text: string }

const NAMELESS = '⟨sly⟩'
const ROUNDS = 3
const MAX_NESTING = 8
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

export function createMask(find: Find): {
  readonly mask: (text: string) => SlyMask
  readonly maskJson: (text: string) => SlyMask
} {
  const strong: Find = (text) => find(text).filter(({ strength }) => strength === 'strong')
  const placeholder = createPlaceholder(strong)
  const run = (text: string, knownJson: boolean): SlyMask => {
    const found = strong(text)
    const hits = found.map(({ key, form }) => ({ key, form }))
    if (found.length === 0) return { text, hits, clean: true }
    const isJson = knownJson ? parseJson(text).ok : isContainer(text)
    let masked = isJson
      ? maskTokens(text, strong, placeholder, 0)
      : replacePieces(text, piecesOf(text, found), placeholder)
    for (let round = 0; round < ROUNDS; round += 1) {
      const left = strong(masked)
      if (left.length === 0) return { text: masked, hits, clean: true }
      const pieces = piecesOf(masked, left)
      masked = isJson ? replaceTokens(masked, pieces, placeholder) : replacePieces(masked, pieces, placeholder)
    }
    if (strong(masked).length === 0) return { text: masked, hits, clean: true }
    return { text: isJson ? JSON.stringify(NAMELESS) : NAMELESS, hits, clean: false }
  }
  return {
    mask: (text) => run(text, false),
    maskJson: (text) => run(text, true),
  }
}

/** A key may itself spell a private value; then the placeholder does not name it. */
function createPlaceholder(strong: Find): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const named = known.get(key) ?? (strong(`⟨sly:${key}⟩`).length > 0 ? NAMELESS : `⟨sly:${key}⟩`)
    known.set(key, named)
    return named
  }
}

function isContainer(text: string): boolean {
  return /^\s*[[{]/.test(text) && parseJson(text).ok
}

/** Masks inside each string of a JSON text, and inside JSON within strings; a number that is hit becomes a string. */
function maskTokens(text: string, strong: Find, placeholder: (key: string) => string, depth: number): string {
  return text.replace(TOKEN, (token) => {
    if (token[0] !== '"') {
      const [hit] = strong(token)
      return hit === undefined ? token : JSON.stringify(placeholder(hit.key))
    }
    const inner = stringValue(token)
    const masked =
      depth < MAX_NESTING && isContainer(inner)
        ? maskTokens(inner, strong, placeholder, depth + 1)
        : replacePieces(inner, piecesOf(inner, strong(inner)), placeholder)
    return masked === inner ? token : JSON.stringify(masked)
  })
}

function stringValue(token: string): string {
  const parsed = parseJson(token)
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : ''
}

/** What is spread over several tokens: each of them is replaced as a whole. */
function replaceTokens(text: string, pieces: readonly Piece[], placeholder: (key: string) => string): string {
  const tokens: Token[] = [...text.matchAll(TOKEN)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }))
  const hit = tokens.flatMap(({ from, to }) => {
    const piece = pieces.find((each) => each.from < to && from < each.to)
    return piece === undefined ? [] : [{ from, to, key: piece.key }]
  })
  return replacePieces(text, hit, (key) => JSON.stringify(placeholder(key)))
}

function replacePieces(text: string, pieces: readonly Piece[], placeholder: (key: string) => string): string {
  let [result, at] = ['', 0]
  for (const { from, to, key } of pieces) {
    result += text.slice(at, from) + placeholder(key)
    at = to
  }
  return result + text.slice(at)
}

/** Places in the string of everything found, ascending, overlaps joined. */
function piecesOf(text: string, found: readonly Occurrence[]): readonly Piece[] {
  const ranges = joinRanges(found.flatMap(({ key, segments }) => segments.map((range) => ({ key, range }))))
  if (utf8(text).length === text.length) return ranges.map(({ key, range: [from, to] }) => ({ key, from, to }))
  const places = stringPlaces(
    text,
    ranges.flatMap(({ range }) => [...range]),
  )
  return ranges.map(({ key }, at) => ({ key, from: places[at * 2] ?? 0, to: places[at * 2 + 1] ?? 0 }))
}

function joinRanges(given: readonly { readonly key: string; readonly range: Range }[]) {
  const joined: { key: string; range: Range }[] = []
  for (const next of [...given].sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1])) {
    const last = joined.at(-1)
    if (last === undefined || last.range[1] <= next.range[0]) joined.push({ ...next })
    else last.range = [last.range[0], Math.max(last.range[1], next.range[1])]
  }
  return joined
}

// The search over one model request's exact bytes, before it is sent, and the request as the log keeps it.
import { type RequestRecord, type Scan, type ScanHit, utf8Length } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import type { Chunk } from './journal.ts'
import type { Digests, WireRequest } from './ports.ts'

const NOTHING: Scan = {
  values: 0,
  classes: { strong: 0, weak: 0, public: 0, unsearchable: 0 },
  keys: [],
  hits: [],
  passes: [],
}

/** Searches address, headers and body. Hits outside the body have offset -1 and say where in their form. */
function scanRequest(request: WireRequest, search: SlySearch | undefined): Scan {
  if (search === undefined) return NOTHING
  const inside = search
    .find(request.body)
    .map(({ key, form, offset, strength }): ScanHit => ({ key, form, offset, strength }))
  return {
    values: search.values,
    classes: search.classes,
    keys: search.keys,
    hits: [...outsideHits(request, search), ...inside],
    passes: search.passes,
  }
}

function outsideHits(request: WireRequest, search: SlySearch): readonly ScanHit[] {
  const around = [['url', request.url] as const, ...Object.entries(request.headers)]
  // A blank ends whatever stands before it: what one of them holds is found in all of them side by side.
  if (search.find(around.map(([, text]) => text).join(' ')).length === 0) return []
  return around.flatMap(([name, text]) =>
    search
      .find(text)
      .map((hit): ScanHit => ({ key: hit.key, form: `${hit.form} in ${name}`, offset: -1, strength: hit.strength })),
  )
}

/** The request for the log: its body in parts cut at message boundaries, so that a growing conversation is kept once. */
export function recordRequest(
  request: WireRequest,
  search: SlySearch | undefined,
  digests: Digests,
): { readonly record: RequestRecord; readonly chunks: readonly Chunk[] } {
  const scan = scanRequest(request, search)
  const isHit = scan.hits.some(({ offset, strength }) => offset >= 0 && strength === 'strong')
  const body = search !== undefined && isHit ? search.maskJson(request.body).text : request.body
  const chunks = cutBody(body).map((text) => ({ sha: digests.sha256(text), text }))
  const record = { url: request.url, bytes: utf8Length(request.body), parts: chunks.map((chunk) => chunk.sha), scan }
  return { record, chunks }
}

/** Parts of a body, cut before and after each message. A body of another shape is one part. */
export function cutBody(body: string): readonly string[] {
  const [head = ''] = /^\{"(?:messages|input)":\[/.exec(body) ?? []
  if (head === '') return [body]
  const parts = [head]
  let [from, depth] = [head.length, 0]
  for (let at = from; at < body.length; at += 1) {
    const unit = body.charCodeAt(at)
    if (unit === QUOTE) at = textEnd(body, at)
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) depth += 1
    else if (unit === CLOSE_LIST && depth === 0)
      return at === head.length ? [body] : [...parts, body.slice(from, at), body.slice(at)]
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth -= 1
    else if (unit === COMMA && depth === 0) {
      parts.push(body.slice(from, at))
      from = at
    }
  }
  return [body]
}

const unitOf = (sign: string): number => sign.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA] = [unitOf('"'), unitOf('\\'), unitOf(',')]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [unitOf('['), unitOf(']'), unitOf('{'), unitOf('}')]

/** The quote that ends a text. */
function textEnd(body: string, start: number): number {
  for (let end = body.indexOf('"', start + 1); end >= 0; end = body.indexOf('"', end + 1)) {
    let escapes = 0
    while (body.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return body.length
}

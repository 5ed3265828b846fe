// The three passes over one text, and one report per occurrence.
import { findBase64Runs } from './base64-runs.ts'
import { utf8ForNow } from './bytes.ts'
import type { Match } from './gram-index.ts'
import { messageTexts } from './message-texts.ts'
import type { SearchPlan } from './plan.ts'
import { placeEnd, type Range, squeeze } from './squeeze.ts'

/** One place where a value stands. A value that is split over messages has several segments. */
export interface Occurrence {
  readonly key: string
  readonly form: string
  /** UTF-8 bytes of the searched text. */
  readonly offset: number
  readonly length: number
  readonly strength: 'strong' | 'weak' | 'public'
  readonly segments: readonly Range[]
}

const BASE64_LEVELS = 2
const RANK = { strong: 0, weak: 1, public: 2 }

export function findInText(plan: SearchPlan, text: string): readonly Occurrence[] {
  if (plan.plain.size + plan.squeezed.size === 0) return []
  const bytes = utf8ForNow(text)
  const found = joinOverlaps(findPlain(plan, bytes))
  addNew(found, findSqueezed(plan, bytes, [[0, bytes.length]]))
  addNew(found, findOverMessages(plan, bytes, text))
  addNew(found, findInBase64(plan, bytes, BASE64_LEVELS))
  return found.sort((a, b) => a.offset - b.offset || RANK[a.strength] - RANK[b.strength])
}

function findPlain(plan: SearchPlan, bytes: Uint8Array): readonly Occurrence[] {
  const found: Occurrence[] = []
  plan.plain.scan(bytes, bytes.length, (match) => {
    found.push(...occurrence(plan, match, [[match.start, match.end]]))
  })
  return found
}

const room = new Uint8Array(64 * 1024)

function findSqueezed(plan: SearchPlan, bytes: Uint8Array, ranges: readonly Range[]): readonly Occurrence[] {
  if (plan.squeezed.size === 0 || ranges.length === 0) return []
  const squeezed = squeeze(bytes, ranges, room)
  const matches: Match[] = []
  plan.squeezed.scan(squeezed.bytes, squeezed.length, (match) => matches.push(match))
  if (matches.length === 0) return []
  const places = squeezed.places()
  return matches.flatMap((match) =>
    occurrence(plan, match, segmentsOf(bytes, places.subarray(match.start, match.end), ranges)),
  )
}

function segmentsOf(bytes: Uint8Array, places: Uint32Array, ranges: readonly Range[]): readonly Range[] {
  const segments: [number, number][] = []
  let [inside, limit] = [-1, 0]
  for (const place of places) {
    if (place >= limit) {
      while ((ranges[inside]?.[1] ?? 0) <= place) inside += 1
      limit = ranges[inside]?.[1] ?? bytes.length
      segments.push([place, place])
    }
    const segment = segments.at(-1)
    if (segment !== undefined) segment[1] = Math.min(limit, placeEnd(bytes, place))
  }
  return segments
}

function findOverMessages(plan: SearchPlan, bytes: Uint8Array, text: string): readonly Occurrence[] {
  const ranges = plan.squeezed.size === 0 ? [] : messageTexts(bytes, text)
  if (ranges.length < 2) return []
  return findSqueezed(plan, bytes, ranges)
    .filter(({ segments }) => segments.length > 1)
    .map((found) => ({ ...found, form: `${found.form} over messages` }))
}

function findInBase64(plan: SearchPlan, bytes: Uint8Array, levels: number): readonly Occurrence[] {
  if (levels === 0) return []
  return findBase64Runs(bytes, bytes.length).flatMap(({ start, end, bytes: inner }) => {
    const inside = joinOverlaps(findPlain(plan, inner))
    addNew(inside, findSqueezed(plan, inner, [[0, inner.length]]))
    addNew(inside, findInBase64(plan, inner, levels - 1))
    return inside
      .filter(({ strength }) => strength === 'strong')
      .map((found) => ({
        ...found,
        form: `${found.form} inside base64`,
        offset: start,
        length: end - start,
        segments: [[start, end] as const],
      }))
  })
}

function occurrence(plan: SearchPlan, match: Match, segments: readonly Range[]): readonly Occurrence[] {
  const entry = plan.sought[match.pattern.leaf]
  const [first, last] = [segments[0], segments.at(-1)]
  if (entry === undefined || first === undefined || last === undefined || entry.strength === 'unsearchable') return []
  const form = match.part ? `part of ${match.pattern.form}` : match.pattern.form
  return [{ key: entry.key, form, offset: first[0], length: last[1] - first[0], strength: entry.strength, segments }]
}

/** Spellings of one value that overlap are one occurrence, named after the longest. */
function joinOverlaps(found: readonly Occurrence[]): Occurrence[] {
  const joined: Occurrence[] = []
  if (found.length === 0) return joined
  const last = new Map<string, number>()
  for (const next of [...found].sort((a, b) => a.offset - b.offset || b.length - a.length)) {
    const at = last.get(next.key)
    const before = at === undefined ? undefined : joined[at]
    if (at === undefined || before === undefined || before.offset + before.length <= next.offset) {
      last.set(next.key, joined.push(next) - 1)
    } else joined[at] = join(before, next)
  }
  return joined
}

function join(a: Occurrence, b: Occurrence): Occurrence {
  const end = Math.max(a.offset + a.length, b.offset + b.length)
  const { form } = b.length > a.length ? b : a
  const { strength } = RANK[b.strength] < RANK[a.strength] ? b : a
  const segments =
    a.segments.length + b.segments.length > 2 ? [...a.segments, ...b.segments] : [[a.offset, end] as const]
  return { ...a, form, strength, length: end - a.offset, segments }
}

/** A later pass adds only what no earlier one has seen at that place. */
function addNew(found: Occurrence[], more: readonly Occurrence[]): void {
  if (more.length === 0) return
  const seen = new Map<string, Occurrence[]>()
  for (const each of found.toSorted((a, b) => a.offset - b.offset)) {
    const list = seen.get(each.key)
    if (list === undefined) seen.set(each.key, [each])
    else list.push(each)
  }
  found.push(...joinOverlaps(more).filter((next) => !overlapsOne(seen.get(next.key) ?? [], next)))
}

/** `list` ascends and has no overlaps itself. */
function overlapsOne(list: readonly Occurrence[], next: Occurrence): boolean {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.offset ?? 0) < next.offset + next.length) low = middle + 1
    else high = middle
  }
  const before = list[low - 1]
  return before !== undefined && before.offset + before.length > next.offset
}

// What follows from an answer that differs on purpose: entries of a list of work that are missing here, more, or other ones.
// Everything that no change allows stays a difference.
import { isSame } from './answer.ts'
import type { Difference } from './recording.ts'

/** What one explained answer changes in a list of work. */
export interface Change {
  /** This recorded entry is not here, where these are; said of one entry at most. */
  absent?(recorded: unknown, own: readonly unknown[]): boolean
  /** This entry is here and not recorded, where these are; said of one entry at most. */
  added?(own: unknown, recorded: readonly unknown[]): boolean
  /** The recorded entry is this one here. */
  changed?(recorded: unknown, own: unknown): boolean
  /** These neighbours are those here; said once. Before and after them the lists are the same. */
  run?(recorded: readonly unknown[], own: readonly unknown[]): boolean
}

/** A list as it is expected here, and what each change excused on the way there. */
export interface Followed {
  readonly expected: readonly unknown[]
  readonly excused: ReadonlyMap<Change, readonly Difference[]>
}

interface Walk {
  readonly recorded: readonly unknown[]
  readonly own: readonly unknown[]
  readonly expected: unknown[]
  readonly excused: Map<Change, Difference[]>
  /** Changes that have said what they say once. */
  readonly spent: Set<Change>
  from: number
  to: number
}

/** Goes through both lists in order. Where order says nothing, what is equal is taken away first. */
export function follow(
  recorded: readonly unknown[],
  own: readonly unknown[],
  changes: readonly Change[],
  isParallel: boolean,
): Followed {
  if (changes.length === 0) return { expected: recorded, excused: new Map() }
  if (!isParallel) return walk(recorded, own, changes)
  const [rest, here] = [without(recorded, own), without(own, recorded)]
  const { expected, excused } = walk(rest, here, changes)
  return isSame(expected, here) ? { expected: own, excused } : { expected: recorded, excused: new Map() }
}

/** What is in a list and not in another; what is in it twice must be there twice. */
function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const left = other.map((part) => JSON.stringify(part))
  return list.filter((part) => {
    const at = left.indexOf(JSON.stringify(part))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function walk(recorded: readonly unknown[], own: readonly unknown[], changes: readonly Change[]): Followed {
  const state: Walk = { recorded, own, expected: [], excused: new Map(), spent: new Set(), from: 0, to: 0 }
  while (state.from < recorded.length || state.to < own.length) step(state, changes)
  return { expected: state.expected, excused: state.excused }
}

function step(state: Walk, changes: readonly Change[]): void {
  const { recorded, own, from, to } = state
  const isEqual = from < recorded.length && to < own.length && isSame(recorded[from], own[to])
  const spans = isEqual ? [] : changes.map((change) => ({ change, span: spanOf(state, change) }))
  const found = spans.find(({ span: [missing, more] }) => missing + more > 0)
  const [missing, more] = found?.span ?? [1, 1]
  const [was, is] = [recorded.slice(from, from + missing), own.slice(to, to + more)]
  if (found !== undefined) note(state, found.change, was, is)
  state.expected.push(...(found === undefined ? was : is))
  state.from += missing
  state.to += more
}

/** How many of the next entries of both lists a change explains. */
function spanOf(state: Walk, change: Change): readonly [number, number] {
  const { recorded, own, spent } = state
  const [was, is] = [recorded.slice(state.from), own.slice(state.to)]
  if (!spent.has(change)) {
    if (is.length > 0 && change.added?.(is[0], recorded)) return [0, 1]
    if (was.length > 0 && change.absent?.(was[0], own)) return [1, 0]
    const run = runOf(was, is, change)
    if (run !== undefined) return run
  }
  return was.length > 0 && is.length > 0 && change.changed?.(was[0], is[0]) ? [1, 1] : [0, 0]
}

/** The shortest run after which both lists go on with the same, or end. */
function runOf(was: readonly unknown[], is: readonly unknown[], change: Change): readonly [number, number] | undefined {
  if (change.run === undefined) return undefined
  for (let both = 1; both <= was.length + is.length; both += 1)
    for (let missing = Math.max(0, both - is.length); missing <= Math.min(both, was.length); missing += 1) {
      const more = both - missing
      if (!isSame(was[missing], is[more])) continue
      if (change.run(was.slice(0, missing), is.slice(0, more))) return [missing, more]
    }
  return undefined
}

/** Entries of both beside each other, as far as there are two. */
function note(state: Walk, change: Change, missing: readonly unknown[], more: readonly unknown[]): void {
  const { excused, spent, from, to } = state
  if (missing.length !== 1 || more.length !== 1 || change.changed === undefined) spent.add(change)
  const most = Math.max(missing.length, more.length)
  const differences = Array.from({ length: most }, (_, at) => ({
    at: String((at < more.length ? to : from) + at),
    ...{ recorded: missing[at], own: more[at] },
  }))
  excused.set(change, [...(excused.get(change) ?? []), ...differences])
}

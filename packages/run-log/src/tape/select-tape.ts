// Which part of a tape a model is told. The default begins after the last anchor; what the anchor hands on is told once.
import { err, isJsonObject, ok, printJson, type Result } from '@slyglass/base'
import { SESSION_START, type TapeEntry } from './tape-entry.ts'

/** Where the told past begins: `last_anchor`, `all`, or an anchor's name (its newest one counts). */
export interface TapeChoice {
  readonly context: string
  /** The anchor itself is told too. */
  readonly includeAnchor: boolean
}

/** The entries of a choice, in the tape's order; or why there is no such place on the tape. */
export function selectEntries(
  tape: readonly TapeEntry[],
  { context, includeAnchor }: TapeChoice,
): Result<readonly TapeEntry[], string> {
  const told = tape.filter((entry) => entry.untold !== true)
  if (context === 'all') return ok(told)
  const isPlace = (entry: TapeEntry) => entry.kind === 'anchor' && (context === 'last_anchor' || entry.name === context)
  const at = told.findLastIndex(isPlace)
  const place = told[at]
  if (place === undefined) return err(`Anchor '${context}' was not found.`)
  // The beginning of a session hands nothing on.
  const isHandedOn = includeAnchor && place.kind === 'anchor' && place.name !== SESSION_START
  return ok(told.slice(isHandedOn ? at : at + 1))
}

/** The newest anchor of a tape. */
export function lastAnchor(tape: readonly TapeEntry[]): Extract<TapeEntry, { kind: 'anchor' }> | undefined {
  return tape.findLast((entry) => entry.kind === 'anchor')
}

/** How an anchor is told: its name, and what it hands on as JSON. */
export function anchorText({ name, state }: Extract<TapeEntry, { kind: 'anchor' }>): string {
  const held = isJsonObject(state) ? state : new Map([['value', state]])
  return `[Anchor created: ${name}]: ${printJson(held, 'python-unicode')}`
}

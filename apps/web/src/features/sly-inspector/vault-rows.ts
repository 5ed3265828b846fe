import type { JsonText } from '@slyglass/base'
import type { SlyLedger, SlyRef, Trace } from '@slyglass/run-log'
import { valuesOf } from '../../app/public/run-widgets.ts'

/** One private value as the vault lists it: never the value. */
export interface VaultRow {
  readonly key: string
  readonly ref?: SlyRef
  /** Who wrote it last, and in which turn where that was not the newest. */
  readonly origin: string
}

/** Values typed before the first run: there is no session yet, and no fingerprint. */
export function draftRows(draft: JsonText | undefined): readonly VaultRow[] {
  return [...valuesOf(draft).keys()].map((key) => ({ key, origin: 'sent with the first message' }))
}

/** One run of the session, as far as it tells of private values. */
export interface VaultTurn {
  /** Its place in the session, from 1. */
  readonly number: number
  readonly ledger: SlyLedger
  readonly trace: Trace
  readonly running: boolean
}

/** Keys of the session's vault, whose turns come oldest first. While a run goes on, its log is newer than what the server listed last. */
export function vaultRows(listed: readonly SlyRef[], turns: readonly VaultTurn[]): readonly VaultRow[] {
  const refs = new Map(listed.map((ref) => [ref.key, ref]))
  const last = turns.at(-1)
  if (last?.running)
    for (const { key, ref, removed } of last.ledger.keys.values()) {
      if (removed) refs.delete(key)
      else refs.set(key, ref)
    }
  return [...refs.values()].map((ref) => ({ key: ref.key, ref, origin: originOf(ref, turns) }))
}

/**
 * Back through the runs to the one that wrote the value. A run that found it at its beginning has it from the run before, or from
 * the client when that one ended without it.
 */
function originOf({ key, fingerprint }: SlyRef, turns: readonly VaultTurn[]): string {
  for (const turn of turns.toReversed()) {
    // What it tells has not come yet.
    if (turn.ledger.lastSeq < 0) return ''
    const known = turn.ledger.keys.get(key)
    if (known === undefined || known.removed || known.ref.fingerprint !== fingerprint) return 'from client'
    const by = known.writes.at(-1)?.by ?? null
    if (by !== null) {
      const tool = turn.trace.spans.get(by)?.name ?? 'a tool'
      return turn === turns.at(-1) ? `from ${tool}` : `from ${tool} in turn ${turn.number}`
    }
  }
  const first = turns[0]?.number ?? 1
  return first === 1 ? 'from client' : `from before turn ${first}`
}

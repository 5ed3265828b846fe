// A failed agent ends with its failure in words, as callers of the network read it, and with the failure itself.
import type { SpanId } from '@slyglass/base'
import { enclosingAgent, type TranscriptEntry } from '@slyglass/run-log'

/** An entry as it is shown; a failure holds the words that were told of it. */
export interface ShownEntry {
  readonly entry: TranscriptEntry
  readonly told?: string
}

/** Joins an agent's last words about its failure with the failure. What the model itself said stays an entry. */
export function joinFailures(entries: readonly TranscriptEntry[]): readonly ShownEntry[] {
  const shown: ShownEntry[] = []
  for (const entry of entries) {
    const failed = entry.kind === 'failure' && entry.outcome !== 'cancelled'
    const words = failed ? shown.findLastIndex(({ entry }) => entry.kind !== 'note') : -1
    const before = shown[words]?.entry
    if (before?.kind === 'agent' && isOfAgent(before.span)) {
      shown.splice(words, 1)
      shown.push({ entry, told: before.text })
    } else shown.push({ entry })
  }
  return shown
}

/** Words of a model stand at its own span; those that end an agent at the agent's. */
const isOfAgent = (span: SpanId) => enclosingAgent(span) === span

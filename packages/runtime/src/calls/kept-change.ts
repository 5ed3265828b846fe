// What was found out when an agent started is kept in the log under a key of its own, so that a resumed or replayed run need not
// find it out again.
import { isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { Draft } from '@slyglass/run-log'
import type { AgentCall, RunContext } from '../run-context.ts'

type Key = 'described' | 'code_mode'

/** Events of one kind with which an agent begins: what it was offered from outside, and one for each key. */
const MOST = 3

/** The event that keeps it, for the agent's first commit. */
export function keepChange({ span, parent }: AgentCall, key: Key, value: Json): Draft {
  return { type: 'context.changed', span, parent, changes: printJson(new Map([[key, value]])) }
}

/** What the agent kept under a key, of this run or of the one that is played again. */
export function keptChange({ journal, source }: RunContext, { span }: AgentCall, key: Key): JsonObject | undefined {
  for (let n = 0; n < MOST; n += 1) {
    const own = journal.find(span, 'context.changed', n)
    const text = own === undefined ? undefined : journal.formsOf(own).truth.changes
    const parsed = parseJson(text ?? source?.answers.find(span, 'context.changed', n)?.changes ?? '{}')
    const kept = parsed.ok ? jsonAt(parsed.value, key) : undefined
    if (isJsonObject(kept)) return kept
  }
  return undefined
}

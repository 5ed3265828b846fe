// The part of a result that changes what tools share.
import { isJsonObject, type Json, jsonAt } from '@slyglass/base'
import type { ContextOp } from '@slyglass/run-log'

export { applyContextOps, type ContextOp, contextOpsJson, readContextOps } from '@slyglass/run-log'

/** The key of a result under which a tool hands over new values of what is shared. */
export const UPDATE_KEY = '__update_context__'

/** A result without its update, and the update as changes: each key replaces. */
export function splitUpdate(value: Json): { readonly value: Json; readonly ops: readonly ContextOp[] } {
  const update = jsonAt(value, UPDATE_KEY)
  if (!isJsonObject(value) || !isJsonObject(update)) return { value, ops: [] }
  const rest = new Map(value)
  rest.delete(UPDATE_KEY)
  return { value: rest, ops: [...update].map(([key, part]) => ({ op: 'set', key, value: part })) }
}

// Changes that a call makes to what tools of a session share, as `context.changed` holds them. They are applied in order, when the
// call is committed.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'

/** One change. `log_event` leaves a record and changes nothing. */
export type ContextOp =
  | { readonly op: 'set'; readonly key: string; readonly value: Json }
  | { readonly op: 'merge'; readonly key: string; readonly value: JsonObject }
  | { readonly op: 'append'; readonly key: string; readonly value: Json }
  | { readonly op: 'delete'; readonly key: string }
  | { readonly op: 'log_event'; readonly type: string; readonly data: Json }

/** What is shared after the changes, laid on what is there now. */
export function applyContextOps(deps: JsonObject, ops: readonly ContextOp[]): JsonObject {
  return ops.reduce(applyOp, deps)
}

function applyOp(deps: JsonObject, op: ContextOp): JsonObject {
  if (op.op === 'log_event') return deps
  const next = new Map(deps)
  if (op.op === 'delete') next.delete(op.key)
  else if (op.op === 'set') next.set(op.key, op.value)
  else if (op.op === 'append') next.set(op.key, [...listOf(deps.get(op.key)), op.value])
  else next.set(op.key, deepMerge(deps.get(op.key), op.value))
  return next
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return isJsonList(value) ? value : [value]
}

function deepMerge(basis: Json | undefined, over: Json): Json {
  if (!isJsonObject(basis) || !isJsonObject(over)) return over
  const merged = new Map(basis)
  for (const [key, value] of over) merged.set(key, deepMerge(basis.get(key), value))
  return merged
}

/** The changes as JSON, for hosts and logs. */
export function contextOpsJson(ops: readonly ContextOp[]): Json {
  return ops.map((op) => new Map(Object.entries(op)))
}

/** Changes from JSON; items that are none are left out. */
export function readContextOps(json: Json | undefined): readonly ContextOp[] {
  return isJsonList(json) ? json.flatMap(readOp) : []
}

function readOp(item: Json): readonly ContextOp[] {
  const [op, key, type] = [jsonAt(item, 'op'), jsonAt(item, 'key'), jsonAt(item, 'type')]
  const value = jsonAt(item, 'value')
  if (op === 'log_event') return typeof type === 'string' ? [{ op, type, data: jsonAt(item, 'data') ?? null }] : []
  if (typeof key !== 'string') return []
  if (op === 'delete') return [{ op, key }]
  if (value === undefined) return []
  if (op === 'set' || op === 'append') return [{ op, key, value }]
  return op === 'merge' && isJsonObject(value) ? [{ op, key, value }] : []
}

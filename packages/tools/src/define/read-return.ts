// What a tool returned, as what is kept and what the model reads.
import { type Json, type JsonText, printJson } from '@slyglass/base'
import { type ContextOp, splitUpdate } from './context-ops.ts'
import { type FailureCategory, isToolFail, isToolOk } from './outcome.ts'
import { plainJson } from './plain-json.ts'

/** A returned value, read. `text` is what the model reads of a success. */
export type ToolReturn =
  | { readonly ok: true; readonly value: Json; readonly text: string; readonly ops: readonly ContextOp[] }
  | {
      readonly ok: false
      /** The reason in its debug form. */
      readonly reason: string
      readonly category?: FailureCategory
      readonly details?: string
    }

/** Reads what a tool returned: a plain value, `ok(…)` or `fail(…)`. Never throws. */
export function readReturn(returned: unknown): ToolReturn {
  if (isToolFail(returned)) {
    const { reason, category, details } = returned
    return {
      ok: false,
      reason: printJson(plainJson(reason)),
      ...(category !== undefined && { category }),
      ...(details !== undefined && { details: modelText(plainJson(details)) }),
    }
  }
  const agreed = isToolOk(returned)
  const split = splitUpdate(plainJson(agreed ? returned.value : returned))
  return {
    ok: true,
    value: split.value,
    text: modelText(split.value),
    ops: [...split.ops, ...(agreed ? returned.ops.map(ownOp) : [])],
  }
}

/** A change made by another copy of this code, such as the tool's own, in the terms of this one. */
function ownOp(op: ContextOp): ContextOp {
  if (op.op === 'delete') return op
  if (op.op === 'log_event') return { ...op, data: plainJson(op.data) }
  return { ...op, value: plainJson(op.value) } as ContextOp
}

/** A text as it is, everything else as JSON. */
export function modelText(value: Json): JsonText {
  return typeof value === 'string' ? value : printJson(value)
}

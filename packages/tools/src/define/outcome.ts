// What a tool may give back besides a plain value: an agreed success with an update, or a failure of its own.
import type { ContextOp } from './context-ops.ts'
import { ContextUpdate } from './context-update.ts'

/** Kinds of failure that authors tell apart. */
export type FailureCategory = 'validation' | 'external' | 'system' | 'exception' | 'permission' | 'rate-limit'

// Tools and their hosts may each have a copy of this module, so results are recognised by a shared symbol.
const KIND = Symbol.for('slyglass.tool-result')

/** A success; `update` changes what tools share. */
export interface ToolOk {
  readonly [KIND]: 'ok'
  readonly value: unknown
  readonly ops: readonly ContextOp[]
}

/** A failure that the tool itself tells. It is not tried again. */
export interface ToolFail {
  readonly [KIND]: 'fail'
  readonly reason: unknown
  readonly category?: FailureCategory
  /** For people only. */
  readonly details?: unknown
}

/** The value is the result; the update is applied when the call is committed. */
export function ok(value: unknown, update?: ContextUpdate | readonly ContextOp[]): ToolOk {
  const ops = update instanceof ContextUpdate || isUpdate(update) ? update.ops : (update ?? [])
  return { [KIND]: 'ok', value, ops }
}

function isUpdate(update: unknown): update is { readonly ops: readonly ContextOp[] } {
  return typeof update === 'object' && update !== null && 'ops' in update
}

/** Something went wrong that another try would not mend: the model reads the reason. */
export function fail(
  reason: unknown,
  more: { readonly category?: FailureCategory; readonly details?: unknown } = {},
): ToolFail {
  return { [KIND]: 'fail', reason, ...more }
}

/** True for what `ok` made. */
export function isToolOk(value: unknown): value is ToolOk {
  return kindOf(value) === 'ok'
}

/** True for what `fail` made. */
export function isToolFail(value: unknown): value is ToolFail {
  return kindOf(value) === 'fail'
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<symbol, unknown>)[KIND] : undefined
}

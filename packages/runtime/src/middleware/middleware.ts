// The middleware of one agent: classes that stand around its work, each an instance in the Python host.
import type { JsonText } from '@slyglass/base'
import type { Forms } from '../forms.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { Origin } from '../run-context.ts'

/** Where a class may step in. The first four see the conversation; the last two stand around a call. */
export type StateHook = 'before_agent' | 'before_model' | 'after_model' | 'after_agent'
export type Wrap = 'wrap_model_call' | 'wrap_tool_call'
export type Hook = StateHook | Wrap

/** One class of an agent's list. */
export interface Middleware {
  /** Its place in the list, from 1. */
  readonly index: number
  readonly className: string
  /** By which two of the list are told apart. */
  readonly name: string
  readonly instance: number
  readonly origin: Origin
  readonly hooks: ReadonlySet<string>
  /** Where each hook may let the agent go on. */
  readonly jumps: ReadonlyMap<string, readonly string[]>
  /** Tools that it brings along. */
  readonly tools: readonly CallableTool[]
  /** How an instance is made, again where its process is gone. */
  readonly make: Forms<JsonText>
}

/** Those that implement a hook: the first is the outermost, so what comes after the work goes the other way round. */
export function withHook(all: readonly Middleware[], hook: Hook): readonly Middleware[] {
  const those = all.filter((one) => one.hooks.has(hook))
  return hook.startsWith('after_') ? those.reverse() : those
}

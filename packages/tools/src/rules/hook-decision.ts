// What a hook's answer means. A hook that fails lets the call pass, unless it is to fail closed.
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'

/** A decision of one hook. */
export type HookDecision =
  | { readonly decision: 'allow'; readonly note?: string }
  | { readonly decision: 'deny'; readonly reason?: string }
  | { readonly decision: 'modify'; readonly changes: JsonObject; readonly reason?: string }
  /** `changes` holds the `result` that takes the place of a call: nothing is called. */
  | { readonly decision: 'replace'; readonly changes: JsonObject; readonly reason?: string }

/** Reads an answer: nothing or words that are no decision mean allow. Command hooks say `result`, functions `decision`. */
export function readHookAnswer(answer: Json | undefined): HookDecision {
  const word = typeof answer === 'string' ? answer : (jsonAt(answer, 'decision') ?? jsonAt(answer, 'result'))
  const reason = jsonAt(answer, 'reason')
  const because = typeof reason === 'string' && reason !== '' ? { reason } : {}
  if (word === 'deny') return { decision: 'deny', ...because }
  const changes = jsonAt(answer, 'changes')
  if (word === 'modify' && isJsonObject(changes)) return { decision: 'modify', changes, ...because }
  const result =
    jsonAt(changes, 'result') ?? (jsonAt(answer, 'decision') === word ? jsonAt(answer, 'result') : undefined)
  if (word === 'replace' && result !== undefined)
    return { decision: 'replace', changes: new Map([['result', result]]), ...because }
  return { decision: 'allow' }
}

/** A hook that threw, was silent for too long, or could not be found. */
export function failedHook(hook: { readonly name: string; readonly failClosed: boolean }, what: string): HookDecision {
  if (hook.failClosed) return { decision: 'deny', reason: `the hook ${hook.name} failed and is fail_closed (${what})` }
  return { decision: 'allow', note: `The hook ${hook.name} failed, so it decided nothing: ${what}` }
}

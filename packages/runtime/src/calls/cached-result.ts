// Results of tools that are given again for a while. Where private or shared values are in reach, a session has its own.
import { parseJson, printJson, type SpanId } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import { type CachedResult, ruleKey, splitUpdate } from '@slyglass/tools'
import type { RunContext } from '../run-context.ts'
import type { ReadyCall } from './execute-call.ts'
import { keySources } from './key-sources.ts'

export function findCached(context: RunContext, ready: ReadyCall): CachedResult<ToolAnswer> | undefined {
  const { cache } = ready.rules.settings
  if (cache === undefined) return undefined
  return context.calls.cache.find(keyOf(context, ready, cache.key), cache.ttlMs, context.clock.now())
}

/**
 * How a result may be kept, as things are before the call. Only a call that changed nothing, and around which nothing changed,
 * can be given again.
 */
export function resultKeeper(context: RunContext, ready: ReadyCall): (attempt: SpanId, answer: ToolAnswer) => void {
  const { cache } = ready.rules.settings
  if (cache === undefined) return () => undefined
  const before = keyOf(context, ready, cache.key)
  return (attempt, answer) => {
    const changed = context.journal.find(attempt, 'sly.changed') !== undefined || changesShared(answer)
    if (changed || keyOf(context, ready, cache.key) !== before) return
    context.calls.cache.keep(before, answer, context.clock.now())
  }
}

function changesShared({ value, update }: ToolAnswer): boolean {
  const parsed = value === undefined ? undefined : parseJson(value)
  return update !== undefined || (parsed?.ok === true && splitUpdate(parsed.value).ops.length > 0)
}

function keyOf(context: RunContext, ready: ReadyCall, paths: readonly string[]): string {
  const { rules, args, deps } = ready
  const { request, network, vault } = context
  const asked = paths.length === 0 ? printJson(args.truth) : ruleKey(paths, keySources(context, ready))
  const isOpen = vault.isEmpty && deps.truth.size === 0
  return JSON.stringify([request.project, network.name, rules.tool.name, asked, isOpen ? '' : request.session])
}

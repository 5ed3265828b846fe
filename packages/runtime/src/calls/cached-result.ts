// Results of tools that are given again for a while. Where private or shared values are in reach, a session has its own.
import { printJson } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import { type CachedResult, ruleKey } from '@slyglass/tools'
import type { RunContext } from '../run-context.ts'
import type { ReadyCall } from './execute-call.ts'
import { fingerprintOf } from './rate-limited.ts'

export function findCached(context: RunContext, ready: ReadyCall): CachedResult<ToolAnswer> | undefined {
  const { cache } = ready.rules.settings
  if (cache === undefined) return undefined
  return context.calls.cache.find(keyOf(context, ready, cache.key), cache.ttlMs, context.clock.now())
}

export function keepResult(context: RunContext, ready: ReadyCall, answer: ToolAnswer): void {
  const { cache } = ready.rules.settings
  if (cache !== undefined) context.calls.cache.keep(keyOf(context, ready, cache.key), answer, context.clock.now())
}

function keyOf(context: RunContext, { rules, args, deps }: ReadyCall, paths: readonly string[]): string {
  const { request, network, vault } = context
  const sources = { args: args.truth, deps: deps.truth, fingerprint: (key: string) => fingerprintOf(context, key) }
  const asked = paths.length === 0 ? printJson(args.truth) : ruleKey(paths, sources)
  const isOpen = vault.isEmpty && deps.truth.size === 0
  return JSON.stringify([request.project, network.name, rules.tool.name, asked, isOpen ? '' : request.session])
}

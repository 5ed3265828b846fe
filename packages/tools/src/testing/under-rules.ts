// A tool's own limit and cache by the clock of a test: what takes minutes in a session takes none here.
import { isJsonObject, type Json, type JsonObject, printJson } from '@slyglass/base'
import { readStudio } from '@slyglass/network'
import { describeTool } from '../define/describe-tool.ts'
import { plainJson } from '../define/plain-json.ts'
import type { ToolReturn } from '../define/read-return.ts'
import { runTool } from '../define/run-tool.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { RATE_LIMITED_TEXT } from '../errors/error-texts.ts'
import { callsOfTier, RateLimiter } from '../rules/rate-limit.ts'
import { ResultCache } from '../rules/result-cache.ts'
import { type KeySources, ruleKey, ruleWord } from '../rules/rule-key.ts'
import { testContext } from './test-context.ts'

/** What a call gave; `ageMs` is there when the result was a kept one. */
export type RuledReturn = ToolReturn & { readonly ageMs?: number }

/** Calls a tool as a session would. */
export type RuledCall = (
  args: Readonly<Record<string, unknown>>,
  context?: Partial<ToolContext>,
) => Promise<RuledReturn>

/** A tool under the `rateLimit` and `cache` of its definition. `now` gives milliseconds. */
export function underRules(tool: ToolDefinition, { now }: { readonly now: () => number }): RuledCall {
  const { cache, rateLimit } = readStudio(describeTool(tool).settings).tool
  const [limiter, kept] = [new RateLimiter(), new ResultCache<ToolReturn>()]

  const isRefused = (sources: KeySources): boolean => {
    if (rateLimit === undefined) return false
    const { key, tier, perMs } = rateLimit
    const calls = callsOfTier(rateLimit, tier === undefined ? undefined : ruleWord(tier, sources))
    return !limiter.allow(key === undefined ? '' : ruleKey([key], sources), { calls, perMs }, now())
  }

  return async (args, context = {}) => {
    const sources = sourcesOf(args, context)
    const key = keptAs(cache?.key ?? [], sources, context)
    const found = cache === undefined ? undefined : kept.find(key, cache.ttlMs, now())
    // As in a session: a kept result costs no call.
    if (found !== undefined) return { ...found.value, ageMs: found.ageMs }
    if (isRefused(sources)) return { ok: false, reason: printJson(RATE_LIMITED_TEXT), category: 'rate-limit' }
    const told = await runTool(tool, args, testContext(context))
    if (cache !== undefined && told.ok && told.ops.length === 0) kept.keep(key, told, now())
    return told
  }
}

function sourcesOf(args: object, { deps = {}, slyData = {} }: Partial<ToolContext>): KeySources {
  const fingerprint = (key: string) => (key in slyData ? printJson(plainJson(slyData[key])) : undefined)
  return { args: objectOf(args), deps: objectOf(deps), fingerprint }
}

/** Where shared or private values are in reach, each set of them has results of its own. */
function keptAs(paths: readonly string[], sources: KeySources, { deps = {}, slyData = {} }: Partial<ToolContext>) {
  const asked = paths.length === 0 ? printJson(sources.args) : ruleKey(paths, sources)
  return printJson([asked, plainJson(deps), plainJson(slyData)])
}

function objectOf(value: object): JsonObject {
  const json: Json = plainJson(value)
  return isJsonObject(json) ? json : new Map()
}

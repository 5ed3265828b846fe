import { attemptSpan } from '@slyglass/run-log'
import { callsOfTier, ruleKey, ruleWord } from '@slyglass/tools'
import type { RunContext } from '../run-context.ts'
import { findCached } from './cached-result.ts'
import type { ReadyCall } from './execute-call.ts'
import { keySources } from './key-sources.ts'

/** Whether the tool's own limit refuses this call. The decision depends on the time, so it is taken from the log where it was made. */
export async function isRateLimited(context: RunContext, ready: ReadyCall): Promise<boolean> {
  const { call, rules } = ready
  const { journal, source, calls, clock } = context
  const rule = rules.settings.rateLimit
  if (rule === undefined) return false
  const [own, first] = [call.span, attemptSpan(call.span, 1)]
  if (journal.find(first, 'attempt.started') !== undefined) return false
  const sources = keySources(context, ready)
  const known = journal.find(own, 'limit.reached') ?? source?.answers.find(own, 'limit.reached')
  if (known?.limit === 'rate') return tell(context, ready, known.value)
  if (source?.answers.find(first, 'attempt.started') !== undefined) return false
  if (findCached(context, ready) !== undefined) return false
  const tier = rule.tier === undefined ? undefined : ruleWord(rule.tier, sources)
  const most = callsOfTier(rule, tier)
  const whose = rule.key === undefined ? context.request.session : ruleKey([rule.key], sources)
  const key = JSON.stringify([context.request.project, context.network.name, rules.ruled.names[0], whose])
  if (calls.limiter.allow(key, { calls: most, perMs: rule.perMs }, clock.now())) return false
  return tell(context, ready, most)
}

async function tell(context: RunContext, { call }: ReadyCall, value: number): Promise<true> {
  const { span, agent } = call
  await context.journal.commit([{ type: 'limit.reached', span, parent: agent.span, limit: 'rate', value }])
  return true
}

// Limits of a whole conversation: a run that would pass one asks no model.

import { studioOf } from '@slyglass/network'
import { type Draft, type HistoryMessage, RUN_SPAN } from '@slyglass/run-log'
import { checkSession, needsCompaction } from '@slyglass/tools'
import { alike, type Forms } from '../forms.ts'
import type { AgentEnd } from '../run-agent.ts'
import type { RunContext } from '../run-context.ts'

/** The end of a run that may not begin; undefined when it may. */
export async function checkConversation({ network, request, journal }: RunContext): Promise<AgentEnd | undefined> {
  const rules = studioOf(network)?.session
  if (rules === undefined || request.used === undefined) return undefined
  const checked = checkSession(rules, request.used)
  if (checked === 'ok') return undefined
  const isTurns = checked === 'max_turns_reached'
  const value = isTurns ? rules.maxTurns : rules.maxBudgetTokens
  const limit = isTurns ? ('max_turns' as const) : ('max_budget_tokens' as const)
  const reached: Draft = { type: 'limit.reached', span: RUN_SPAN, parent: null, limit, value }
  await journal.commit([reached])
  const message = `This conversation has reached its limit (studio.session.${limit} = ${value}). Start a new one, or raise the limit.`
  return { outcome: 'failed', text: alike(message), failure: { code: 'limit-reached', message } }
}

/** Of a conversation that has grown long the newest turns, each whole: older ones are left out, and the run says so. */
export async function compactHistory(
  { network, request, journal }: RunContext,
  history: readonly Forms<HistoryMessage>[],
): Promise<readonly Forms<HistoryMessage>[]> {
  const rules = studioOf(network)?.session
  const { used } = request
  if (rules === undefined || used === undefined || !needsCompaction(rules, used)) return history
  const begins = history.flatMap(({ truth }, index) => (truth.type === 'HUMAN' ? [index] : []))
  const from = begins.at(-rules.compactAfterTurns) ?? 0
  if (rules.compactAfterTurns === 0 || from === 0) return history
  const text = `The model is told the last ${rules.compactAfterTurns} turns; ${begins.length - rules.compactAfterTurns} older ones are left out (studio.session.compact_after_turns).`
  await journal.commit([{ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', source: 'session', text }])
  return history.slice(from)
}

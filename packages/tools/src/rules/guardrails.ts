// Limits of a whole conversation, counted from what was used up.
import type { SessionRules } from '@slyglass/network'

/** What a conversation has used. */
export interface SessionUsage {
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Whether another turn may begin. Turns are looked at first. */
export function checkSession(
  rules: SessionRules,
  usage: SessionUsage,
): 'ok' | 'max_turns_reached' | 'max_budget_reached' {
  if (usage.turns >= rules.maxTurns) return 'max_turns_reached'
  return usage.inputTokens + usage.outputTokens >= rules.maxBudgetTokens ? 'max_budget_reached' : 'ok'
}

/** Whether the past should be put in short. */
export function needsCompaction(rules: SessionRules, usage: Pick<SessionUsage, 'turns'>): boolean {
  return usage.turns > rules.compactAfterTurns
}

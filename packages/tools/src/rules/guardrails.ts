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

/** One side of a summary. */
export interface Budget {
  readonly max: number
  readonly remaining: number
}

/** What is used and left, for screens. */
export function sessionSummary(
  rules: SessionRules,
  usage: SessionUsage,
): {
  readonly turns: Budget & { readonly current: number }
  readonly tokens: Budget & { readonly used: number }
  readonly needsCompaction: boolean
} {
  const used = usage.inputTokens + usage.outputTokens
  const left = (max: number, gone: number) => Math.max(0, max - gone)
  return {
    turns: { current: usage.turns, max: rules.maxTurns, remaining: left(rules.maxTurns, usage.turns) },
    tokens: { used, max: rules.maxBudgetTokens, remaining: left(rules.maxBudgetTokens, used) },
    needsCompaction: needsCompaction(rules, usage),
  }
}

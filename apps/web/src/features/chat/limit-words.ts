// What a conversation may use, as its network says, and how much of it is used.
import type { Studio } from '@slyglass/network'
import type { Limits } from '@slyglass/run-log'
import { formatCount } from '../../app/public/run-widgets.ts'

/** One limit with what is used of it. */
export interface LimitBar {
  readonly name: string
  readonly used: number
  readonly most: number
  readonly words: string
}

/** Bars worth showing: those of a conversation with an end, and the calls of a run that has made at least half of its own. */
export function limitBars(studio: Studio | undefined, limits: Limits, running: boolean): readonly LimitBar[] {
  if (studio === undefined) return []
  const { before } = limits
  const tokens = (before?.inputTokens ?? 0) + (before?.outputTokens ?? 0) + limits.tokens
  const turns = (before?.turns ?? 0) + 1
  const { session } = studio
  const most = studio.limits.toolCalls
  const calls = running && limits.toolCalls * 2 >= most ? [bar('Tool calls of this run', limits.toolCalls, most)] : []
  if (session === undefined) return calls
  return [
    bar('Tokens of this conversation', tokens, session.maxBudgetTokens),
    bar('Turns of this conversation', turns, session.maxTurns),
    ...calls,
  ]
}

function bar(name: string, used: number, most: number): LimitBar {
  return { name, used, most, words: `${formatCount(used)} of ${formatCount(most)}` }
}

/** Above this share a bar warns. */
const NEAR = 0.8

export function limitTone({ used, most }: LimitBar): 'plain' | 'wait' | 'fail' {
  if (used >= most) return 'fail'
  return used >= most * NEAR ? 'wait' : 'plain'
}

export const TONE_WORDS = { plain: '', wait: 'nearly used up', fail: 'used up' } as const

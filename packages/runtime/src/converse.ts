// One run of an agent, from its task to its last word: turns until there is an answer, within its limit of steps.
import { offeredTools, offerNow } from './calls/offer-tools.ts'
import { prepareTools } from './calls/prepare-tools.ts'
import { instructionsWithTodos, withSections } from './calls/rule-agent.ts'
import { alike, type Forms } from './forms.ts'
import { handOffOnOverflow } from './hand-off-on-overflow.ts'
import { stepsLimit } from './limits.ts'
import { runStateHooks } from './middleware/state-hooks.ts'
import { lastSaid, startTalk, type Talk } from './middleware/talk.ts'
import type { Prepared } from './run-agent.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { failedTurn, runTurn, type Turn, type TurnFailed } from './run-turn.ts'

/** How it went; `turns`: how many there were in this agent so far. */
export type Conversed =
  | { readonly kind: 'answer'; readonly text: Forms<string> }
  | { readonly kind: 'out-of-steps'; readonly most: number; readonly said: string }
  | (TurnFailed & { readonly turns: number })

/** A model turn and a round of tool calls are one step each; the last step may not be an answer. */
export async function converse(
  context: RunContext,
  prepared: Prepared,
  { run, turns }: { readonly run: number; readonly turns: number },
): Promise<Conversed> {
  const { call, middleware } = prepared
  const most = stepsLimit(call.entry)
  const around = { agent: call, middleware, place: call.span, run }
  const opening = prepared.overflow.handedOff ? prepared.opening.slice(-1) : prepared.opening
  const begun = await runStateHooks(context, { ...around, hook: 'before_agent' }, startTalk(opening))
  if (!begun.ok) return { ...failedTurn(begun.failed), turns }
  const told =
    begun.jump === 'end'
      ? { ...begun, kind: 'answer' as const, turns }
      : await takeTurns(context, prepared, begun.talk, turns)
  if (told.kind === 'failed') return told
  if (told.kind === 'out-of-steps') return { kind: 'out-of-steps', most, said: told.said }
  const ended = await runStateHooks(context, { ...around, hook: 'after_agent' }, told.talk)
  if (!ended.ok) return { ...failedTurn(ended.failed), turns: told.turns }
  return { kind: 'answer', text: lastSaid(ended.talk) }
}

type Told =
  | { readonly kind: 'answer'; readonly talk: Talk; readonly turns: number }
  | { readonly kind: 'out-of-steps'; readonly said: string }
  | (TurnFailed & { readonly turns: number })

async function takeTurns(context: RunContext, prepared: Prepared, begun: Talk, turns: number): Promise<Told> {
  const { call } = prepared
  const most = stepsLimit(call.entry)
  let talk = begun
  let steps = 0
  for (let number = turns + 1; steps < most; number += 1) {
    call.signal.throwIfAborted()
    const mayCall = steps + 1 < most
    const over = await tooManyRequests(context, call, number - turns)
    if (over !== undefined) return { ...over, turns: number }
    const offered = await turnOf(context, prepared, { number, talk })
    if (offered.kind === 'failed') return { ...offered, turns: number }
    const turn = await runTurn(context, { ...prepared, ...offered, number, talk, mayCall })
    if (turn.kind === 'failed') {
      const shorter = await handOffOnOverflow(context, prepared, talk, turn)
      if (shorter === undefined) return { ...turn, turns: number }
      talk = shorter
      continue
    }
    if (turn.kind === 'answer' && mayCall) return { ...turn, turns: number }
    if (turn.kind !== 'again') return { kind: 'out-of-steps', said: lastSaid(turn.talk).truth }
    talk = turn.talk
    steps += turn.steps
  }
  return { kind: 'out-of-steps', said: '' }
}

type Offered = Pick<Turn, 'agent' | 'plan' | 'system'> & { readonly kind: 'offered' }

/** What may differ from turn to turn under rules: the tools that are offered, and what the instructions say of them. */
async function turnOf(
  context: RunContext,
  { call, plan, system }: Prepared,
  { number, talk }: Pick<Turn, 'number' | 'talk'>,
): Promise<Offered | TurnFailed> {
  const { entry, ruled } = call
  if (ruled === undefined) return { kind: 'offered', agent: call, plan, system }
  const chosen = await prepareTools(context, { agent: call, ruled: offerNow(ruled, call), number, talk })
  if (!chosen.ok) return { kind: 'failed', failure: alike(chosen.failure), said: alike(chosen.failure.message) }
  const isLive = ruled.discipline.studio.todos.render === 'per_request'
  const told = isLive ? instructionsWithTodos(alike(entry.instructions ?? ''), ruled) : system
  const sections = [...ruled.sections, ...(chosen.section === undefined ? [] : [chosen.section])]
  return {
    kind: 'offered',
    agent: { ...call, ruled: chosen.ruled },
    plan: { ...plan, tools: offeredTools(chosen.ruled) },
    system: withSections(told, sections),
  }
}

/** `max_iterations`: model calls of one activation of an agent. */
async function tooManyRequests(
  { journal }: RunContext,
  { ruled, span, parent, entry }: AgentCall,
  iteration: number,
): Promise<TurnFailed | undefined> {
  const most = ruled?.discipline.studio.maxIterations
  if (most === undefined || iteration <= most) return undefined
  await journal.commit([{ type: 'limit.reached', span, parent, limit: 'iterations', value: most }])
  const message = `${entry.name} asked its model max_iterations = ${most} times before it answered. Raise studio.max_iterations to allow more.`
  const failure = { code: 'iteration-limit', message, retryable: false }
  return { kind: 'failed', failure: alike(failure), said: alike(message) }
}

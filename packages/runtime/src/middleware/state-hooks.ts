// The hooks that see the conversation: before and after the agent, before and after each question to its model.
import { jsonAt, type SpanId } from '@slyglass/base'
import { hookSpan } from '@slyglass/run-log'
import type { AgentCall, RunContext } from '../run-context.ts'
import { type MiddlewareFailure, raised } from './failed.ts'
import { type Middleware, type StateHook, withHook } from './middleware.ts'
import { runStep } from './run-step.ts'
import { applyUpdate, type Talk, tellMessages } from './talk.ts'

export interface HookRound {
  readonly agent: AgentCall
  readonly middleware: readonly Middleware[]
  readonly hook: StateHook
  /** The agent, or the call of its model that this is about. */
  readonly place: SpanId
  /** Which run of the agent, for hooks of the agent itself. */
  readonly run?: number
}

export type Jump = 'end' | 'model' | 'tools'

export type Hooked =
  | { readonly ok: true; readonly talk: Talk; readonly jump?: Jump }
  | { readonly ok: false; readonly failed: MiddlewareFailure }

/** Runs one kind of hook of all classes; the first that jumps leaves out the rest. */
export async function runStateHooks(context: RunContext, round: HookRound, before: Talk): Promise<Hooked> {
  let talk = before
  for (const one of withHook(round.middleware, round.hook)) {
    const { agent, hook, place, run = 1 } = round
    const span = hookSpan(place, `${one.index}.${hook}${run > 1 ? `.${run}` : ''}`)
    const told = { messages: tellMessages(talk.messages), extra: talk.extra }
    const end = await runStep(context, agent, one, { hook, span, parent: agent.span, told })
    if (!end.ok) return { ok: false, failed: raised(end) }
    talk = applyUpdate(talk, end.answer, `${one.name}.${span}`)
    const jump = jsonAt(end.answer.truth, 'jump')
    if (isJump(jump) && one.jumps.get(hook)?.includes(jump) === true) return { ok: true, talk, jump }
  }
  return { ok: true, talk }
}

function isJump(value: unknown): value is Jump {
  return value === 'end' || value === 'model' || value === 'tools'
}

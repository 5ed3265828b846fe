// One model call of an agent: attempts until one is answered, each through the door.
import type { JsonText } from '@slyglass/base'
import {
  attemptSpan,
  type Draft,
  type EventOf,
  type Failure,
  type ModelAnswer,
  modelSpan,
  type RunEvent,
} from '@slyglass/run-log'
import { readArguments } from '@slyglass/tools'
import { attemptModel } from './attempt-model.ts'
import { passDoor, type Question } from './door.ts'
import { providerStatus, unreadableCallText } from './error-texts.ts'
import { alike, type Forms } from './forms.ts'
import type { ModelSettings } from './model-settings.ts'
import type { AgentCall, RunContext } from './run-context.ts'

export interface ModelCallPlan {
  readonly agent: AgentCall
  readonly turn: number
  readonly settings: ModelSettings
  readonly body: Forms<JsonText>
}

export type ModelTurn =
  | { readonly ok: true; readonly answer: Forms<ModelAnswer> }
  | { readonly ok: false; readonly failure: Forms<Failure> }

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8000

export async function callModel(context: RunContext, plan: ModelCallPlan): Promise<ModelTurn> {
  const { journal, request } = context
  const { agent, turn, settings } = plan
  const place = { span: modelSpan(agent.span, turn), parent: agent.span }
  const model = request.provider.ref.offline ? request.provider.ref.label : settings.model
  await journal.commit([{ type: 'model.started', ...place, agent: agent.entry.name, turn, model }])
  const asked = await askUntilAnswered(context, plan, place.span)
  const result = asked.turn.ok ? readable(asked.turn.answer) : asked.turn
  const [logged] = await journal.commit([{ ...place, ...modelFinished(result), attempts: asked.attempts }])
  return result.ok
    ? result
    : { ok: false, failure: { truth: result.failure.truth, logged: loggedFailure(logged, result) } }
}

async function askUntilAnswered(
  context: RunContext,
  plan: ModelCallPlan,
  call: ReturnType<typeof modelSpan>,
): Promise<{ readonly turn: ModelTurn; readonly attempts: number }> {
  const digest = context.digests.sha256(plan.body.logged)
  let failures = 0
  for (let number = 1; ; number += 1) {
    plan.agent.signal.throwIfAborted()
    const question: Question = { of: 'model', span: attemptSpan(call, number), parent: call, number, digest }
    const tried = await passDoor<ModelAnswer>(context, question, () => attemptModel(context, question, plan))
    if (tried.kind === 'lost') continue
    if (tried.kind === 'answered') return { turn: { ok: true, answer: tried.answer }, attempts: number }
    failures += 1
    const { failure } = tried
    if (failures > plan.settings.retries || !mayPass(failure.truth))
      return { turn: { ok: false, failure }, attempts: number }
    if (tried.live) await context.clock.sleep(delayAfter(failures), plan.agent.signal)
  }
}

function delayAfter(failures: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
}

/** Failures after which the same request may succeed: the provider was busy or broken, or the network was. */
function mayPass(failure: Failure): boolean {
  const status = providerStatus(failure)
  if (status === undefined) return failure.retryable === true
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** An answer whose call arguments are JSON but no object cannot be used at all. */
function readable(answer: Forms<ModelAnswer>): ModelTurn {
  for (const [index, call] of answer.truth.calls.entries()) {
    const read = readArguments(call.args)
    if (read.kind !== 'other') continue
    const message = unreadableCallText(index, read.value)
    return { ok: false, failure: alike({ code: 'unreadable-answer', message }) }
  }
  return { ok: true, answer }
}

type ModelFinished = Omit<Extract<Draft, { type: 'model.finished' }>, 'span' | 'parent' | 'attempts'>

function modelFinished(turn: ModelTurn): ModelFinished {
  if (!turn.ok) return { type: 'model.finished', outcome: 'failed', text: '', calls: [], failure: turn.failure.truth }
  const { text, calls, usage } = turn.answer.truth
  return { type: 'model.finished', outcome: 'ok', text, calls, ...(usage !== undefined && { usage }) }
}

function loggedFailure(event: RunEvent | undefined, turn: { readonly failure: Forms<Failure> }): Failure {
  const finished = event as EventOf<'model.finished'> | undefined
  return finished?.failure ?? turn.failure.logged
}

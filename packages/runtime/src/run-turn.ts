// One turn: ask the model, then run the tools it calls, with middleware around both. Only the order is said here.

import type { Failure } from '@slyglass/run-log'
import { type ModelAnswer, type ModelCall, modelSpan } from '@slyglass/run-log'
import { readArguments } from '@slyglass/tools'
import { callModel } from './call-model.ts'
import { agentHooks, deniedRequest } from './calls/agent-hooks.ts'
import type { Hooked as RuleHooked } from './calls/pass-hooks.ts'
import { type Message, pastMessages } from './conversation.ts'
import { bothForms, type Forms } from './forms.ts'
import type { ModelChoice } from './llm/choose-models.ts'
import type { MiddlewareFailure } from './middleware/failed.ts'
import { MiddlewareRaised } from './middleware/failed.ts'
import type { Middleware, StateHook } from './middleware/middleware.ts'
import { type Hooked, runStateHooks } from './middleware/state-hooks.ts'
import { applyUpdate, openCalls, type Talk, withId } from './middleware/talk.ts'
import { askWrapped, type ModelHeard, type ModelRequest, modelMessage } from './middleware/wrap-model.ts'
import type { ToolPlan } from './plan-tools.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { type BatchEnd, runToolBatch } from './run-tool-batch.ts'

export interface Turn {
  readonly agent: AgentCall
  readonly number: number
  readonly choices: readonly [ModelChoice, ...ModelChoice[]]
  readonly plan: ToolPlan
  readonly system: Forms<string>
  readonly talk: Talk
  readonly middleware: readonly Middleware[]
  /** False when no step is left for tools: their calls are then neither started nor announced. */
  readonly mayCall: boolean
}

export type TurnEnd =
  /** The last thing that was said is the answer. */
  | { readonly kind: 'answer'; readonly talk: Talk }
  | { readonly kind: 'again'; readonly talk: Talk; readonly steps: number }
  | { readonly kind: 'out-of-steps'; readonly talk: Talk }
  | TurnFailed

export interface TurnFailed {
  readonly kind: 'failed'
  readonly failure: Forms<Failure>
  /** What middleware said when it raised. */
  readonly said?: Forms<string>
}

export async function runTurn(context: RunContext, turn: Turn): Promise<TurnEnd> {
  const before = await hooks(context, turn, 'before_model', turn.talk)
  if (!before.ok) return failedTurn(before.failed)
  if (before.jump === 'end') return { kind: 'answer', talk: before.talk }
  if (before.jump === 'model') return { kind: 'again', talk: before.talk, steps: 1 }
  if (before.jump === 'tools') return callTools(context, turn, before.talk)
  const denied = deniedRequest(await requestHooks(context, turn, 'pre_request'))
  if (denied !== undefined) return { kind: 'failed', ...deniedByHook(denied) }
  const heard = await ask(context, turn, before.talk)
  if (!heard.ok) return { kind: 'failed', ...heard }
  await requestHooks(context, turn, 'post_response')
  const after = await hooks(context, turn, 'after_model', heard.talk)
  if (!after.ok) return failedTurn(after.failed)
  if (after.jump === 'end') return { kind: 'answer', talk: after.talk }
  if (after.jump === 'model') return { kind: 'again', talk: after.talk, steps: 1 }
  return callTools(context, turn, after.talk)
}

function hooks(context: RunContext, turn: Turn, hook: StateHook, talk: Talk): Promise<Hooked> {
  const { agent, middleware, number } = turn
  return runStateHooks(context, { agent, middleware, hook, place: modelSpan(agent.span, number) }, talk)
}

function requestHooks(context: RunContext, turn: Turn, event: 'pre_request' | 'post_response'): Promise<RuleHooked> {
  const { agent, number, plan } = turn
  const toolCount = event === 'pre_request' ? { toolCount: plan.tools.length } : {}
  return agentHooks(context, agent, { event, span: modelSpan(agent.span, number), iteration: number, ...toolCount })
}

function deniedByHook(said: Forms<string>): Omit<TurnFailed, 'kind'> {
  return { failure: bothForms(said, (message) => ({ code: 'hook-denied', message, retryable: false })), said }
}

export function failedTurn({ failure, said }: MiddlewareFailure): TurnFailed {
  return { kind: 'failed', failure: { truth: failure, logged: failure }, said }
}

type Heard = { readonly ok: true; readonly talk: Talk } | Extract<ModelHeard, { ok: false }>

async function ask(context: RunContext, turn: Turn, talk: Talk): Promise<Heard> {
  const { agent, middleware, choices, plan, number, system } = turn
  const request: ModelRequest = { system, messages: talk.messages, tools: plan.tools, settings: new Map() }
  const place = modelSpan(agent.span, number)
  const model = {
    ...{ agent, middleware, model: choices[0].settings.model, extra: talk.extra },
    ask: (asked: ModelRequest, at: typeof place) => askModel(context, turn, asked, at),
  }
  const heard = await askWrapped(context, model, request, place)
  if (!heard.ok) return heard
  const said = { ...talk, messages: [...talk.messages, ...heard.messages] }
  return { ok: true, talk: heard.update === undefined ? said : applyUpdate(said, heard.update, `${place}.update`) }
}

/** Asks the model itself; its answer is a message with the calls that can be made. */
async function askModel(
  context: RunContext,
  turn: Turn,
  request: ModelRequest,
  place: ReturnType<typeof modelSpan>,
): Promise<ModelHeard> {
  const { agent, number, choices } = turn
  const system = bothForms(request.system, (content): Message => ({ role: 'system', content }))
  const { tools, settings } = request
  const messages = [system, ...request.messages]
  const asked = await callModel(context, { agent, turn: number, choices, messages, tools, place, settings })
  if (!asked.ok) return asked
  countUsage(context, asked.answer.truth)
  const calls = await usableCalls(context, agent, request, asked.answer)
  const said = (form: 'truth' | 'logged') =>
    modelMessage(
      place,
      asked.answer[form].text,
      calls.map((call) => call[form]),
    )
  const truth = said('truth')
  const isMasked = asked.answer.truth !== asked.answer.logged
  return { ok: true, messages: [{ truth, logged: isMasked ? said('logged') : truth }] }
}

function countUsage({ calls: { usage } }: RunContext, { usage: used }: ModelAnswer): void {
  usage.requests += 1
  usage.inputTokens += used?.promptTokens ?? 0
  usage.outputTokens += used?.completionTokens ?? 0
}

async function callTools(context: RunContext, turn: Turn, talk: Talk): Promise<TurnEnd> {
  const { agent, number, plan, middleware } = turn
  const calls = openCalls(talk)
  if (calls.length === 0) return { kind: 'answer', talk }
  if (!turn.mayCall) return { kind: 'out-of-steps', talk }
  let batch: BatchEnd
  try {
    const asking = { ...agent, heard: () => pastMessages(talk.messages.map((said) => said.truth)) }
    batch = await runToolBatch(context, { agent: asking, turn: number, plan, calls, middleware, talk })
  } catch (error) {
    if (error instanceof MiddlewareRaised) return failedTurn(error.failed)
    throw error
  }
  const told = batch.texts.map((text, index): Forms<Message> => {
    const callId = calls[index]?.truth.id ?? ''
    const said = bothForms(text, (content): Message => ({ role: 'tool', content, callId }))
    return withId(said, `tool.${agent.span}.t${number}.${index + 1}`)
  })
  const next: Talk = { ...talk, messages: [...talk.messages, ...told] }
  const changed = batch.updates.reduce((before, update) => applyUpdate(before, update, ''), next)
  return { kind: 'again', talk: changed, steps: 2 }
}

/** Calls with readable arguments. An agent without tools calls none, whatever its model says. */
async function usableCalls(
  context: RunContext,
  agent: AgentCall,
  { tools }: ModelRequest,
  answer: Forms<ModelAnswer>,
): Promise<readonly Forms<ModelCall>[]> {
  const both = answer.truth.calls.map((call, index) => ({ truth: call, logged: answer.logged.calls[index] ?? call }))
  if (agent.ruled !== undefined) return both
  const ignored = tools.length === 0 ? answer.truth.calls : []
  const unreadable = answer.truth.calls.filter((call) => readArguments(call.args).kind !== 'object')
  const notes = [
    ...ignored.map(
      (call) => `The model called ${call.tool}, but ${agent.entry.name} has no tools. Its text is the answer.`,
    ),
    ...(ignored.length > 0 ? [] : unreadable).map(
      (call) => `The model wrote arguments for ${call.tool} that are no JSON, so the call was not made: ${call.args}`,
    ),
  ]
  const place = { span: agent.span, parent: agent.parent, type: 'note.noted', level: 'warning' } as const
  await context.journal.commit(notes.map((text) => ({ ...place, text })))
  if (ignored.length > 0) return []
  return answer.truth.calls
    .map((call, index) => ({ truth: call, logged: answer.logged.calls[index] ?? call }))
    .filter((call) => !unreadable.includes(call.truth))
}

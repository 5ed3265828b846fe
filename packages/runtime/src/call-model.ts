// One model call of an agent: its models in order, each with attempts until one is answered, all through the door.
import type { JsonObject, JsonText, Sha256, SpanId } from '@slyglass/base'
import {
  attemptSpan,
  type Draft,
  type EventOf,
  type Failure,
  type ModelAnswer,
  modelSpan,
  type RunEvent,
  type Usage,
} from '@slyglass/run-log'
import { type OfferedTool, readArguments } from '@slyglass/tools'
import { attemptModel } from './attempt-model.ts'
import { bodyRest, composeBody, type Message } from './conversation.ts'
import { type Attempted, passDoor, type Question } from './door.ts'
import { providerStatus, unreadableCallText } from './error-texts.ts'
import { alike, type Forms } from './forms.ts'
import type { ModelChoice } from './llm/choose-models.ts'
import { type ModelApi, withFields } from './llm/model-settings.ts'
import { oddReason } from './odd-reason.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { strictRoles } from './strict-roles.ts'

export interface ModelCallPlan {
  readonly agent: AgentCall
  readonly turn: number
  readonly choices: readonly [ModelChoice, ...ModelChoice[]]
  readonly messages: readonly Forms<Message>[]
  readonly tools: readonly OfferedTool[]
  /** Where this call is, when it is not the turn's first, and what it is a part of, when that is not the agent. */
  readonly place?: SpanId
  readonly parent?: SpanId
  /** Settings of this call alone. */
  readonly settings?: JsonObject
}

/** One request as it is asked: of whom, and with which body. */
export interface ModelQuestion {
  readonly agent: AgentCall
  readonly choice: ModelChoice
  readonly api: ModelApi | 'embeddings'
  readonly strictRoles: boolean
  readonly body: Forms<JsonText>
}

export type ModelTurn =
  | { readonly ok: true; readonly answer: Forms<ModelAnswer>; readonly choice: ModelChoice }
  | { readonly ok: false; readonly failure: Forms<Failure> }

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8000

export async function callModel(context: RunContext, plan: ModelCallPlan): Promise<ModelTurn> {
  const { journal, request } = context
  const { agent, turn, choices } = plan
  const place = { span: plan.place ?? modelSpan(agent.span, turn), parent: plan.parent ?? agent.span }
  const model = request.provider.ref.offline ? request.provider.ref.label : choices[0].settings.model
  const offered = agent.ruled === undefined ? {} : { offered: plan.tools.map(({ name }) => name) }
  await journal.commit([{ type: 'model.started', ...place, agent: agent.entry.name, turn, model, ...offered }])
  const { result, attempts } = await askInOrder(context, plan, place.span)
  const odd = result.ok ? oddReason(result.answer.truth) : undefined
  if (odd !== undefined)
    await journal.commit([{ type: 'note.noted', ...place, level: 'info', text: odd, source: 'model' }])
  const [logged] = await journal.commit([{ ...place, ...modelFinished(context, result), attempts }])
  return result.ok
    ? result
    : { ok: false, failure: { truth: result.failure.truth, logged: loggedFailure(logged, result) } }
}

interface Asked {
  readonly result: ModelTurn
  readonly attempts: number
}

/** Each model is asked as long as it may still answer; when all fail, the first one's failure counts. */
async function askInOrder(context: RunContext, plan: ModelCallPlan, call: SpanId): Promise<Asked> {
  let first: Forms<Failure> | undefined
  let attempts = 0
  for (const choice of plan.choices) {
    const asked = await askUntilAnswered(context, plan, { choice, call, after: attempts })
    if (asked.result.ok) return asked
    attempts = asked.attempts
    first ??= asked.result.failure
  }
  const failure = first ?? alike({ code: 'no-model', message: 'No model could be asked.' })
  return { result: { ok: false, failure }, attempts }
}

interface Asking {
  readonly choice: ModelChoice
  readonly call: SpanId
  /** Attempts that went before. */
  readonly after: number
}

async function askUntilAnswered(context: RunContext, plan: ModelCallPlan, asking: Asking): Promise<Asked> {
  const { choice } = asking
  const bodies = new Bodies(context, plan, choice)
  let failures = 0
  for (let number = asking.after + 1; ; number += 1) {
    plan.agent.signal.throwIfAborted()
    const span = attemptSpan(asking.call, number)
    const api = endpointOfAttempt(context, span, choice)
    const strict = rolesOfAttempt(context, span, choice)
    const { body, digest } = bodies.of(api, strict)
    const question: Question = { of: 'model', span, parent: asking.call, number, digest }
    const sent: ModelQuestion = { agent: plan.agent, choice, api, strictRoles: strict, body }
    const tried = await passDoor<ModelAnswer>(context, question, () => attemptModel(context, question, sent))
    if (tried.kind === 'lost') continue
    if (tried.kind === 'answered') {
      // Under rules a call that cannot be read is answered by itself.
      const result =
        plan.agent.ruled === undefined
          ? readable(tried.answer, choice)
          : { ok: true as const, answer: tried.answer, choice }
      return { result, attempts: number }
    }
    if (await givesWay(context, { plan, choice, api, tried })) continue
    failures += 1
    const { failure } = tried
    if (failures > choice.settings.retries || !mayPass(failure.truth))
      return { result: { ok: false, failure }, attempts: number }
    if (tried.live) await context.clock.sleep(delayAfter(failures), plan.agent.signal)
  }
}

interface Body {
  readonly body: Forms<JsonText>
  readonly digest: Sha256
}

/** The bodies of one call for one model; another endpoint's is only made when it is needed. */
class Bodies {
  readonly #context: RunContext
  readonly #plan: ModelCallPlan
  readonly #choice: ModelChoice
  readonly #made = new Map<string, Body>()

  constructor(context: RunContext, plan: ModelCallPlan, choice: ModelChoice) {
    this.#context = context
    this.#plan = plan
    this.#choice = choice
  }

  of(api: ModelApi, strict: boolean): Body {
    const name = strict ? `${api} strict` : api
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const { messages, tools, settings } = this.#plan
    const rest = bodyRest(withFields(this.#choice.settings, settings), tools, api)
    const body = composeBody(strict ? strictRoles(messages) : messages, rest, api)
    const made = { body, digest: this.#context.digests.sha256(body.logged) }
    this.#made.set(name, made)
    return made
  }
}

/** An attempt that is in a log was made at the endpoint that the log says, whatever this process learned meanwhile. */
function endpointOfAttempt(context: RunContext, span: SpanId, choice: ModelChoice): ModelApi {
  if (choice.api === 'chat' || !choice.mayGiveWay) return choice.api
  const begun = context.journal.find(span, 'attempt.started') ?? context.source?.answers.find(span, 'attempt.started')
  if (begun !== undefined) return begun.api ?? 'chat'
  return context.chatOnly.has(choice.provider.baseUrl) ? 'chat' : 'responses'
}

/** As `endpointOfAttempt`: settings may have changed since. */
function rolesOfAttempt(context: RunContext, span: SpanId, choice: ModelChoice): boolean {
  const begun = context.journal.find(span, 'attempt.started') ?? context.source?.answers.find(span, 'attempt.started')
  return (begun === undefined ? choice.provider.strictRoles : begun.strictRoles) === true
}

interface Refused {
  readonly plan: ModelCallPlan
  readonly choice: ModelChoice
  readonly api: ModelApi
  readonly tried: Extract<Attempted<ModelAnswer>, { kind: 'failed' }>
}

/** True when the endpoint has no `/responses`: chat is asked from now on, and the log says so. */
async function givesWay(context: RunContext, { plan, choice, api, tried }: Refused): Promise<boolean> {
  if (api !== 'responses' || !choice.mayGiveWay || tried.failure.truth.code !== 'responses-missing') return false
  context.chatOnly.add(choice.provider.baseUrl)
  const { span, parent } = plan.agent
  const text = `${choice.provider.baseUrl} has no /responses endpoint. Chat completions are asked instead, now and from here on.`
  await context.journal.commit([{ type: 'note.noted', span, parent, level: 'info', text, source: 'model' }])
  return true
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
function readable(answer: Forms<ModelAnswer>, choice: ModelChoice): ModelTurn {
  for (const [index, call] of answer.truth.calls.entries()) {
    const read = readArguments(call.args)
    if (read.kind !== 'other') continue
    const message = unreadableCallText(index, read.value)
    return { ok: false, failure: alike({ code: 'unreadable-answer', message }) }
  }
  return { ok: true, answer, choice }
}

type ModelFinished = Omit<Extract<Draft, { type: 'model.finished' }>, 'span' | 'parent' | 'attempts'>

function modelFinished({ request }: RunContext, turn: ModelTurn): ModelFinished {
  if (!turn.ok) return { type: 'model.finished', outcome: 'failed', text: '', calls: [], failure: turn.failure.truth }
  const { text, calls, usage } = turn.answer.truth
  const { providerClass, settings, behind } = turn.choice
  const answeredBy = request.provider.ref.offline
    ? { providerClass: 'offline', model: request.provider.ref.label }
    : { providerClass, model: behind ?? settings.model }
  return {
    type: 'model.finished',
    outcome: 'ok',
    text,
    calls,
    ...(usage !== undefined && { usage: priced(usage, turn.choice, request.provider.ref.offline) }),
    answeredBy,
  }
}

function priced(usage: Usage, { prices }: ModelChoice, offline: boolean): Usage {
  if (prices === undefined || offline) return usage
  return { ...usage, cost: (usage.promptTokens * prices.input + usage.completionTokens * prices.output) / 1000 }
}

function loggedFailure(event: RunEvent | undefined, turn: { readonly failure: Forms<Failure> }): Failure {
  const finished = event as EventOf<'model.finished'> | undefined
  return finished?.failure ?? turn.failure.logged
}

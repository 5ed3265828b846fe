// One activation of an agent, from its task to its answer: its whole run is tried again after failures that neuro-san
// tries again, within its limits of time, steps and tries.
import type { Draft, Failure, Outcome } from '@slyglass/run-log'
import { abortWith } from './abort-with.ts'
import { agentHooks } from './calls/agent-hooks.ts'
import { printChanges, readChanges } from './calls/changes.ts'
import { keptDescriptions, readDescriptions } from './calls/read-descriptions.ts'
import { instructionsWithTodos, ruleAgent } from './calls/rule-agent.ts'
import { type Changes, SharedValues } from './calls/shared-values.ts'
import { Countdown } from './calls/time-up.ts'
import { closeBelow } from './close-spans.ts'
import { placeStub } from './code-mode/offer-code.ts'
import { keptCodeMode, readCodeMode } from './code-mode/read-code-mode.ts'
import type { Message } from './conversation.ts'
import { converse } from './converse.ts'
import {
  formatOutput,
  isRefused,
  namesTheKey,
  requestFailureText,
  retryingText,
  stepLimitText,
  stoppedText,
  timeLimitText,
  unreadableText,
  wrongKeyText,
} from './error-texts.ts'
import { alike, bothForms, type Forms } from './forms.ts'
import { attemptsLimit, secondsLimit } from './limits.ts'
import { chooseModels, type ModelChoice } from './llm/choose-models.ts'
import { createMiddleware } from './middleware/create-middleware.ts'
import { isTriedAgain } from './middleware/failed.ts'
import type { Middleware } from './middleware/middleware.ts'
import { keptOffers, readOffers } from './outside-tools.ts'
import { planTools, type ToolPlan } from './plan-tools.ts'
import { type AgentCall, originName, type RunContext } from './run-context.ts'
import { DeadlinePassed } from './stops.ts'

/** What an agent gives back. A failed agent answers too: with words about what went wrong. */
export interface AgentEnd {
  readonly outcome: Outcome
  readonly text: Forms<string>
  readonly failure?: Failure
  /** What its calls changed of what tools share. */
  readonly changes?: Changes
}

export async function runAgent(
  context: RunContext,
  call: AgentCall,
  history: readonly Forms<Message>[] = [],
): Promise<AgentEnd> {
  const known = context.journal.find(call.span, 'agent.finished')
  if (known !== undefined) {
    const forms = context.journal.formsOf(known)
    const { outcome, failure } = forms.truth
    const changes = bothForms(forms, (end) => readChanges(end.changes))
    const text = bothForms(forms, (end) => end.answer)
    return { outcome, text, changes, ...(failure !== undefined && { failure }) }
  }
  await announce(context, call)
  const values = new SharedValues(call.shared ?? context.calls.deps)
  const own = { ...call, values }
  const end = await withDeadline(context, own, (timed) => runAttempts(context, timed, history))
  return finishAgent(context, call, { ...end, changes: values.changes })
}

async function announce(context: RunContext, call: AgentCall): Promise<void> {
  const { span, parent, entry, role, origin, input } = call
  const instance = origin.at(-1)?.instantiation_index ?? 1
  await context.journal.commit([
    { type: 'agent.started', span, parent, agent: entry.name, role, instance, input: input.truth },
  ])
}

async function finishAgent(context: RunContext, call: AgentCall, end: AgentEnd): Promise<AgentEnd> {
  const { span, parent } = call
  const { outcome, text, failure, changes } = end
  const more = {
    ...(failure !== undefined && { failure }),
    ...(changes !== undefined && changes.truth.length > 0 && { changes: printChanges(changes.truth) }),
  }
  const [event] = await context.journal.commit([
    { type: 'agent.finished', span, parent, outcome, answer: text.truth, ...more },
  ])
  const logged = event?.type === 'agent.finished' ? event.answer : text.logged
  return { ...end, text: logged === text.truth ? alike(logged) : { truth: text.truth, logged } }
}

/** Runs with a limit of time; when it is over, everything open below the agent is closed and the agent says so. */
async function withDeadline(
  context: RunContext,
  call: AgentCall,
  work: (call: AgentCall) => Promise<AgentEnd>,
): Promise<AgentEnd> {
  const { seconds, text } = secondsLimit(call.entry)
  const over = new AbortController()
  const release = abortWith(call.signal, over)
  const left = Math.max(0, seconds * 1000 - context.journal.elapsedBefore(call.span))
  const countdown = new Countdown(context.clock, left, () => over.abort(new DeadlinePassed(call.span)))
  const countdowns = [...(call.countdowns ?? []), countdown]
  try {
    return await work({ ...call, countdowns, signal: over.signal })
  } catch (error) {
    if (!(error instanceof DeadlinePassed) || error.agent !== call.span) throw error
    await context.journal.commit([
      ...closeBelow(context.journal, call.span),
      { type: 'limit.reached', span: call.span, parent: call.parent, limit: 'seconds', value: seconds },
    ])
    const message = `${call.entry.name} did not answer within max_execution_seconds = ${text}.`
    return { outcome: 'failed', text: alike(timeLimitText(text)), failure: { code: 'timed-out', message } }
  } finally {
    countdown.stop()
    release()
  }
}

export interface Prepared {
  readonly call: AgentCall
  readonly plan: ToolPlan
  readonly choices: readonly [ModelChoice, ...ModelChoice[]]
  readonly system: Forms<string>
  readonly middleware: readonly Middleware[]
  readonly opening: readonly Forms<Message>[]
  /** The past was longer than the model takes, and is left out. */
  readonly overflow: { handedOff: boolean }
}

async function runAttempts(
  context: RunContext,
  call: AgentCall,
  history: readonly Forms<Message>[],
): Promise<AgentEnd> {
  const offers = await readOffers(context, call)
  const described = await readDescriptions(context, call)
  const plan = planTools(context.network, call.entry, context.toolbox, offers, described)
  const { provider, streaming, env } = context.request
  const sly = context.vault.values()
  const chosen = chooseModels(call.entry.llmConfig, { provider, streaming, env, sly, info: context.modelInfo })
  const system = alike(call.entry.instructions ?? '')
  const opening = [...history, bothForms(call.input, (content): Message => ({ role: 'user', content }))]
  const code = call.values === undefined ? undefined : await readCodeMode(context, call, call.values)
  await context.journal.commit([
    ...keptOffers(call, offers),
    ...keptDescriptions(call, described),
    ...keptCodeMode(call, code),
    ...plan.warnings.map((text) => note(call, 'warning', text)),
  ])
  if (!chosen.ok) return { outcome: 'failed', text: alike(chosen.text), failure: chosen.failure }
  if (plan.fault !== undefined) return broken(plan.fault)
  const made = await createMiddleware(context, call, history)
  if (!made.ok) return made.end
  const middleware = made.all
  const whole = { ...plan, tools: [...middleware.flatMap((one) => one.tools), ...plan.tools] }
  const ruled = call.values === undefined ? undefined : ruleAgent(context, call, whole, call.values, described, code)
  if (ruled?.fault !== undefined) return { outcome: 'failed', text: alike(ruled.fault.message), failure: ruled.fault }
  const told = ruled === undefined ? system : instructionsWithTodos(system, ruled)
  const own = ruled === undefined ? call : { ...call, ruled }
  await placeStub(context, own)
  await agentHooks(context, own, { event: 'session_start', span: call.span })
  const overflow = { handedOff: false }
  const prepared = { call: own, plan: whole, choices: chosen.choices, system: told, middleware, opening, overflow }
  const end = await tryAgain(context, prepared)
  await agentHooks(context, own, { event: 'session_end', span: call.span, output: end.text })
  return end
}

function broken(text: string): AgentEnd {
  return {
    outcome: 'failed',
    text: alike(text),
    failure: { code: 'tool-definition', message: `${text} No model was asked.` },
  }
}

function note(call: AgentCall, level: 'info' | 'warning', text: string): Draft {
  return { type: 'note.noted', span: call.span, parent: call.parent, level, text }
}

async function tryAgain(context: RunContext, prepared: Prepared): Promise<AgentEnd> {
  const { call } = prepared
  const most = attemptsLimit(call.entry)
  let turns = 0
  for (let tried = 1; ; tried += 1) {
    const end = await converse(context, prepared, { run: tried, turns })
    if (end.kind === 'answer') return answered(call, end.text)
    if (end.kind === 'out-of-steps') return outOfSteps(context, call, end.most, end.said)
    turns = end.turns
    const { failure, said } = end
    const words = (one: Failure) => formatOutput(stoppedText(failureText(one)), call.entry, originName(call.origin))
    const stopped = (text: string) => formatOutput(stoppedText(text), call.entry, originName(call.origin))
    const given = said === undefined ? undefined : bothForms(said, stopped)
    if (said !== undefined && !isTriedAgain(failure.truth)) return failed(failure, words, given)
    if (namesTheKey(failure.truth)) return failed(failure, wrongKeyText)
    // Nobody mends a script, an address or an endpoint between two tries.
    if (said === undefined && !mayTryAgain(failure.truth)) return failed(failure, words)
    const why = said === undefined ? retryingText(failure.truth) : unreadableText('ValueError', said.truth)
    await context.journal.commit([note(call, 'warning', why)])
    if (tried < most) continue
    if (tried > 1)
      await context.journal.commit([
        { type: 'limit.reached', span: call.span, parent: call.parent, limit: 'attempts', value: tried },
      ])
    return failed(failure, words, given)
  }
}

/** Where the endpoint did not refuse, only what may pass by itself is worth another try. */
function mayTryAgain(failure: Failure): boolean {
  return failure.retryable !== false || isRefused(failure)
}

function failureText(failure: Failure): string {
  return failure.code === 'unreadable-answer' ? failure.message : requestFailureText(failure)
}

function failed(failure: Forms<Failure>, words: (failure: Failure) => string, given?: Forms<string>): AgentEnd {
  return { outcome: 'failed', text: given ?? bothForms(failure, words), failure: failure.truth }
}

function answered(call: AgentCall, text: Forms<string>): AgentEnd {
  return { outcome: 'ok', text: bothForms(text, (one) => formatOutput(one, call.entry, originName(call.origin))) }
}

async function outOfSteps(context: RunContext, call: AgentCall, most: number, said: string): Promise<AgentEnd> {
  const { span, parent, entry, origin } = call
  await context.journal.commit([
    ...(said === '' ? [] : [note(call, 'info', said)]),
    { type: 'limit.reached', span, parent, limit: 'steps', value: most },
  ])
  const message = `${entry.name} used all of its max_steps = ${most} before it answered.`
  const text = formatOutput(stepLimitText(most), entry, originName(origin))
  return { outcome: 'failed', text: alike(text), failure: { code: 'step-limit', message } }
}

// Hooks of one event, one after the other. Each decision is in the log before it has an effect, and is taken from there when
// the run is resumed or replayed.
import { isJsonObject, type Json, type JsonObject, parseJson, printJson, type SpanId } from '@slyglass/base'
import type { HookEvent, HookRule } from '@slyglass/network'
import { type EventOf, hookSpan } from '@slyglass/run-log'
import { failedHook, type HookDecision, hooksFor, readHookAnswer } from '@slyglass/tools'
import { bothForms, type Forms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import { Diverged } from '../stops.ts'
import { askHook } from './ask-hook.ts'

/** What hooks look at: a payload that grows by the changes of those before. */
export interface Hooked {
  readonly payload: Forms<JsonObject>
  readonly denied?: { readonly reason?: string }
  /** What takes the place of the call. */
  readonly replaced?: Forms<Json>
}

export interface HookPlace {
  /** What the hooks are about: a call, a model call, an agent. */
  readonly span: SpanId
  /** The span that is open while they run; absent: the same. */
  readonly parent?: SpanId
  readonly event: HookEvent
  readonly hooks: readonly HookRule[]
  /** Names by which rules know the tool; empty where none is meant. */
  readonly names: readonly string[]
  readonly signal: AbortSignal
}

/** Asks every hook that matches, until one denies. Events that nobody can deny ask all of them. */
export async function passHooks(context: RunContext, place: HookPlace, payload: Forms<JsonObject>): Promise<Hooked> {
  let now = payload
  for (const hook of hooksFor(place.hooks, place.event, place.names)) {
    const decided = await passHook(context, place, hook, now)
    const { truth } = decided
    if (truth.decision === 'deny' && place.event.startsWith('pre_'))
      return { payload: now, denied: truth.reason === undefined ? {} : { reason: truth.reason } }
    if (truth.decision === 'replace' && place.event === 'pre_tool_use')
      return { payload: now, replaced: bothForms(decided, resultOf) }
    now = withChanges(now, decided)
  }
  return { payload: now }
}

function resultOf(decision: HookDecision): Json {
  return decision.decision === 'replace' ? (decision.changes.get('result') ?? null) : null
}

function withChanges(payload: Forms<JsonObject>, decided: Forms<HookDecision>): Forms<JsonObject> {
  const { truth, logged } = decided
  if (truth.decision !== 'modify' || logged.decision !== 'modify') return payload
  return {
    truth: new Map([...payload.truth, ...truth.changes]),
    logged: new Map([...payload.logged, ...logged.changes]),
  }
}

async function passHook(
  context: RunContext,
  place: HookPlace,
  hook: HookRule,
  payload: Forms<JsonObject>,
): Promise<Forms<HookDecision>> {
  const span = hookSpan(place.span, hook.name)
  const own = context.journal.find(span, 'hook.finished')
  if (own !== undefined) return bothForms(context.journal.formsOf(own), readEvent)
  const taken = context.source?.answers.find(span, 'hook.finished')
  if (taken === undefined && context.source?.onDifference === 'fail')
    throw new Diverged('replay-diverged', span, 'The recording holds no decision of this hook.')
  const truth = taken === undefined ? await ask(context, place, hook, payload.truth) : readEvent(taken)
  const [event] = await context.journal.commit([
    {
      type: 'hook.finished',
      span,
      parent: place.parent ?? place.span,
      hook: hook.name,
      stage: place.event.startsWith('pre_') ? 'pre' : 'post',
      decision: truth.decision,
      event: place.event,
      ...((truth.decision === 'modify' || truth.decision === 'replace') && { changes: printJson(truth.changes) }),
      ...(truth.decision !== 'allow' && truth.reason !== undefined && { reason: truth.reason }),
      ...(truth.decision === 'allow' && truth.note !== undefined && { reason: truth.note }),
    },
  ])
  return { truth, logged: event?.type === 'hook.finished' ? readEvent(event) : truth }
}

function readEvent(event: EventOf<'hook.finished'>): HookDecision {
  const { decision, changes, reason } = event
  return readHookAnswer(
    new Map<string, Json>([
      ['decision', decision],
      ['changes', parsed(changes)],
      ['reason', reason ?? null],
    ]),
  )
}

function parsed(text: string | undefined): Json {
  const read = parseJson(text ?? 'null')
  return read.ok && isJsonObject(read.value) ? read.value : null
}

/** Who gives no decision has failed. */
async function ask(context: RunContext, place: HookPlace, hook: HookRule, payload: JsonObject): Promise<HookDecision> {
  const { span, signal } = place
  const answer = await askHook(context, { hook, span, payload, signal })
  return answer.ok ? readHookAnswer(answer.value) : failedHook(hook, answer.error)
}

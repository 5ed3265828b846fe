// A question to the model with what stands around it: the first class of the list is the outermost. Each may change the
// question, answer by itself, or ask again; every question to the model is a call of its own in the log.
import { isJsonObject, type Json, type JsonObject, printJson, type SpanId, toJson } from '@slyglass/base'
import { againSpan, type Failure, hookSpan, type ModelCall } from '@slyglass/run-log'
import { functionSchema } from '@slyglass/tools'
import type { Message } from '../conversation.ts'
import { alike, bothForms, type Forms } from '../forms.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { HostUseReply } from '../ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import { raised } from './failed.ts'
import { type Middleware, withHook } from './middleware.ts'
import { runStep, type StepEnd } from './run-step.ts'
import { items, part, readMessages, type Said, type Talk, tellMessages } from './talk.ts'

/** What the model is about to be asked. */
export interface ModelRequest {
  readonly system: Forms<string>
  readonly messages: readonly Said[]
  readonly tools: readonly CallableTool[]
  /** Settings of this question beside those of the network. */
  readonly settings: JsonObject
}

export type ModelHeard =
  | { readonly ok: true; readonly messages: readonly Said[]; readonly update?: Forms<Json> }
  | { readonly ok: false; readonly failure: Forms<Failure>; readonly said?: Forms<string> }

export interface WrappedModel {
  readonly agent: AgentCall
  readonly middleware: readonly Middleware[]
  readonly model: string
  readonly extra: Talk['extra']
  /** Asks the model itself, as the call at this place. */
  ask(request: ModelRequest, place: SpanId): Promise<ModelHeard>
}

export function askWrapped(
  context: RunContext,
  model: WrappedModel,
  request: ModelRequest,
  place: SpanId,
): Promise<ModelHeard> {
  return askThrough(context, model, withHook(model.middleware, 'wrap_model_call'), { request, place })
}

interface Question {
  readonly request: ModelRequest
  readonly place: SpanId
}

async function askThrough(
  context: RunContext,
  model: WrappedModel,
  wraps: readonly Middleware[],
  { request, place }: Question,
): Promise<ModelHeard> {
  const [outer, ...inner] = wraps
  if (outer === undefined) return model.ask(request, place)
  const heard: Said[] = []
  let failed: Extract<ModelHeard, { ok: false }> | undefined
  let asked = 0
  const handler = async (changed: Forms<Json>): Promise<HostUseReply> => {
    asked += 1
    const at = placeOf(place, outer, asked)
    const reply = await askThrough(context, model, inner, { request: changeRequest(request, changed, at), place: at })
    if (!reply.ok) {
      failed = reply
      return { ok: false, kind: 'value', message: reply.said?.truth ?? reply.failure.truth.message }
    }
    heard.push(...reply.messages)
    return { ok: true, text: printJson(new Map([['messages', tellMessages(reply.messages).truth]])) }
  }
  const span = hookSpan(place, `${outer.index}.wrap_model_call`)
  const told = tellRequest(request, model)
  const step = { hook: 'wrap_model_call', span, parent: model.agent.span, told, handler }
  const end = await runStep(context, model.agent, outer, step)
  if (end.ok) return readAnswer(end.answer, heardBefore(context, place, outer, heard), span)
  if (end.failure.code === 'call-failed') return failed ?? loggedFailure(context, place, outer, end)
  return { ok: false, failure: alike(end.failure), said: raised(end).said }
}

function placeOf(place: SpanId, outer: Middleware, asked: number): SpanId {
  return asked === 1 ? place : againSpan(place, outer.index, asked)
}

/** An answer that is taken from a log names messages of calls that are not made again: the log has them too. */
function heardBefore(
  { journal }: RunContext,
  place: SpanId,
  outer: Middleware,
  heard: readonly Said[],
): readonly Said[] {
  if (heard.length > 0) return heard
  const known: Said[] = []
  for (let asked = 1; ; asked += 1) {
    const at = placeOf(place, outer, asked)
    const answer = journal.find(at, 'model.finished')
    if (answer === undefined) return known
    known.push(bothForms(journal.formsOf(answer), ({ text, calls }) => modelMessage(at, text, calls)))
  }
}

/** What a model said, as a message. */
export function modelMessage(place: SpanId, text: string, calls: readonly ModelCall[]): Message {
  const said = { role: 'assistant', content: text, id: `ai.${place}` } as const
  return calls.length === 0 ? said : { ...said, calls }
}

function loggedFailure(
  { journal }: RunContext,
  place: SpanId,
  outer: Middleware,
  end: Extract<StepEnd, { ok: false }>,
): ModelHeard {
  let failure = end.failure
  for (let asked = 1; ; asked += 1) {
    const answer = journal.find(placeOf(place, outer, asked), 'model.finished')
    if (answer === undefined) return { ok: false, failure: alike(failure) }
    failure = answer.failure ?? failure
  }
}

function tellRequest(request: ModelRequest, { model, extra }: WrappedModel): Readonly<Record<string, Forms<Json>>> {
  return {
    messages: tellMessages(request.messages),
    extra,
    system: request.system,
    model: alike<Json>(model),
    tools: alike<Json>(request.tools.map(tellTool)),
  }
}

/** A tool as a class sees it. */
export function tellTool(tool: CallableTool): Json {
  const { name, description, schema, parameters } = tool
  return toJson({ name, description, parameters: schema ?? functionSchema(parameters) })
}

function changeRequest(request: ModelRequest, changed: Forms<Json>, made: string): ModelRequest {
  const { truth } = changed
  if (!isJsonObject(truth) || truth.size === 0) return request
  const names = items(part(changed, 'tools')).map((name) => name.truth)
  const settings = truth.get('settings')
  return {
    system: truth.has('system') ? bothForms(part(changed, 'system'), (text) => String(text ?? '')) : request.system,
    messages: truth.has('messages')
      ? readMessages(part(changed, 'messages'), request.messages, made).filter(isSaid)
      : request.messages,
    tools: truth.has('tools')
      ? names.flatMap((name) => request.tools.find((tool) => tool.name === name) ?? [])
      : request.tools,
    settings: isJsonObject(settings) ? new Map([...request.settings, ...settings]) : request.settings,
  }
}

function readAnswer(answer: Forms<Json>, heard: readonly Said[], made: string): ModelHeard {
  const messages = readMessages(part(answer, 'result'), heard, made).filter(isSaid)
  const update = part(answer, 'update')
  if (!isJsonObject(update.truth)) return { ok: true, messages }
  return { ok: true, messages, update: { truth: update.truth, logged: update.logged ?? null } }
}

function isSaid(change: Said | { readonly remove: string }): change is Said {
  return 'truth' in change
}

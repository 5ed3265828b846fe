// A call of a tool with what stands around it. A class may change the call, answer instead of the tool, or make the call
// again; a call that is changed or made again is one of its own in the log, so no effect is taken for another.
import { type Json, JsonNumber, jsonAt, printJson, type SpanId, toJson } from '@slyglass/base'
import { againSpan, hookSpan, type ModelCall } from '@slyglass/run-log'
import { alike, bothForms, type Forms } from '../forms.ts'
import type { HostUseReply } from '../ports.ts'
import type { AgentCall, RunContext } from '../run-context.ts'
import type { ToolCall, ToolEnd } from '../run-tool-batch.ts'
import { MiddlewareRaised, raised } from './failed.ts'
import { type Middleware, withHook } from './middleware.ts'
import { type Made, runStep } from './run-step.ts'
import { part, readCall, type Talk, tellCall, tellMessages } from './talk.ts'
import { tellTool } from './wrap-model.ts'

/** Where another call than the model's is. */
export interface OtherPlace {
  readonly span: SpanId
  readonly parent: SpanId
  /** The index of the call that it replaces. */
  readonly instance: number | undefined
}

export interface WrappedTools {
  readonly agent: AgentCall
  readonly middleware: readonly Middleware[]
  readonly talk: Talk
  /** Runs a call at its place. */
  run(call: ToolCall): Promise<ToolEnd>
  /** Plans, announces, runs and ends another call below one, at a place of its own. */
  again(call: Forms<ModelCall>, place: OtherPlace, run: (call: ToolCall) => Promise<ToolEnd>): Promise<ToolEnd>
}

export interface WrappedEnd extends ToolEnd {
  /** What classes change in the state beside the result, outermost last. */
  readonly updates?: readonly Forms<Json>[]
}

export function callWrapped(context: RunContext, tools: WrappedTools, call: ToolCall): Promise<WrappedEnd> {
  return callThrough(context, tools, withHook(tools.middleware, 'wrap_tool_call'), call)
}

async function callThrough(
  context: RunContext,
  tools: WrappedTools,
  wraps: readonly Middleware[],
  call: ToolCall,
): Promise<WrappedEnd> {
  const [outer, ...inner] = wraps
  if (outer === undefined) return tools.run(call)
  const ends: WrappedEnd[] = []
  let asked = 0
  let isRun = false
  const handler = async (changed: Forms<Json>): Promise<HostUseReply> => {
    const number = asked
    asked += 1
    const other = changedCall(call, changed)
    const isFirst = !isRun && other === undefined
    isRun ||= isFirst
    const span = againSpan(call.span, outer.index, number + 1)
    const instance = number === 0 && isSameTool(call, other) ? call.origin.at(-1)?.instantiation_index : undefined
    const go = (one: ToolCall) => callThrough(context, tools, inner, one)
    const end: WrappedEnd = isFirst
      ? await go(call)
      : await tools.again(other ?? call.call, { span, parent: call.span, instance }, go)
    ends[number] = end
    const told = new Map<string, Json>([
      ['text', end.text.truth],
      ['number', new JsonNumber(String(number))],
    ])
    return { ok: true, text: printJson(told) }
  }
  const span = hookSpan(call.span, `${outer.index}.wrap_tool_call`)
  const told = tellToolCall(tools, call)
  const step = await runStep(context, tools.agent, outer, {
    hook: 'wrap_tool_call',
    span,
    parent: call.span,
    told,
    handler,
  })
  if (!step.ok) throw new MiddlewareRaised(raised(step))
  const kept = keptEnd(step.answer)
  // An answer that is taken from a log names a call that is not made again here; what came of it is in the log too.
  if (kept !== undefined && ends.length === 0)
    ends[kept] =
      loggedEnd(context, againSpan(call.span, outer.index, kept + 1)) ??
      (await callThrough(context, tools, inner, call))
  return readEnd(step.answer, isRun ? ends : ends.map((end) => ({ ...end, attempts: 0 })))
}

function keptEnd(answer: Forms<Json>): number | undefined {
  const kept = jsonAt(answer.truth, 'keep')
  return kept instanceof JsonNumber ? kept.toNumber() : undefined
}

function tellToolCall({ talk }: WrappedTools, call: ToolCall): Readonly<Record<string, Forms<Json>>> {
  return {
    messages: tellMessages(talk.messages),
    extra: talk.extra,
    call: bothForms(call.call, (one) => toJson(tellCall(one))),
    tool: alike(tellTool(call.tool)),
  }
}

function isSameTool({ call }: ToolCall, other: Forms<ModelCall> | undefined): boolean {
  return other?.truth.tool === call.truth.tool
}

function changedCall(call: ToolCall, changed: Forms<Json>): Forms<ModelCall> | undefined {
  const given = part(changed, 'call')
  if (given.truth === undefined) return undefined
  const read = bothForms(given, (one) => readCall(one ?? null))
  return bothForms(read, (one) => ({ ...one, id: one.id === '' ? call.call.truth.id : one.id }))
}

/** What the model reads: the result of the call, or what a class says in its place. */
function readEnd(answer: Forms<Json>, ends: readonly WrappedEnd[]): WrappedEnd {
  const end = ends[keptEnd(answer) ?? -1]
  const before = ends.flatMap(({ updates = [] }) => updates)
  const own = part(answer, 'extra').truth === undefined ? [] : [answer]
  const updates = before.length + own.length > 0 ? { updates: [...before, ...own] } : {}
  if (end !== undefined) return { ...end, ...updates }
  const attempts = Math.max(0, ...ends.flatMap((one) => one.attempts))
  return { outcome: 'ok', text: bothForms(part(answer, 'text'), (text) => String(text ?? '')), attempts, ...updates }
}

function loggedEnd({ journal }: RunContext, span: SpanId): ToolEnd | undefined {
  const known = journal.find(span, 'tool.finished')
  if (known === undefined) return undefined
  const forms = journal.formsOf(known)
  const { outcome, result, failure, attempts } = forms.truth
  return {
    ...{ outcome, text: bothForms(forms, ({ text }) => text), attempts },
    ...(result !== undefined && { value: result }),
    ...(failure !== undefined && { failure }),
  }
}

/** A tool that a class brings along. */
export async function runOwnTool(context: RunContext, call: ToolCall, made: Made): Promise<WrappedEnd> {
  const told = { call: bothForms(call.call, (one) => toJson(tellCall(one))) }
  const span = hookSpan(call.span, `${made.index}.tool`)
  const step = await runStep(context, call.agent, made, { hook: 'tool', span, parent: call.span, told })
  const text = step.ok ? bothForms(part(step.answer, 'text'), (one) => String(one ?? '')) : step.said
  const said = step.ok ? jsonAt(step.answer.truth, 'failed') : undefined
  const failure = step.ok ? undefined : step.failure
  const message = typeof said === 'string' ? `${call.tool.name} of ${made.className}: ${said}` : undefined
  const own = failure ?? (message === undefined ? undefined : { code: 'raised', message })
  const updates = step.ok && part(step.answer, 'extra').truth !== undefined ? { updates: [step.answer] } : {}
  return { outcome: own === undefined ? 'ok' : 'failed', text, attempts: 1, ...(own && { failure: own }), ...updates }
}

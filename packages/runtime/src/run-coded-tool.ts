// One call of a coded tool: arguments checked, handed to its host through the door, the board merged back.
import { type JsonObject, type JsonText, parseJson, printJson } from '@slyglass/base'
import { overlay, studioOf } from '@slyglass/network'
import { attemptSpan, type ToolAnswer } from '@slyglass/run-log'
import { bindArguments, readArguments, refusedArgumentsText } from '@slyglass/tools'
import { attemptTool } from './attempt-tool.ts'
import { type Attempted, passDoor, type Question } from './door.ts'
import { alike, bothForms } from './forms.ts'
import { askLangChain } from './langchain-tools.ts'
import { inDoubt, onDoubt } from './on-doubt.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'

export async function runCodedTool(context: RunContext, call: ToolCall): Promise<ToolEnd> {
  if (call.tool.langChain !== undefined) return askLangChain(context, call, call.tool.langChain)
  const bound = bindCall(call)
  if (!bound.ok) return bound.end
  const { tool } = call
  const asked = [tool.name, tool.entry.className ?? '', call.call.logged.args, printJson(tool.entry.args ?? new Map())]
  const digest = context.digests.sha256(JSON.stringify(asked))
  const args = printJson(bound.args)
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const tried = await passDoor<ToolAnswer>(context, question, () => attemptTool(context, question, call, args))
    if (tried.kind === 'answered') return answered(spelled(context, call, tried), number)
    if (tried.kind === 'failed') {
      const text = alike(`Error: ${tried.failure.truth.message}`)
      return { outcome: 'failed', text, failure: tried.failure.truth, attempts: number }
    }
    if ((await onDoubt(context, call, number)) === 'fail') return inDoubt(context, call, number)
  }
}

/** `tool_results = json`: a structured result is told as JSON, whatever language the tool is written in. */
function spelled(context: RunContext, call: ToolCall, tried: Answered): Answered {
  if (studioOf(context.network, call.tool.entry)?.toolResults !== 'json') return tried
  return { ...tried, answer: bothForms(tried.answer, inJson) }
}

function inJson(answer: ToolAnswer): ToolAnswer {
  const parsed = answer.value === undefined ? undefined : parseJson(answer.value)
  if (answer.value === undefined || parsed?.ok !== true || typeof parsed.value === 'string') return answer
  return { ...answer, text: answer.value }
}

type Answered = Extract<Attempted<ToolAnswer>, { kind: 'answered' }>

/** The end of a call from an attempt that was answered. */
export function answered(tried: Answered, attempts: number): ToolEnd {
  const { truth, logged } = tried.answer
  const text = truth === logged ? alike(truth.text) : { truth: truth.text, logged: logged.text }
  const value: { value?: JsonText } = truth.value === undefined ? {} : { value: truth.value }
  const failure = tried.failure === undefined ? {} : { failure: tried.failure.truth }
  return { outcome: tried.outcome, text, attempts, ...value, ...failure }
}

/** The arguments a tool or agent receives, or how the call ends because they do not fit. */
export function bindCall(
  call: ToolCall,
  form: 'truth' | 'logged' = 'truth',
): { readonly ok: true; readonly args: JsonObject } | { readonly ok: false; readonly end: ToolEnd } {
  const { tool } = call
  const read = readArguments(call.call[form].args)
  const sent: JsonObject = read.kind === 'object' ? read.args : new Map()
  if (call.asGiven === true) return { ok: true, args: withFixed(sent, tool.entry.args) }
  const bound = bindArguments(tool.parameters, sent, tool.entry.args)
  if (bound.ok) return { ok: true, args: bound.value }
  const reasons = bound.error.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  const failure = {
    code: 'invalid-arguments',
    message: `The arguments for ${tool.name} do not fit its parameters, so nothing was called. ${reasons}.`,
  }
  const text = alike(refusedArgumentsText(tool.name, sent, bound.error))
  return { ok: false, end: { outcome: 'failed', text, failure, attempts: 0 } }
}

function withFixed(sent: JsonObject, fixed: JsonObject | undefined): JsonObject {
  const merged = fixed === undefined ? undefined : overlay(sent, fixed)
  return merged?.ok === true ? merged.value : new Map([...sent, ...(fixed ?? [])])
}

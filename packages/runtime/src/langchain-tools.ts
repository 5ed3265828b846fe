// Shared tools that are classes of LangChain: the Python host builds them, tells what they offer, and calls them.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { Entry } from '@slyglass/network'
import { attemptSpan, type ToolAnswer } from '@slyglass/run-log'
import { needsOf, readArguments, refusedArgumentsText } from '@slyglass/tools'
import { type Attempted, begun, finished, passDoor, type Question } from './door.ts'
import { alike } from './forms.ts'
import { inDoubt, onDoubt } from './on-doubt.ts'
import type { CallableTool } from './plan-tools.ts'
import type { HostCall, HostReply, McpTool } from './ports.ts'
import { cleanedFailure, type Recorded } from './recorded.ts'
import { answered } from './run-coded-tool.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'
import { sourcesOf } from './tool-environment.ts'
import { overlayArguments } from './toolbox.ts'
import { withGrace } from './with-grace.ts'

const OWN_MODULE = 'slyglass_host.langchain_tools'

/** What the host needs to build it: the class, and constructor arguments, of which the entry's own win. */
export interface LangChainClass {
  readonly className: string
  readonly args: JsonObject
  readonly node: string
}

/** The class behind an entry; undefined when its shared tool is a coded tool, or none. */
export function langChainClass(entry: Entry, toolbox: JsonObject): LangChainClass | undefined {
  const info = entry.toolbox === undefined ? undefined : toolbox.get(entry.toolbox)
  const className = jsonAt(info, 'class')
  if (typeof className !== 'string' || typeof jsonAt(info, 'description') === 'string') return undefined
  const args = jsonAt(info, 'args')
  return { className, args: overlayArguments(isJsonObject(args) ? args : new Map(), entry.args), node: entry.name }
}

/** What it offers. Throws an Error in words when it cannot be built. */
export async function listLangChain(
  context: RunContext,
  agent: AgentCall,
  named: LangChainClass,
): Promise<readonly McpTool[]> {
  const asked = { span: agent.span, origin: agent.origin, signal: agent.signal, onStart: async () => undefined }
  const reply = await askHost(context, 'ListTools', toArgs(named), asked)
  agent.signal.throwIfAborted()
  if (!reply.ok) throw new Error(reply.failure.message)
  const parsed = parseJson(reply.value ?? 'null')
  const listed = parsed.ok && isJsonList(parsed.value) ? parsed.value : []
  return listed.map((item) => ({
    name: textAt(item, 'name'),
    description: textAt(item, 'description'),
    schema: printJson(jsonAt(item, 'parameters') ?? new Map([['type', 'object']])),
  }))
}

export function langChainTool(entry: Entry, named: LangChainClass, tool: McpTool): CallableTool {
  const schema = parseJson(tool.schema)
  return {
    kind: 'toolbox-tool',
    name: tool.name,
    description: tool.description,
    parameters: [],
    schema: schema.ok && isJsonObject(schema.value) ? schema.value : new Map([['type', 'object']]),
    entry,
    langChain: named,
  }
}

export async function askLangChain(context: RunContext, call: ToolCall, named: LangChainClass): Promise<ToolEnd> {
  const asked = JSON.stringify([call.tool.name, named.className, printJson(named.args), call.call.logged.args])
  const digest = context.digests.sha256(asked)
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const tried = await passDoor<ToolAnswer>(context, question, () =>
      attemptLangChain(context, question, call, { named }),
    )
    if (tried.kind === 'answered') return answered(tried, number)
    if (tried.kind === 'failed') {
      const text = alike(`Error: ${tried.failure.truth.message}`)
      return { outcome: 'failed', text, failure: tried.failure.truth, attempts: number }
    }
    if ((await onDoubt(context, call, number)) === 'fail') return inDoubt(context, call, number)
  }
}

export async function attemptLangChain(
  context: RunContext,
  question: Question,
  call: ToolCall,
  { named, ...recorded }: { readonly named: LangChainClass } & Recorded,
): Promise<Attempted<ToolAnswer>> {
  const { signal } = call.agent
  const read = readArguments(call.call.truth.args)
  const sent: JsonObject = read.kind === 'object' ? read.args : new Map()
  const args = toArgs(named).set('tool', call.tool.name).set('arguments', sent)
  let hasBegun = false
  const begin = async (info: Partial<Parameters<HostCall['onStart']>[0]>): Promise<void> => {
    if (hasBegun) return
    hasBegun = true
    const { file, sha, language = 'python', isolation } = info
    const source = file !== undefined && sha !== undefined ? { source: { file, class: named.className, sha } } : {}
    const where = isolation === undefined ? {} : { isolation }
    await context.journal.commit([
      begun(question, { args: recorded.logArgs ?? printJson(sent), language, ...source, ...where }),
    ])
  }
  const asked = { span: question.span, origin: call.origin, signal, onStart: begin }
  const waited = await withGrace(askHost(context, 'CallTool', args, asked), signal, context.clock)
  signal.throwIfAborted()
  await begin({})
  const end = endOf(call, sent, waited.ended ? waited.value : undefined)
  const clean = end.failure === undefined ? {} : cleanedFailure(end.answer, end.failure, recorded)
  const [event] = await context.journal.commit([finished(question, { ...end, ...clean })])
  const kept = event?.type === 'attempt.finished' ? event : undefined
  const logged = kept?.answer?.of === 'tool' ? kept.answer : end.answer
  const answer = { truth: end.answer, logged: logged.text === end.answer.text ? end.answer : logged }
  const failure =
    end.failure === undefined ? {} : { failure: { truth: end.failure, logged: kept?.failure ?? end.failure } }
  return { kind: 'answered', outcome: end.outcome, answer, ...failure }
}

type End = Parameters<typeof finished>[1] & { readonly answer: ToolAnswer }

/** Results are told as models read them: LangChain writes what is no text as JSON. */
function endOf(call: ToolCall, sent: JsonObject, reply: HostReply | undefined): End {
  if (reply?.ok !== true) {
    const failure = reply?.failure ?? { code: 'host-lost', message: `${call.tool.name} did not end in time.` }
    return { outcome: 'failed', answer: { of: 'tool', text: reply?.text ?? `Error: ${failure.message}` }, failure }
  }
  const parsed = parseJson(reply.value ?? 'null')
  const value = parsed.ok ? parsed.value : null
  const refused = jsonAt(value, 'refused')
  if (isJsonList(refused)) return refusal(call, sent, refused)
  const text = textAt(value, 'text')
  const answer: ToolAnswer = { of: 'tool', text, value: JSON.stringify(text), told: text }
  if (jsonAt(value, 'failed') !== true) return { outcome: 'ok', answer }
  return { outcome: 'failed', answer, failure: { code: 'raised', message: text } }
}

function refusal(call: ToolCall, sent: JsonObject, refused: readonly Json[]): End {
  const faults = refused.map((one) => ({ field: textAt(one, 'field'), reason: textAt(one, 'reason') }))
  const reasons = faults.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
  const message = `The arguments for ${call.tool.name} do not fit its parameters. ${reasons}.`
  const text = refusedArgumentsText(call.tool.name, sent, faults)
  return { outcome: 'failed', answer: { of: 'tool', text }, failure: { code: 'invalid-arguments', message } }
}

function askHost(
  context: RunContext,
  className: string,
  args: JsonObject,
  asked: Pick<HostCall, 'span' | 'origin' | 'signal' | 'onStart'>,
): Promise<HostReply> {
  const { hosts, request, digests } = context
  return hosts.call({
    ...asked,
    run: request.run,
    sources: sourcesOf(context, undefined, variablesOf(args)),
    className: `${OWN_MODULE}.${className}`,
    args: printJson(args),
    idempotencyKey: digests.sha256(`${request.run} ${asked.span}`),
    // Classes of LangChain know nothing of private values.
    sly: new Map(),
    onOutput: () => undefined,
    onProgress: () => undefined,
  })
}

/** Classes of packages have no source here that names their variables. */
function variablesOf(args: JsonObject): readonly string[] | undefined {
  const needs = needsOf(textAt(args, 'class')) ?? []
  const names = needs.flatMap(({ kind, name, or = [] }) => (kind === 'variable' ? [name, ...or] : []))
  return names.length === 0 ? undefined : names
}

function toArgs({ className, args, node }: LangChainClass): Map<string, Json> {
  return new Map<string, Json>([
    ['class', className],
    ['args', args],
    ['node', node],
  ])
}

function textAt(value: Json | undefined, key: string): string {
  const text = jsonAt(value, key)
  return typeof text === 'string' ? text : ''
}

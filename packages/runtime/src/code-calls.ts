// Calls that a tool's code makes into the network while it runs. Each has a path of its own below the attempt, is logged
// like a call of a model, and has ended when the attempt ends.
import { type JsonText, parseJson, type SpanId } from '@slyglass/base'
import { codeCallSpan, type Draft, type ToolKind } from '@slyglass/run-log'
import { askNetwork } from './ask-network.ts'
import type { ToolRules } from './calls/discipline.ts'
import type { RuledAgent } from './calls/ruled-agent.ts'
import { type CodeCall, type CodeCallEnd, runCodeCall } from './calls/run-code-call.ts'
import type { RunOther } from './calls/run-ready.ts'
import { type Changes, NO_CHANGES } from './calls/shared-values.ts'
import { TimeUp } from './calls/time-up.ts'
import { notFoundText } from './calls/told-failures.ts'
import { userOf } from './calls/user-of.ts'
import { codeErrorText } from './code-mode/code-words.ts'
import { delegate } from './delegate.ts'
import type { Question } from './door.ts'
import { alike } from './forms.ts'
import { secondsLimit } from './limits.ts'
import { runOwnTool } from './middleware/wrap-tool.ts'
import { type CallableTool, findCallable } from './plan-tools.ts'
import type { HostUseReply } from './ports.ts'
import { runCodedTool } from './run-coded-tool.ts'
import type { Origin, RunContext } from './run-context.ts'
import { orMocked } from './run-mocked.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'
import { Cancelled, DeadlinePassed } from './stops.ts'

/** What is told of some calls. */
type Named = Pick<Extract<Draft, { type: 'tool.started' }>, 'runtimeName' | 'userId'>

/** When code may ask, and when it is answered. */
export interface AskingOrder {
  ask(span: SpanId): Promise<void>
  hear(span: SpanId): Promise<void>
}

export class CodeCalls {
  readonly #context: RunContext
  readonly #question: Question
  readonly #caller: ToolCall
  readonly #order: AskingOrder | undefined
  /** Made for the first call: most code makes none. */
  #over: AbortController | undefined
  #isOver = false
  readonly #running = new Set<Promise<unknown>>()
  readonly #occurrences = new Map<string, number>()
  readonly #changes: Changes[] = []
  #origin: Origin | undefined
  #fault: { readonly error: unknown } | undefined

  constructor(context: RunContext, question: Question, caller: ToolCall, order?: AskingOrder) {
    this.#context = context
    this.#question = question
    this.#caller = caller
    this.#order = order
  }

  /** Calls an entry of the network, listed by the caller or not. */
  use(tool: string, args: JsonText): Promise<HostUseReply> {
    return this.#track(tool, this.#use(tool, args))
  }

  /**
   * Calls a tool of the agent for code that its model wrote. Such code has the ways of the bub profile: arguments are read
   * leniently, and what fails is told as `[kind] message`.
   */
  useTool(rules: ToolRules, args: JsonText): Promise<HostUseReply> {
    const { ruled } = this.#caller.agent
    if (ruled === undefined) throw new Error('code of a model runs under rules only')
    return this.#track(rules.name, this.#useTool(rules, args, asBub(ruled)))
  }

  /** Something else that the code waits for. It is stopped when the attempt ends. */
  during(what: string, work: (signal: AbortSignal) => Promise<HostUseReply>): Promise<HostUseReply> {
    return this.#track(what, work(this.#signal()))
  }

  /** Aborted with the caller's, and when the attempt ends. */
  #signal(): AbortSignal {
    this.#over ??= new AbortController()
    if (this.#isOver) this.#over.abort(OVER)
    return AbortSignal.any([this.#caller.agent.signal, this.#over.signal])
  }

  #track(what: string, asked: Promise<HostUseReply>): Promise<HostUseReply> {
    const work = asked.catch((error: unknown): HostUseReply => {
      if (!(error instanceof Cancelled || error instanceof DeadlinePassed || error instanceof TimeUp))
        this.#fault ??= { error }
      return { ok: false, kind: 'stopped', message: `The call of ${what} was stopped.` }
    })
    this.#running.add(work)
    return work.finally(() => this.#running.delete(work))
  }

  async #useTool(rules: ToolRules, args: JsonText, ruled: RuledAgent): Promise<HostUseReply> {
    const { tool } = rules
    const { runtimeName } = rules
    const whose = this.#userOf(ruled, rules)
    const call = await this.#begin(tool, args, { ...(runtimeName !== undefined && { runtimeName }), ...whose })
    const own: ToolCall = { ...call, agent: { ...call.agent, ruled } }
    const asked = { call: own, parent: this.#question.span, ruled, runOther: runOther(tool) }
    const end = await this.#runRuled(asked)
    await this.#order?.hear(call.span)
    if (end.outcome !== 'ok') return { ok: true, failed: true, text: codeErrorText(end.text, end.failure) }
    if (tool.kind === 'coded-tool' && isLost(tool, end))
      return { ok: true, failed: true, text: `tool result is not JSON serializable: ${end.text}` }
    return toldOf(end)
  }

  /** Stops what is still going on, and waits for it. Throws what only the whole run can deal with. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#over?.abort(OVER)
    await Promise.all(this.#running)
    if (this.#fault !== undefined) throw this.#fault.error
  }

  async #use(given: string, args: JsonText): Promise<HostUseReply> {
    const { ruled } = this.#caller.agent
    const callable = findCallable(this.#context.network, given, this.#context.toolbox, ruled?.described)
    if (callable === undefined) return { ok: false, kind: 'value', message: noToolText(given, ruled) }
    if (typeof callable === 'string') return { ok: false, kind: 'value', message: callable }
    const read = parseJson(args)
    if (!read.ok) return { ok: false, kind: 'value', message: `The arguments for ${callable.name} are no JSON.` }
    const call = await this.#begin(callable, args, ruled === undefined ? {} : this.#userOf(ruled))
    const run = runOther(callable)
    if (ruled === undefined) return this.#finish(call.span, await run(this.#context, call))
    return toldOf(await this.#runRuled({ call, parent: this.#question.span, ruled, runOther: run }))
  }

  /** Announces a call, which may run then. */
  async #begin(callable: CallableTool, args: JsonText, more: Named): Promise<ToolCall> {
    const tool = callable.name
    const span = this.placeOf(tool, args)
    await this.#order?.ask(span)
    const origin = this.#originOf(span, tool)
    const instance = origin.at(-1)?.instantiation_index ?? 1
    const announced = this.#announcement({ span, tool, args, instance, kind: callable.kind, origin })
    await this.#context.journal.commit([{ ...announced, ...more }])
    const agent = { ...this.#caller.agent, signal: this.#signal() }
    return { agent, span, call: alike({ id: '', tool, args }), tool: callable, origin, asGiven: true }
  }

  #userOf(ruled: RuledAgent, rules?: ToolRules): Named {
    const { entry, shared } = this.#caller.agent
    return userOf(ruled, entry, rules, shared)
  }

  async #runRuled(call: CodeCall): Promise<CodeCallEnd> {
    const place = this.#changes.push(NO_CHANGES) - 1
    const end = await runCodeCall(this.#context, call)
    this.#changes[place] = end.changes
    return end
  }

  /** What calls changed of what tools share, in the order in which they were made. */
  get changes(): readonly Changes[] {
    return this.#changes
  }

  /** The same call made twice is told apart by how often it was made before. */
  placeOf(tool: string, args: JsonText): SpanId {
    const hash = this.#context.digests.sha256(`${tool} ${args}`).slice(0, 16)
    const occurrence = (this.#occurrences.get(`${tool}:${hash}`) ?? 0) + 1
    this.#occurrences.set(`${tool}:${hash}`, occurrence)
    return codeCallSpan(this.#question.span, tool, hash, occurrence)
  }

  /** The caller stands twice in the path, as neuro-san has it: as the tool, and as the one who calls. */
  #originOf(span: SpanId, tool: string): Origin {
    const { journal, instances } = this.#context
    const known = journal.find(span, 'tool.started')
    const logged = known?.origin?.map(({ tool: name, instance }) => ({ tool: name, instantiation_index: instance }))
    if (logged !== undefined) {
      this.#origin ??= logged.slice(0, -1)
      return logged
    }
    const caller = this.#caller.tool.name
    this.#origin ??= [...this.#caller.origin, { tool: caller, instantiation_index: instances.next(caller) }]
    return [...this.#origin, { tool, instantiation_index: instances.next(tool) }]
  }

  #announcement(call: {
    readonly span: SpanId
    readonly tool: string
    readonly args: JsonText
    readonly instance: number
    readonly kind: ToolKind
    readonly origin: Origin
  }): Extract<Draft, { type: 'tool.started' }> {
    const { span, tool, args, instance, kind } = call
    const ceilingMs = secondsLimit(this.#caller.agent.entry).seconds * 1000
    return {
      type: 'tool.started',
      span,
      parent: this.#question.span,
      agent: this.#caller.tool.name,
      ...{ tool, kind, callId: '', args, instance },
      batch: { id: span, size: 1, mode: 'sequential', ceilingMs },
      origin: call.origin.map((step) => ({ tool: step.tool, instance: step.instantiation_index })),
    }
  }

  async #finish(span: SpanId, end: ToolEnd): Promise<HostUseReply> {
    const { outcome, text, value, failure, attempts } = end
    const details = { ...(value !== undefined && { result: value }), ...(failure !== undefined && { failure }) }
    const parent = this.#question.span
    await this.#context.journal.commit([
      { type: 'tool.finished', span, parent, outcome, text: text.truth, attempts, ...details },
    ])
    return toldOf({ outcome, text: text.truth, value })
  }
}

/** Every call of a tool ends with it; an error of its own would be made for each, with its stack. */
const OVER = new Cancelled()

/** What code is told of a call that was made. */
function toldOf(end: {
  readonly outcome: ToolEnd['outcome']
  readonly text: string
  readonly value?: JsonText | undefined
}): HostUseReply {
  const { outcome, text, value } = end
  return { ok: true, text, ...(outcome !== 'ok' && { failed: true }), ...(value !== undefined && { value }) }
}

/** Of a name that means nothing: under rules what a model reads of it, else neuro-san's words. */
function noToolText(given: string, ruled: RuledAgent | undefined): string {
  return ruled === undefined ? `No agent_tool_spec for ${given}` : notFoundText(ruled.discipline, given)
}

/** What JSON cannot hold has a text only; of a class it became null. Code expects a value. */
function isLost(tool: CallableTool, { text, value }: CodeCallEnd): boolean {
  if (value === undefined) return true
  return value === 'null' && tool.described === undefined && text !== 'None' && text !== 'null'
}

/** How what is no attempt of a tool is called. */
function runOther(tool: CallableTool): RunOther {
  const { middleware, kind } = tool
  if (middleware !== undefined) return orMocked((context, call) => runOwnTool(context, call, middleware))
  if (kind === 'network') return orMocked(askNetwork)
  return orMocked(kind === 'agent' ? delegate : runCodedTool)
}

/** The same agent with the ways of the bub profile. */
function asBub(ruled: RuledAgent): RuledAgent {
  const { discipline } = ruled
  return { ...ruled, discipline: { ...discipline, studio: { ...discipline.studio, profile: 'bub' } } }
}

// Calls that a tool's code makes into the network while it runs. Each has a path of its own below the attempt, is logged
// like a call of a model, and has ended when the attempt ends.
import { type JsonText, parseJson, type SpanId } from '@slyglass/base'
import { codeCallSpan, type Draft, type ToolKind } from '@slyglass/run-log'
import { type CodeCall, runCodeCall } from './calls/run-code-call.ts'
import { type Changes, NO_CHANGES } from './calls/shared-values.ts'
import { TimeUp } from './calls/time-up.ts'
import { delegate } from './delegate.ts'
import type { Question } from './door.ts'
import { alike } from './forms.ts'
import { secondsLimit } from './limits.ts'
import { findCallable } from './plan-tools.ts'
import type { HostUseReply } from './ports.ts'
import { runCodedTool } from './run-coded-tool.ts'
import type { Origin, RunContext } from './run-context.ts'
import { orMocked } from './run-mocked.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'
import { Cancelled, DeadlinePassed } from './stops.ts'

export class CodeCalls {
  readonly #context: RunContext
  readonly #question: Question
  readonly #caller: ToolCall
  readonly #over = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  readonly #occurrences = new Map<string, number>()
  readonly #changes: Changes[] = []
  #origin: Origin | undefined
  #fault: { readonly error: unknown } | undefined

  constructor(context: RunContext, question: Question, caller: ToolCall) {
    this.#context = context
    this.#question = question
    this.#caller = caller
  }

  /** Calls an entry of the network, listed by the caller or not. */
  use(tool: string, args: JsonText): Promise<HostUseReply> {
    const work = this.#use(tool, args).catch((error: unknown): HostUseReply => {
      if (!(error instanceof Cancelled || error instanceof DeadlinePassed || error instanceof TimeUp))
        this.#fault ??= { error }
      return { ok: false, kind: 'stopped', message: `The call of ${tool} was stopped.` }
    })
    this.#running.add(work)
    return work.finally(() => this.#running.delete(work))
  }

  /** Stops what is still going on, and waits for it. Throws what only the whole run can deal with. */
  async end(): Promise<void> {
    this.#over.abort(new Cancelled())
    await Promise.all(this.#running)
    if (this.#fault !== undefined) throw this.#fault.error
  }

  async #use(given: string, args: JsonText): Promise<HostUseReply> {
    const described = this.#caller.agent.ruled?.described
    const callable = findCallable(this.#context.network, given, this.#context.toolbox, described)
    if (callable === undefined) return { ok: false, kind: 'value', message: `No agent_tool_spec for ${given}` }
    if (typeof callable === 'string') return { ok: false, kind: 'value', message: callable }
    const tool = callable.name
    const read = parseJson(args)
    if (!read.ok) return { ok: false, kind: 'value', message: `The arguments for ${tool} are no JSON.` }
    const span = this.#spanOf(tool, args)
    const origin = this.#originOf(span, tool)
    const instance = origin.at(-1)?.instantiation_index ?? 1
    await this.#context.journal.commit([
      this.#announcement({ span, tool, args, instance, kind: callable.kind, origin }),
    ])
    const agent = { ...this.#caller.agent, signal: AbortSignal.any([this.#caller.agent.signal, this.#over.signal]) }
    const call: ToolCall = {
      agent,
      span,
      call: alike({ id: '', tool, args }),
      tool: callable,
      origin,
      asGiven: true,
    }
    const run = orMocked(callable.kind === 'agent' ? delegate : runCodedTool)
    const { ruled } = this.#caller.agent
    if (ruled !== undefined) return this.#runRuled({ call, parent: this.#question.span, ruled, runOther: run })
    return this.#finish(span, await run(this.#context, call))
  }

  async #runRuled(call: CodeCall): Promise<HostUseReply> {
    const place = this.#changes.push(NO_CHANGES) - 1
    const end = await runCodeCall(this.#context, call)
    this.#changes[place] = end.changes
    return toldOf(end)
  }

  /** What calls changed of what tools share, in the order in which they were made. */
  get changes(): readonly Changes[] {
    return this.#changes
  }

  /** The same call made twice is told apart by how often it was made before. */
  #spanOf(tool: string, args: JsonText): SpanId {
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
  }): Draft {
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

/** What code is told of a call that was made. */
function toldOf(end: {
  readonly outcome: ToolEnd['outcome']
  readonly text: string
  readonly value?: JsonText | undefined
}): HostUseReply {
  const { outcome, text, value } = end
  return { ok: true, text, ...(outcome !== 'ok' && { failed: true }), ...(value !== undefined && { value }) }
}

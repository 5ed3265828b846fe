// One try of a coded tool: committed when its class is found and before it runs; what it left on the board is committed
// together with its end.
import { type JsonText, jsonAt } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import {
  callOfAttempt,
  type Draft,
  type EventOf,
  type MediaRef,
  type MiddlewareAnswer,
  type MiddlewareStep,
  type ToolAnswer,
} from '@slyglass/run-log'
import { joinUpdates } from './calls/run-code-call.ts'
import type { Changes } from './calls/shared-values.ts'
import { outOfTime, TimeUp } from './calls/time-up.ts'
import { closeBelow } from './close-spans.ts'
import { CodeCalls } from './code-calls.ts'
import { Deltas } from './deltas.ts'
import { type Attempted, begun, finished, type Question } from './door.ts'
import { wholeHostReply } from './half-characters.ts'
import type { Chunk } from './journal.ts'
import type { HostCallInfo, HostMiddlewareStep, HostReply } from './ports.ts'
import { cleanedFailure, type Recorded } from './recorded.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall } from './run-tool-batch.ts'
import { takeMedia } from './take-media.ts'
import { sourcesOf } from './tool-environment.ts'
import { withGrace } from './with-grace.ts'

/** One step of a middleware class instead of a coded tool. */
export interface StepWork extends HostMiddlewareStep {
  readonly described: MiddlewareStep
  /** Constructor arguments, where the step makes the instance. */
  readonly made?: JsonText
}

/** What a tool under rules is told, and how it is recorded. */
export interface ToolTold extends Recorded {
  readonly context?: JsonText
}

interface ToolWork {
  readonly call: ToolCall
  readonly args: JsonText
  readonly told: ToolTold
}

export async function attemptTool<A extends ToolAnswer | MiddlewareAnswer = ToolAnswer>(
  context: RunContext,
  question: Question,
  call: ToolCall,
  args: JsonText,
  step?: StepWork,
  told: ToolTold = {},
): Promise<Attempted<A>> {
  const attempt = new ToolAttempt<A>(context, question, { call, args, told }, step)
  // Nobody steps through a tool against the clock.
  const stopped = context.request.debug === true ? (call.agent.countdowns ?? []) : []
  const work = outOfTime(stopped, () => attempt.call())
  const waited = await withGrace(work, call.agent.signal, context.clock)
  return waited.ended ? attempt.finish(waited.value) : attempt.abandon()
}

class ToolAttempt<A extends ToolAnswer | MiddlewareAnswer> {
  readonly #context: RunContext
  readonly #question: Question
  readonly #call: ToolCall
  readonly #args: JsonText
  readonly #told: ToolTold
  readonly #step: StepWork | undefined
  readonly #deltas: Deltas
  readonly #codeCalls: CodeCalls
  readonly #board: ReadonlyMap<string, JsonText>
  #begun = false
  #over = false
  /** Warnings that stand in the log. */
  readonly #warned = new Set<string>()

  constructor(context: RunContext, question: Question, { call, args, told }: ToolWork, step: StepWork | undefined) {
    this.#context = context
    this.#question = question
    this.#call = call
    this.#args = args
    this.#told = told
    this.#step = step
    this.#deltas = new Deltas(context, question)
    this.#codeCalls = new CodeCalls(context, question, call)
    this.#board = new Map(context.vault.values())
  }

  call(): Promise<HostReply> {
    const { hosts, request, digests } = this.#context
    const { span } = this.#question
    return hosts.call({
      run: request.run,
      session: request.place ?? request.session,
      span,
      sources: sourcesOf(this.#context, this.#call.tool.entry, this.#call.tool.described?.env),
      className: this.#call.tool.entry.className ?? '',
      args: this.#args,
      ...(this.#step !== undefined && { middleware: this.#step }),
      ...(this.#told.context !== undefined && { context: this.#told.context }),
      ...(isBub(this.#context, this.#call.agent) && { profile: 'bub' as const }),
      origin: this.#call.origin,
      idempotencyKey: digests.sha256(`${request.run} ${callOfAttempt(span)}`),
      reservations: jsonAt(this.#call.tool.entry.allow, 'reservations') === true,
      sly: this.#board,
      signal: this.#call.agent.signal,
      onStart: (info) => this.#begin(info),
      onOutput: (stream, text) => this.#deltas.addOutput(stream, this.#clean(text)),
      onOutputCut: (stream) => this.#deltas.cutOutput(stream),
      onPrivate: (values) => this.#context.vault.foresee(values),
      onProgress: (structure, text) =>
        this.#deltas.addProgress(structure === undefined ? undefined : this.#clean(structure), this.#clean(text)),
      refuses: ({ set }) => this.#context.vault.sizeFault(Object.entries(set)),
      onUse: (tool, args) => this.#codeCalls.use(tool, args),
      ...(request.debug === true && { debug: true, onNote: (text: string) => this.#note(text) }),
    })
  }

  #clean(text: string): string {
    return this.#told.clean?.(text) ?? text
  }

  #note(text: string): void {
    const { span, parent } = this.#question
    const note = { type: 'note.noted', span, parent, level: 'info', source: 'debugger', text } as const
    if (!this.#over) void this.#context.journal.commit([note]).catch(() => undefined)
  }

  async #begin(info: HostCallInfo): Promise<void> {
    if (this.#begun || this.#over) return
    this.#begun = true
    await this.#context.journal.commit([this.#start(info), ...this.#warnings(info.warnings)])
  }

  #start(info?: HostCallInfo): Draft {
    const refs = this.#context.vault.refs()
    const className = this.#call.tool.entry.className ?? ''
    const known = info && {
      language: info.language,
      source: { file: info.file, class: className, sha: info.sha },
      isolation: info.isolation,
      ...(info.offline === true && { offline: info.offline }),
    }
    const step = this.#step
    const told =
      step === undefined
        ? { args: this.#told.logArgs ?? this.#args }
        : { middleware: step.described, ...(step.made !== undefined && { args: step.made }) }
    return begun(this.#question, { ...told, sly: refs, ...known })
  }

  async finish(given: HostReply): Promise<Attempted<A>> {
    const whole = wholeHostReply(given)
    const taken = this.#step === undefined ? takeMedia(whole, this.#context.digests) : undefined
    const reply = taken?.reply ?? whole
    const { signal } = this.#call.agent
    const { reads, abandoned, synchronous } = reply
    const told = {
      ...(reads !== undefined && { reads }),
      ...(abandoned && { abandoned }),
      ...(synchronous && { synchronous }),
    }
    if (!reply.ok && signal.reason instanceof TimeUp) return this.#timeUp(reply, signal.reason, told)
    if (!reply.ok && reply.failure.code === 'cancelled' && signal.aborted) {
      await this.#commit(reply, { outcome: 'cancelled', ...told })
      throw signal.reason
    }
    await this.#codeCalls.end()
    const changes = this.#codeCalls.changes
    const truth = (taken === undefined ? stepAnswer(reply) : toolAnswer(reply, changes, taken.media)) as A
    const outcome = reply.ok ? 'ok' : 'failed'
    const said = reply.ok ? { answer: truth } : cleanedFailure(truth, reply.failure, this.#told)
    const event = await this.#commit(reply, { outcome, ...said, ...told }, taken?.chunks)
    const isMasked = event.answer !== undefined && JSON.stringify(event.answer) !== JSON.stringify(truth)
    const logged = isMasked ? (event.answer as A) : truth
    const failed = reply.ok ? {} : { failure: { truth: reply.failure, logged: event.failure ?? reply.failure } }
    return { kind: 'answered', outcome, answer: { truth, logged }, ...failed }
  }

  /** The host did not answer in time: what the call still does is not known, and its board is not taken. */
  async abandon(): Promise<Attempted<A>> {
    const reason: unknown = this.#call.agent.signal.reason
    if (reason instanceof TimeUp) return this.#timeUp(undefined, reason, { abandoned: true })
    await this.#commit(undefined, { outcome: 'cancelled', abandoned: true })
    throw reason
  }

  /** Its own time or that of its batch is over: the call failed, and goes on to its end. */
  async #timeUp(
    reply: HostReply | undefined,
    { failure }: TimeUp,
    told: Partial<Parameters<typeof finished>[1]>,
  ): Promise<Attempted<A>> {
    await this.#commit(reply, { ...told, outcome: 'failed', failure })
    return { kind: 'failed', failure: { truth: failure, logged: failure }, live: true }
  }

  async #commit(
    reply: HostReply | undefined,
    end: Parameters<typeof finished>[1],
    chunks: readonly Chunk[] = [],
  ): Promise<EventOf<'attempt.finished'>> {
    this.#over = true
    await this.#codeCalls.end()
    const below = closeBelow(this.#context.journal, this.#question.span)
    const first = this.#begun ? [] : [this.#start()]
    const changed = reply === undefined || reply.abandoned ? [] : this.#mergeBoard(reply)
    const said = this.#warnings(reply?.warnings)
    const drafts = [...first, ...below, ...this.#deltas.close(), ...said, ...changed, finished(this.#question, end)]
    const logged = await this.#context.journal.commit(drafts, { chunks })
    for (const event of logged)
      if (event.type === 'attempt.finished' && event.span === this.#question.span) return event
    throw new Error('a commit gave no event back')
  }

  #warnings(warnings: readonly string[] = []): readonly Draft[] {
    const { span, parent } = this.#question
    const place = { type: 'note.noted', span, parent, level: 'warning', source: 'tool' } as const
    const fresh = warnings.filter((text) => !this.#warned.has(text))
    for (const text of fresh) this.#warned.add(text)
    return fresh.map((text) => ({ ...place, text }))
  }

  #mergeBoard(reply: HostReply): readonly Draft[] {
    const { set, removed, conflicts } = this.#context.vault.merge(reply.slyBase ?? this.#board, reply.sly)
    if (set.length + removed.length + conflicts.length === 0) return []
    const { span, parent } = this.#question
    return [
      {
        type: 'sly.changed',
        span,
        parent,
        set: set.map((ref) => ({ ...ref, by: span })),
        removed: removed.map((key) => ({ key, by: span })),
        conflicts,
      },
    ]
  }
}

function toolAnswer(reply: HostReply, inner: readonly Changes[], media: readonly MediaRef[]): ToolAnswer {
  const { text } = reply
  const update = joinUpdates(reply.ok ? reply.update : undefined, inner)
  return {
    of: 'tool',
    text,
    ...(reply.value !== undefined && { value: reply.value }),
    ...(reply.ok && update !== undefined && { update }),
    ...(media.length > 0 && { media }),
  }
}

/** What the class changes; where it failed, what it said, which may go on to a model. */
function stepAnswer(reply: HostReply): MiddlewareAnswer {
  const said = JSON.stringify({ said: reply.text })
  return { of: 'middleware', value: reply.ok ? (reply.value ?? '{}') : said }
}

/** Failures of commands are told to agents of that profile as such. */
function isBub({ network }: RunContext, { entry }: ToolCall['agent']): boolean {
  return studioOf(network, entry)?.profile === 'bub'
}

// One run of code that a model wrote. Its time begins with the code, not with the start of its interpreter, and stands still while a
// person is asked about a call that it makes; whatever happens, its output so far is kept.
import { JsonNumber, type JsonText } from '@slyglass/base'
import { type Draft, type Failure, IN_DOUBT, type MediaRef, type ToolAnswer } from '@slyglass/run-log'
import { abortWith } from '../abort-with.ts'
import { readAttempt } from '../calls/attempt-mocked.ts'
import type { ReadyCall } from '../calls/execute-call.ts'
import type { RuledAgent } from '../calls/ruled-agent.ts'
import { joinUpdates } from '../calls/run-code-call.ts'
import { Countdown } from '../calls/time-up.ts'
import { isBub } from '../calls/told-failures.ts'
import { toolContext } from '../calls/tool-context.ts'
import { closeBelow } from '../close-spans.ts'
import { CodeCalls } from '../code-calls.ts'
import type { CodeCellInfo, CodeEnd, CodePort, ModelQuestion } from '../code-ports.ts'
import { Deltas } from '../deltas.ts'
import { type Attempted, begun, finished, lostEnd, type Question } from '../door.ts'
import type { Chunk } from '../journal.ts'
import type { HostUseReply } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import { keepMedia } from '../take-media.ts'
import { sourcesOf } from '../tool-environment.ts'
import { withGrace } from '../with-grace.ts'
import { askModels } from './ask-models.ts'
import { AskedBefore } from './asked-before.ts'
import { type CodeFault, codeFailure, codeFailureText, codeText } from './code-words.ts'
import { type NamedCodeTool, namedCodeTools } from './offer-code.ts'
import type { CodeMode } from './read-code-mode.ts'

class CodeTimeUp extends Error {
  override readonly name = 'CodeTimeUp'
}

/** Code that runs again does not ask what it asked before. */
class CodeDiffers extends Error {
  override readonly name = 'CodeDiffers'
}

export interface CodeAsked {
  readonly code: CodeMode
  readonly ruled: RuledAgent
  readonly port: CodePort
  /** As they are recorded. */
  readonly logArgs: JsonText
}

interface CodeBegun extends CodeAsked {
  /** The code runs now. */
  onBegun(): void
  /** What it asked before, where it runs again. */
  readonly before: AskedBefore | undefined
}

export async function attemptCode(
  context: RunContext,
  ready: ReadyCall,
  question: Question,
  asked: CodeAsked,
): Promise<Attempted<ToolAnswer>> {
  const { agent } = ready.call
  const seconds = secondsOf(ready, asked.code)
  const over = new AbortController()
  const release = abortWith(agent.signal, over)
  const ms = Math.max(0, seconds * 1000)
  const countdown = new Countdown(context.clock, ms, () => over.abort(new CodeTimeUp()))
  countdown.pause()
  if (ms === 0) over.abort(new CodeTimeUp())
  const timed = { ...agent, signal: over.signal, countdowns: [...(agent.countdowns ?? []), countdown] }
  const timedReady = { ...ready, call: { ...ready.call, agent: timed } }
  const begun = context.journal.find(question.span, 'attempt.started')
  const onOther = () => over.abort(new CodeDiffers())
  const before = begun && new AskedBefore(context, { span: question.span, signal: over.signal, onOther })
  const onBegun = () => countdown.resume()
  const attempt = new CodeAttempt(context, timedReady, question, { ...asked, onBegun, before })
  try {
    const waited = await withGrace(attempt.run(), over.signal, context.clock)
    const end = waited.ended ? waited.value : attempt.leftBehind()
    const reason: unknown = over.signal.reason
    const isOwnEnd = reason === undefined || reason instanceof CodeTimeUp
    if (reason instanceof CodeDiffers || (before?.isBehind && isOwnEnd)) return await attempt.lose()
    if (reason instanceof CodeTimeUp && end.ended === 'stopped')
      return await attempt.fail({ ended: 'timed-out', seconds, output: end.output }, end.media)
    if (end.ended === 'stopped' && over.signal.aborted) return await attempt.stop(reason, !waited.ended)
    return end.ended === 'ok' ? await attempt.succeed(end) : await attempt.fail(end, end.media)
  } finally {
    countdown.stop()
    release()
  }
}

/** As the model asked, but never longer than the call as a whole may take. */
function secondsOf({ args, rules }: ReadyCall, { rules: { timeoutMs } }: CodeMode): number {
  const given = args.truth.get('timeout_seconds')
  const wanted = given instanceof JsonNumber ? given.toNumber() : timeoutMs / 1000
  return Math.min(wanted, (rules.timed.timeoutMs ?? timeoutMs) / 1000)
}

class CodeAttempt {
  readonly #context: RunContext
  readonly #ready: ReadyCall
  readonly #question: Question
  readonly #asked: CodeBegun
  readonly #deltas: Deltas
  readonly #calls: CodeCalls
  readonly #tools: readonly NamedCodeTool[]
  #begun = false
  #over = false
  #output = ''
  /** What is on screens already of what the code prints once more. */
  #shown: string

  constructor(context: RunContext, ready: ReadyCall, question: Question, asked: CodeBegun) {
    this.#context = context
    this.#ready = ready
    this.#question = question
    this.#asked = asked
    this.#deltas = new Deltas(context, question)
    this.#calls = new CodeCalls(context, question, ready.call, asked.before)
    this.#shown = asked.before === undefined ? '' : context.journal.outputBefore(question.span, 'stdout')
    const named = namedCodeTools(asked.ruled, asked.code)
    this.#tools = typeof named === 'string' ? [] : named
  }

  run(): Promise<CodeEnd> {
    const { code, port } = this.#asked
    const { agent } = this.#ready.call
    if (agent.signal.aborted) return Promise.resolve({ ended: 'stopped', output: '', media: [] })
    return port.run({
      ...{
        run: this.#context.request.run,
        session: this.#context.request.place ?? this.#context.request.session,
        span: this.#question.span,
        language: code.language,
      },
      sources: sourcesOf(this.#context, agent.entry),
      context: toolContext(this.#context, this.#ready, 0),
      code: String(this.#ready.args.truth.get('code') ?? ''),
      tools: this.#tools.map(({ identifier, name }) => ({ identifier, name })),
      ...{ memoryMb: code.rules.memoryMb, outputBytes: code.rules.outputBytes, mediaTools: code.rules.mediaTools },
      signal: agent.signal,
      onStart: (info) => this.#begin(info),
      onOutput: (text) => this.#print(text),
      onUse: (tool, args) => this.#use(tool, args),
      onModel: (question, request) => this.#askModel(question, request),
    })
  }

  /** The cell did not end in time; what it still does is not known. */
  leftBehind(): CodeEnd {
    return { ended: 'stopped', output: this.#output, media: [] }
  }

  async #begin(info: CodeCellInfo): Promise<void> {
    if (this.#begun || this.#over) return
    this.#begun = true
    const again = this.#asked.before === undefined ? [] : [this.#runsAgain()]
    await this.#context.journal.commit([this.#start(info), ...again])
    if (!this.#over) this.#asked.onBegun()
  }

  #start(info?: CodeCellInfo): Draft {
    const known = info && {
      language: info.language,
      source: { file: 'run_code', class: 'run_code', sha: info.sha },
      isolation: info.isolation,
      ...(info.offline === true && { offline: info.offline }),
    }
    return begun(this.#question, { args: this.#asked.logArgs, ...known })
  }

  #print(text: string): void {
    if (this.#over) return
    this.#output += text
    this.#deltas.addOutput('stdout', this.#shown === '' ? text : this.#unseen())
  }

  /** Masked before it is compared: as it was when it was shown, and no value is cut in two. */
  #unseen(): string {
    const all = this.#mask(this.#output)
    const unseen = all.slice(this.#shown.length)
    if (unseen !== '') this.#shown = ''
    return unseen
  }

  #runsAgain(): Draft {
    const { span, parent } = this.#question
    const text =
      'The server ended while this code ran. It has no rights of its own, so it runs again from its beginning: what it was answered is taken from the log, and none of its calls is made twice.'
    return { type: 'note.noted', span, parent, level: 'info', source: IN_DOUBT, text }
  }

  async #use(name: string, args: JsonText): Promise<HostUseReply> {
    const found = this.#tools.find((tool) => tool.name === name)
    if (found === undefined) return { ok: false, kind: 'value', message: `[not_found] There is no tool ${name}.` }
    return this.#masked(await this.#calls.useTool(found.rules, args))
  }

  #askModel(question: ModelQuestion, request: JsonText): Promise<HostUseReply> {
    const { code } = this.#asked
    const { agent } = this.#ready.call
    return this.#calls.during(`models.${question}`, async (signal) => {
      const span = this.#calls.placeOf(`models.${question}`, request)
      await this.#asked.before?.ask(span)
      const place = { span, parent: this.#question.span }
      const asked = { question, request, place, agent: { ...agent, signal }, fallback: code.model }
      const reply = this.#masked(await askModels(this.#context, asked))
      await this.#asked.before?.hear(span)
      return reply
    })
  }

  /** Code never reads a private value. */
  #masked(reply: HostUseReply): HostUseReply {
    const search = this.#context.search()
    if (search === undefined) return reply
    if (!reply.ok) return { ...reply, message: search.mask(reply.message).text }
    const value = reply.value === undefined ? {} : { value: search.maskJson(reply.value).text }
    return { ...reply, text: search.mask(reply.text).text, ...value }
  }

  async succeed(end: CodeEnd): Promise<Attempted<ToolAnswer>> {
    const { refs, chunks } = this.#keep(end)
    await this.#calls.end()
    const update = joinUpdates(undefined, this.#calls.changes)
    const answer = {
      ...this.#answer(codeText(this.#mask(end.output), refs), refs),
      ...(update !== undefined && { update }),
    }
    return this.#finish({ outcome: 'ok', answer }, chunks)
  }

  async fail(end: CodeFault, media: CodeEnd['media']): Promise<Attempted<ToolAnswer>> {
    const { refs, chunks } = this.#keep({ media })
    await this.#calls.end()
    const failed = codeFailure(this.#clean(end), this.#asked.code.rules.memoryMb)
    const text = codeFailureText(failed, isBub(this.#asked.ruled.discipline))
    return this.#finish({ outcome: 'failed', answer: this.#answer(text, refs), failure: failed.failure }, chunks)
  }

  /** It did something else this time, so what came of the calls of the first time is not known to any code. */
  async lose(): Promise<Attempted<ToolAnswer>> {
    this.#over = true
    await this.#calls.end()
    const { span, parent } = this.#question
    const text = 'The code did not make the same calls again, so it was ended before it made a new one.'
    const note = { type: 'note.noted', span, parent, level: 'warning', source: IN_DOUBT, text } as const
    const { journal } = this.#context
    await journal.commit([...this.#deltas.close(), note, ...lostEnd(this.#context, this.#question)])
    return { kind: 'lost' }
  }

  async stop(reason: unknown, abandoned: boolean): Promise<never> {
    await this.#commit(finished(this.#question, { outcome: 'cancelled', ...(abandoned && { abandoned }) }))
    throw reason
  }

  #answer(text: string, media: readonly MediaRef[]): ToolAnswer {
    return { of: 'tool', text, ...(media.length > 0 && { media }) }
  }

  #keep({ media }: Pick<CodeEnd, 'media'>): { readonly refs: readonly MediaRef[]; readonly chunks: readonly Chunk[] } {
    const kept = media.map((one) => keepMedia(one, this.#context.digests))
    return { refs: kept.map(({ ref }) => ref), chunks: kept.map(({ chunk }) => chunk) }
  }

  #mask(text: string): string {
    return this.#context.search()?.mask(text).text ?? text
  }

  #clean(end: CodeFault): CodeFault {
    const output = this.#mask(end.output)
    if (end.ended === 'raised')
      return { ...end, output, message: this.#mask(end.message), traceback: this.#mask(end.traceback) }
    return end.ended === 'exited' ? { ...end, output, stderr: this.#mask(end.stderr) } : { ...end, output }
  }

  async #finish(end: End, chunks: readonly Chunk[]): Promise<Attempted<ToolAnswer>> {
    const event = await this.#commit(finished(this.#question, end), chunks)
    const tried = readAttempt(event, end)
    if (end.failure === undefined || tried.kind !== 'answered') return tried
    return { ...tried, failure: { truth: end.failure, logged: end.failure } }
  }

  async #commit(end: Draft, chunks: readonly Chunk[] = []) {
    this.#over = true
    await this.#calls.end()
    const first = this.#begun ? [] : [this.#start()]
    const below = closeBelow(this.#context.journal, this.#question.span)
    const drafts = [...first, ...below, ...this.#deltas.close(), end]
    const logged = await this.#context.journal.commit(drafts, { chunks })
    return logged.at(-1)
  }
}

interface End {
  readonly outcome: 'ok' | 'failed'
  readonly answer: ToolAnswer
  readonly failure?: Failure
}

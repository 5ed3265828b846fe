// One request to a model: searched and committed before it leaves, its text streamed, its answer committed.
import type { Draft, EventOf, Failure, ModelAnswer, RunEvent } from '@slyglass/run-log'
import type { ModelQuestion } from './call-model.ts'
import { Deltas } from './deltas.ts'
import { type Attempted, begun, finished, type Question } from './door.ts'
import { providerText } from './error-texts.ts'
import { wholeModelReply } from './half-characters.ts'
import { ModelFailure, type ModelReply, type WireRequest } from './ports.ts'
import type { RunContext } from './run-context.ts'
import { recordRequest } from './scan-request.ts'
import { withGrace } from './with-grace.ts'

export async function attemptModel(
  context: RunContext,
  question: Question,
  plan: ModelQuestion,
): Promise<Attempted<ModelAnswer>> {
  const attempt = new ModelAttempt(context, question, plan)
  const waited = await withGrace(attempt.send(), plan.agent.signal, context.clock)
  if (!waited.ended) return attempt.stop(true)
  if (waited.value.ok) return attempt.answer(waited.value.reply)
  return attempt.fail(waited.value.error)
}

type Sent = { readonly ok: true; readonly reply: ModelReply } | { readonly ok: false; readonly error: unknown }

class ModelAttempt {
  readonly #context: RunContext
  readonly #question: Question
  readonly #plan: ModelQuestion
  readonly #deltas: Deltas
  #begun = false
  #over = false

  constructor(context: RunContext, question: Question, plan: ModelQuestion) {
    this.#context = context
    this.#question = question
    this.#plan = plan
    this.#deltas = new Deltas(context, question)
  }

  async send(): Promise<Sent> {
    const { request, models } = this.#context
    const { agent, choice, api, body } = this.#plan
    try {
      const reply = await models.send({
        provider: choice.provider,
        api,
        ...(choice.credential !== undefined && { credential: choice.credential }),
        agent: agent.entry.name,
        network: request.network,
        body: body.truth,
        signal: agent.signal,
        beforeSend: (wire) => this.#commitRequest(wire),
        onText: (text) => this.#deltas.addText(text),
        shorten: (text, length) => this.#shorten(text, length),
      })
      return { ok: true, reply }
    } catch (error) {
      return { ok: false, error }
    }
  }

  async #commitRequest(wire: WireRequest): Promise<'send' | 'block'> {
    const { journal, digests } = this.#context
    if (this.#over || this.#begun) return 'block'
    this.#begun = true
    const { record, chunks } = recordRequest(wire, this.#context.search(), digests)
    await journal.commit([this.#start({ request: record })], { chunks })
    return this.#over ? 'block' : 'send'
  }

  #start(details: Parameters<typeof begun>[1] = {}): Draft {
    const { api, strictRoles } = this.#plan
    return begun(this.#question, {
      ...details,
      ...(api === 'responses' && { api }),
      ...(strictRoles && { strictRoles }),
    })
  }

  #shorten(text: string, length: number): string {
    const search = this.#context.search()
    return text.slice(0, search === undefined ? length : search.cutBefore(text, length))
  }

  async answer(reply: ModelReply): Promise<Attempted<ModelAnswer>> {
    const { text, calls, finishReason, usage, reasoning, raw } = wholeModelReply(reply)
    const truth: ModelAnswer = {
      of: 'model',
      text,
      calls,
      finishReason,
      ...(usage !== undefined && { usage }),
      ...(reasoning !== undefined && { reasoning }),
      ...(raw !== undefined && { raw }),
    }
    const event = await this.#finish({ outcome: 'ok', answer: truth })
    const logged = event.answer?.of === 'model' ? event.answer : truth
    return { kind: 'answered', outcome: 'ok', answer: { truth, logged: sameAnswer(truth, logged) ? truth : logged } }
  }

  async fail(error: unknown): Promise<Attempted<ModelAnswer>> {
    if (this.#plan.agent.signal.aborted) return this.stop(false)
    if (!(error instanceof ModelFailure)) throw error
    const truth = describe(error)
    const event = await this.#finish({ outcome: 'failed', failure: truth })
    return { kind: 'failed', failure: { truth, logged: event.failure ?? truth }, live: true }
  }

  /** The run was stopped or the agent's time is over; `abandoned`: the adapter did not end in time. */
  async stop(abandoned: boolean): Promise<never> {
    await this.#finish({ outcome: 'cancelled', ...(abandoned && { abandoned }) })
    throw this.#plan.agent.signal.reason
  }

  async #finish(end: Parameters<typeof finished>[1]): Promise<EventOf<'attempt.finished'>> {
    this.#over = true
    const first = this.#begun ? [] : [this.#start()]
    const drafts = [...first, ...this.#deltas.close(), finished(this.#question, end)]
    const logged = await this.#context.journal.commit(drafts)
    return logged.find(isAttemptEnd) ?? failNoEnd()
  }
}

function isAttemptEnd(event: RunEvent): event is EventOf<'attempt.finished'> {
  return event.type === 'attempt.finished'
}

function failNoEnd(): never {
  throw new Error('a commit gave no event back')
}

/** The failure as the log keeps it; `detail` has the provider's answer in one line. */
function describe(error: ModelFailure): Failure {
  if (error.status === undefined) return error.failure
  return { ...error.failure, detail: providerText(error.status, error.failure.detail) }
}

function sameAnswer(a: ModelAnswer, b: ModelAnswer): boolean {
  return a === b || (a.text === b.text && JSON.stringify(a.calls) === JSON.stringify(b.calls))
}

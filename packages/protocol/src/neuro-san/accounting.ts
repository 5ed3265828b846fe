import { type Json, JsonNumber, type JsonObject, parseJson, type SpanId } from '@slyglass/base'
import { activatingCall, type EventOf, enclosingAgent, type LogEvent } from '@slyglass/run-log'

/** What one agent and everything below it used. */
interface Figures {
  prompt: number
  completion: number
  answers: number
  empty: number
  /** US dollars, as far as prices are known. */
  cost: number
  /** Milliseconds of answered model calls. */
  spent: number
}

const OVERHEAD = 'Times include the overhead of this program.'
const COUNTED = 'Tokens are those that the provider reported; answers without figures count as none.'
const INNER = 'The figures of an agent include the agents that it called.'
const NETWORK = 'Only agents of this network are counted, not those of other networks.'
const REQUEST =
  'The whole request: other networks that this server ran for it are counted, those of other servers are not.'

/** Token figures of a run, by agent and by model. Only answers that could be used count. */
export class Accounting {
  readonly #agents = new Map<SpanId, Figures>()
  readonly #models = new Map<string, Map<string, Figures>>()
  readonly #asked = new Map<SpanId, EventOf<'model.started'>>()
  #elsewhere: Figures | undefined
  #hasAsked = false

  /** A model is asked. */
  ask(event: EventOf<'model.started'>): void {
    this.#asked.set(event.span, event)
    this.#hasAsked = true
  }

  /** A model call has ended. */
  answer(event: EventOf<'model.finished'>): void {
    const asked = this.#asked.get(event.span)
    this.#asked.delete(event.span)
    const used = asked === undefined ? undefined : this.#count(asked, event)
    if (used === undefined) return
    for (let agent = enclosingAgent(event.span); agent !== undefined; agent = callerOf(agent))
      this.#agents.set(agent, sum(this.#agents.get(agent), used))
  }

  /** What another network of this server used for this request: no agent here stands for it, the request does. */
  answerElsewhere(log: readonly LogEvent[]): void {
    const asked = new Map<SpanId, EventOf<'model.started'>>()
    for (const event of log) {
      if (event.type === 'model.started') asked.set(event.span, event)
      const question = event.type === 'model.finished' ? asked.get(event.span) : undefined
      if (event.type !== 'model.finished' || question === undefined) continue
      const used = this.#count(question, event)
      if (used !== undefined) this.#elsewhere = sum(this.#elsewhere, used)
    }
  }

  #count(asked: EventOf<'model.started'>, event: EventOf<'model.finished'>): Figures | undefined {
    if (event.outcome !== 'ok') return undefined
    const used: Figures = {
      prompt: event.usage?.promptTokens ?? 0,
      completion: event.usage?.completionTokens ?? 0,
      answers: 1,
      empty: isEmpty(event) ? 1 : 0,
      cost: event.usage?.cost ?? 0,
      spent: event.at - asked.at,
    }
    this.#countModel(event.answeredBy ?? { providerClass: '', model: asked.model }, used)
    return used
  }

  #countModel(by: { readonly providerClass: string; readonly model: string }, used: Figures): void {
    const models = this.#models.get(by.providerClass) ?? new Map<string, Figures>()
    this.#models.set(by.providerClass, models.set(by.model, sum(models.get(by.model), used)))
  }

  /** The row of an agent: its own run and what it called. */
  agentRow(agent: SpanId, milliseconds: number, role: 'front-man' | 'agent'): JsonObject {
    const caveats = [role === 'front-man' ? NETWORK : INNER, COUNTED, OVERHEAD]
    return new Map([...figures(this.#agents.get(agent), milliseconds), ['caveats', caveats]])
  }

  /** The row of the whole request, with its models by provider; `provider` is the one of the front man. */
  requestRow(front: SpanId, milliseconds: number, provider: string): JsonObject {
    const models = new Map<string, JsonObject>(this.#hasAsked ? [[provider, new Map()]] : [])
    for (const [named, used] of this.#models) {
      const by = named === '' ? provider : named
      models.set(by, new Map([...(models.get(by) ?? []), ...[...used].map(modelRow)]))
    }
    if (models.size > 1 && models.get(provider)?.size === 0) models.delete(provider)
    return new Map<string, Json>([
      ...figures(this.#requestFigures(front), milliseconds),
      ['caveats', [REQUEST, COUNTED, OVERHEAD]],
      ['models', models],
    ])
  }

  #requestFigures(front: SpanId): Figures | undefined {
    const own = this.#agents.get(front)
    return this.#elsewhere === undefined ? own : sum(own, this.#elsewhere)
  }
}

function callerOf(agent: SpanId): SpanId | undefined {
  const call = activatingCall(agent)
  return call === undefined ? undefined : enclosingAgent(call)
}

function modelRow([name, used]: readonly [string, Figures]): readonly [string, Json] {
  return [name, new Map(figures(used, used.spent))]
}

/** Neither text nor a call that can be read. */
function isEmpty({ text, calls }: EventOf<'model.finished'>): boolean {
  return text === '' && !calls.some((call) => call.args === '' || parseJson(call.args).ok)
}

function sum(one: Figures | undefined, other: Figures): Figures {
  if (one === undefined) return { ...other }
  return {
    prompt: one.prompt + other.prompt,
    completion: one.completion + other.completion,
    answers: one.answers + other.answers,
    empty: one.empty + other.empty,
    cost: one.cost + other.cost,
    spent: one.spent + other.spent,
  }
}

const NOTHING: Figures = { prompt: 0, completion: 0, answers: 0, empty: 0, cost: 0, spent: 0 }

function figures(used: Figures = NOTHING, milliseconds: number): readonly (readonly [string, Json])[] {
  const whole = (value: number) => new JsonNumber(String(value))
  return [
    ['total_tokens', whole(used.prompt + used.completion)],
    ['prompt_tokens', whole(used.prompt)],
    ['completion_tokens', whole(used.completion)],
    ['successful_requests', whole(used.answers)],
    ['empty_responses', whole(used.empty)],
    ['total_cost', new JsonNumber(Number.isInteger(used.cost) ? `${used.cost}.0` : String(used.cost))],
    ['time_taken_in_seconds', new JsonNumber((milliseconds / 1000).toFixed(3))],
  ]
}

import { type Json, JsonNumber, type JsonObject, parseJson, type SpanId } from '@slyglass/base'
import { activatingCall, type EventOf, enclosingAgent } from '@slyglass/run-log'

/** What one agent and everything below it used. */
interface Figures {
  prompt: number
  completion: number
  answers: number
  empty: number
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
  readonly #models = new Map<string, Figures>()
  readonly #asked = new Map<SpanId, EventOf<'model.started'>>()

  /** A model is asked. */
  ask(event: EventOf<'model.started'>): void {
    this.#asked.set(event.span, event)
  }

  /** A model call has ended. */
  answer(event: EventOf<'model.finished'>): void {
    const asked = this.#asked.get(event.span)
    this.#asked.delete(event.span)
    if (asked === undefined || event.outcome !== 'ok') return
    const used: Figures = {
      prompt: event.usage?.promptTokens ?? 0,
      completion: event.usage?.completionTokens ?? 0,
      answers: 1,
      empty: isEmpty(event) ? 1 : 0,
      spent: event.at - asked.at,
    }
    for (let agent = enclosingAgent(event.span); agent !== undefined; agent = callerOf(agent))
      this.#agents.set(agent, sum(this.#agents.get(agent), used))
    this.#models.set(asked.model, sum(this.#models.get(asked.model), used))
  }

  /** The row of an agent: its own run and what it called. */
  agentRow(agent: SpanId, milliseconds: number, role: 'front-man' | 'agent'): JsonObject {
    const caveats = [role === 'front-man' ? NETWORK : INNER, COUNTED, OVERHEAD]
    return new Map([...figures(this.#agents.get(agent), milliseconds), ['caveats', caveats]])
  }

  /** The row of the whole request, with its models by provider. */
  requestRow(front: SpanId, milliseconds: number, provider: string): JsonObject {
    const models: JsonObject = new Map(
      [...this.#models].map(([name, used]) => [name, new Map(figures(used, used.spent))]),
    )
    return new Map<string, Json>([
      ...figures(this.#agents.get(front), milliseconds),
      ['caveats', [REQUEST, COUNTED, OVERHEAD]],
      ['models', new Map([[provider, models]])],
    ])
  }
}

function callerOf(agent: SpanId): SpanId | undefined {
  const call = activatingCall(agent)
  return call === undefined ? undefined : enclosingAgent(call)
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
    spent: one.spent + other.spent,
  }
}

const NOTHING: Figures = { prompt: 0, completion: 0, answers: 0, empty: 0, spent: 0 }

/** Prices are not known here, so every cost is 0.0, as the original says of models that its table does not have. */
function figures(used: Figures = NOTHING, milliseconds: number): readonly (readonly [string, Json])[] {
  const whole = (value: number) => new JsonNumber(String(value))
  return [
    ['total_tokens', whole(used.prompt + used.completion)],
    ['prompt_tokens', whole(used.prompt)],
    ['completion_tokens', whole(used.completion)],
    ['successful_requests', whole(used.answers)],
    ['empty_responses', whole(used.empty)],
    ['total_cost', new JsonNumber('0.0')],
    ['time_taken_in_seconds', new JsonNumber((milliseconds / 1000).toFixed(3))],
  ]
}

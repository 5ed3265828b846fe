// Decisions about a state of things, asked of a chat model with a form for its answer. Likelihoods are what the model says of itself.
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  jsonAt,
  ok,
  printJson,
  type Result,
} from '@slyglass/base'

/** Said with every answer. */
export const DECIDED_BY_CHAT =
  'No decision model is configured: a chat model was asked for JSON, and its likelihoods are estimates.'

type Kind = 'noul' | 'choice' | 'score'

interface Asked {
  readonly kind: Kind
  /** Names of options, or of levels from the lowest. */
  readonly names: readonly string[]
}

const FORMS: Readonly<Record<Kind, string>> = {
  noul: '{"probability": <0 to 1: how likely yes is>}',
  choice: '{"probabilities": {<option>: <0 to 1>, …}}',
  score: '{"probabilities": {<level>: <0 to 1>, …}}',
}

export function decisionPrompt(
  state: Json,
  questions: JsonObject,
): Result<{ readonly system: string; readonly user: string }, string> {
  const lines: string[] = []
  for (const [id, question] of questions) {
    const asked = readAsked(question)
    if (typeof asked === 'string') return err(`question ${id}: ${asked}`)
    const instructions = jsonAt(question, 'instructions') ?? ''
    const criteria = jsonAt(question, 'criteria')
    const about = criteria === undefined || criteria === null ? '' : ` Criteria: ${printJson(criteria)}`
    lines.push(`- ${id} (${asked.kind}): ${plain(instructions)}${about} Form: ${FORMS[asked.kind]}`)
  }
  const system = `Judge the state that the user tells. Answer with one JSON object alone: the answer to each question under its id.\n\n${lines.join('\n')}`
  return ok({ system, user: plain(state) })
}

const plain = (value: Json): string => (typeof value === 'string' ? value : printJson(value))

function readAsked(question: Json): Asked | string {
  const kind = jsonAt(question, 'type')
  if (kind === 'noul') return { kind, names: [] }
  if (kind !== 'choice' && kind !== 'score') return 'its type is noul, choice or score'
  const names = namesIn(jsonAt(question, 'criteria'))
  return names.length < 2 ? 'its criteria name at least two of them' : { kind, names }
}

function namesIn(criteria: Json | undefined): readonly string[] {
  if (isJsonObject(criteria)) return [...criteria.keys()]
  if (!isJsonList(criteria)) return []
  return criteria.map((one) => plain(jsonAt(one, 'name') ?? one))
}

/** The model's answers held to their questions. */
export function readDecisions(answer: Json | undefined, questions: JsonObject): Result<JsonObject, string> {
  const read = new Map<string, Json>()
  for (const [id, question] of questions) {
    const asked = readAsked(question)
    const one = typeof asked === 'string' ? undefined : readOne(asked, jsonAt(answer, id))
    if (one === undefined) return err(`the answer to ${id} does not have its form`)
    read.set(id, one)
  }
  return ok(read)
}

function readOne({ kind, names }: Asked, answer: Json | undefined): JsonObject | undefined {
  if (kind === 'noul') {
    const probability = likelihood(jsonAt(answer, 'probability') ?? answer)
    if (probability === undefined) return undefined
    return new Map<string, Json>([
      ['type', kind],
      ['probability', number(probability)],
      ['answer', probability >= 0.5],
    ])
  }
  const told = names.map((name) => likelihood(jsonAt(answer, 'probabilities', name)) ?? 0)
  const sum = told.reduce((all, one) => all + one, 0)
  if (sum <= 0) return undefined
  const shares = told.map((one) => one / sum)
  const best = shares.indexOf(Math.max(...shares))
  const all = new Map(names.map((name, index) => [name, number(shares[index] ?? 0)] as const))
  const more: readonly (readonly [string, Json])[] =
    kind === 'choice'
      ? [['choice', names[best] ?? '']]
      : [
          ['level', names[best] ?? ''],
          ['score', number(shares.reduce((mean, share, index) => mean + share * index, 0))],
        ]
  return new Map<string, Json>([
    ['type', kind],
    ...more,
    ['probabilities', all],
    ['confidence', number(shares[best] ?? 0)],
  ])
}

function likelihood(value: Json | undefined): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  const read = value instanceof JsonNumber ? value.toNumber() : Number.NaN
  return read >= 0 && read <= 1 ? read : undefined
}

const number = (value: number): JsonNumber => new JsonNumber(String(Math.round(value * 1e6) / 1e6))

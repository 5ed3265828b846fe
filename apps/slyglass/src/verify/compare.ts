import { type ClientAnswer, type Purpose, purposeOf } from './on-purpose.ts'
import type { PlayedRecording } from './play-recording.ts'
import type { Difference, Normalised, RecordingKit } from './recording.ts'

/** How a recording compares with the same requests here. */
export type Verdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'on purpose'; readonly reasons: readonly string[] }
  | { readonly kind: 'differs'; readonly differences: readonly Difference[] }

type Part = keyof Normalised

/** Compares what the model was asked, what the client received, and what the tools were handed. */
export function compare({ scenario, recorded, own, isTimed }: PlayedRecording, kit: RecordingKit): Verdict {
  const shown = (form: Normalised, part: Part) => (isTimed ? onceEach(form[part]) : form[part])
  const inPart = (part: Part) =>
    kit.differences(shown(recorded, part), shown(own, part)).map((one) => ({ ...one, at: `${part}/${one.at}` }))
  const elsewhere = [...inPart('model'), ...inPart('tools')]
  const purposes = new Set<Purpose>()
  const unexplained: Difference[] = []
  for (const request of scenario.requests) {
    const answers = [recorded.client[request.id], own.client[request.id]] as const
    const differences = kit.differences(answers[0] ?? {}, answers[1] ?? {})
    if (differences.length === 0) continue
    const purpose = purposeOf({ request, recorded: asAnswer(answers[0]), own: asAnswer(answers[1]) })
    if (purpose !== undefined) purposes.add(purpose)
    else unexplained.push(...differences.map((one) => ({ ...one, at: `client/${request.id}/${one.at}` })))
  }
  // What a request is answered decides what the model and the tools hear of it.
  const explained = [...purposes].some((purpose) => purpose.changesWork)
  const all = [...unexplained, ...(unexplained.length === 0 && explained ? [] : elsewhere)]
  if (all.length > 0) return { kind: 'differs', differences: all }
  return purposes.size === 0
    ? { kind: 'equal' }
    : { kind: 'on purpose', reasons: [...purposes].map((one) => one.reason) }
}

/** Every list with what is in it once: work that the clock begins is the same each time. */
function onceEach(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Map(value.map((part) => [JSON.stringify(part), part])).values()]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, onceEach(part)]))
}

function asAnswer(value: unknown): ClientAnswer {
  return (value ?? { messages: [] }) as ClientAnswer
}

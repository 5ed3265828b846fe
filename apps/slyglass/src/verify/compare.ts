import { asAnswer, type ClientAnswer, isSame } from './answer.ts'
import { type Change, follow } from './follow.ts'
import { RULES } from './on-purpose.ts'
import type { PlayedRecording } from './play-recording.ts'
import type { Difference, Normalised, RecordingKit, ScenarioRequest } from './recording.ts'

/** Why something differs on purpose, and all that differs for this reason. */
export interface Excused {
  readonly reason: string
  readonly differences: readonly Difference[]
}

/** How a recording compares with the same requests here. */
export type Verdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'on purpose'; readonly excused: readonly Excused[] }
  | { readonly kind: 'differs'; readonly differences: readonly Difference[] }

/** What a comparison has found so far. */
interface Found {
  readonly kit: RecordingKit
  readonly played: PlayedRecording
  readonly unexplained: Difference[]
  readonly excused: Map<string, Difference[]>
  readonly model: Map<Change, string>
  readonly tools: Map<Change, string>
}

/** Compares what the model was asked, what the client received, and what the tools were handed. */
export function compare(played: PlayedRecording, kit: RecordingKit): Verdict {
  const shown = played.isTimed
    ? { ...played, recorded: onceEach(played.recorded) as Normalised, own: onceEach(played.own) as Normalised }
    : played
  const found: Found = {
    ...{ kit, played: shown, unexplained: [], excused: new Map(), model: new Map(), tools: new Map() },
  }
  for (const request of played.scenario.requests) compareAnswers(found, request)
  const { recorded, own } = shown
  for (const agent of new Set([...Object.keys(recorded.model), ...Object.keys(own.model)]))
    compareLists(found, `model/${agent}`, found.model, [recorded.model[agent], own.model[agent]])
  compareLists(found, 'tools', found.tools, [recorded.tools, own.tools])
  if (found.unexplained.length > 0) return { kind: 'differs', differences: found.unexplained }
  if (found.excused.size === 0) return { kind: 'equal' }
  const excused = [...found.excused].map(([reason, differences]) => ({ reason, differences }))
  return { kind: 'on purpose', excused }
}

/** Every rule says in turn what is answered here instead; what is left is unexplained. */
function compareAnswers(found: Found, request: ScenarioRequest): void {
  const { kit, played } = found
  const forms = { recorded: played.recorded, own: played.own }
  const [was, is] = [forms.recorded.client[request.id], forms.own.client[request.id]]
  const own = asAnswer(is)
  const said = new Set(played.said)
  const at = `client/${request.id}`
  let answer: ClientAnswer = asAnswer(was)
  for (const rule of RULES) {
    const instead = rule.apply({ request, recorded: answer, own, forms, said })
    if (instead === undefined) continue
    excuse(found, rule.reason, within(at, kit.differences(answer, instead.answer)))
    if (instead.model !== undefined) found.model.set(instead.model, rule.reason)
    if (instead.tools !== undefined) found.tools.set(instead.tools, rule.reason)
    answer = instead.answer
  }
  found.unexplained.push(...within(at, kit.differences(answer, own)))
}

type Lists = readonly [readonly unknown[] | undefined, readonly unknown[] | undefined]

function compareLists(found: Found, at: string, reasons: ReadonlyMap<Change, string>, lists: Lists): void {
  const { kit, played } = found
  const [recorded, own] = lists
  if (isSame(recorded, own)) return
  const isParallel = played.scenario.parallel === true
  const followed = follow(recorded ?? [], own ?? [], [...reasons.keys()], isParallel)
  for (const [change, entries] of followed.excused) {
    const differences = entries.flatMap((entry) =>
      kit
        .differences([entry.recorded], [entry.own])
        .map((one) => ({ ...one, at: [at, entry.at, ...one.at.split('/').slice(1)].join('/') })),
    )
    excuse(found, reasons.get(change) ?? '', differences)
  }
  found.unexplained.push(...within(at, kit.differences(followed.expected, own ?? [])))
}

function excuse({ excused }: Found, reason: string, differences: readonly Difference[]): void {
  if (differences.length > 0) excused.set(reason, [...(excused.get(reason) ?? []), ...differences])
}

function within(at: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, at: one.at === '' ? at : `${at}/${one.at}` }))
}

/** Every list with what is in it once: work that the clock begins is the same each time. */
function onceEach(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Map(value.map((part) => [JSON.stringify(part), part])).values()]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, onceEach(part)]))
}

// What stood around a call: decisions of hooks and people, attempts with the pauses between them.
import { jsonAt, parseJson, printJson } from '@slyglass/base'
import type { Trace, TraceSpan } from '@slyglass/run-log'
import { changesOf, type JsonChange } from './json-changes.ts'

/** A hook's decision, with what it changed. */
export interface HookStep {
  readonly span: TraceSpan
  readonly hook: NonNullable<TraceSpan['hook']>
  /** `arguments` or `result`. */
  readonly part?: string
  readonly changes: readonly JsonChange[]
}

/** Hooks of a call in the order in which they decided: each sees what the one before it left. */
export function hookSteps(trace: Trace, call: TraceSpan): readonly HookStep[] {
  const now = new Map([
    ['arguments', call.args === undefined || call.args === '' ? '{}' : call.args],
    ['result', answerOf(trace, call)],
  ])
  return childrenOf(trace, call).flatMap((span): readonly HookStep[] => {
    const { hook } = span
    if (hook === undefined) return []
    const part = [...now.keys()].find((name) => changedTo(hook.changes, name) !== undefined)
    const after = part === undefined ? undefined : changedTo(hook.changes, part)
    if (part === undefined || after === undefined) return [{ span, hook, changes: [] }]
    const changes = changesOf(now.get(part) ?? '', after)
    now.set(part, after)
    return [{ span, hook, part, changes }]
  })
}

function changedTo(changes: string | undefined, part: string): string | undefined {
  const parsed = parseJson(changes ?? 'null')
  const value = parsed.ok ? jsonAt(parsed.value, part) : undefined
  return value === undefined ? undefined : printJson(value)
}

/** What the tool itself answered, as JSON text. */
function answerOf(trace: Trace, call: TraceSpan): string {
  const last = childrenOf(trace, call).findLast(({ kind, answer }) => kind === 'attempt' && answer?.of === 'tool')
  const answer = last?.answer?.of === 'tool' ? last.answer : undefined
  return answer?.value ?? JSON.stringify(answer?.text ?? '')
}

/** Questions to people about a call. */
export function approvalSteps(trace: Trace, call: TraceSpan): readonly TraceSpan[] {
  return childrenOf(trace, call).filter(({ approval }) => approval !== undefined)
}

function childrenOf(trace: Trace, call: TraceSpan): readonly TraceSpan[] {
  return call.children.flatMap((id) => trace.spans.get(id) ?? [])
}

/** An attempt, or the pause before the next one. */
export type AttemptStep =
  | { readonly kind: 'attempt'; readonly span: TraceSpan; readonly number: number; readonly words: readonly string[] }
  | { readonly kind: 'pause'; readonly id: string; readonly ms: number }

/** Shorter pauses are no pauses. */
const PAUSE_MS = 5

export function attemptSteps(attempts: readonly TraceSpan[]): readonly AttemptStep[] {
  return attempts.flatMap((span, index): readonly AttemptStep[] => {
    const next = attempts[index + 1]
    const number = span.attempt?.number ?? index + 1
    const own: AttemptStep = { kind: 'attempt', span, number, words: wordsOf(span, next !== undefined) }
    const ms = next === undefined || span.finishedAt === undefined ? 0 : next.startedAt - span.finishedAt
    return ms < PAUSE_MS ? [own] : [own, { kind: 'pause', id: `${span.id} pause`, ms }]
  })
}

const CODES: Readonly<Record<string, string>> = {
  'timed-out': 'timed out',
  ceiling: 'ended by the ceiling of its batch',
}

function wordsOf({ failure, abandoned, mocked, cached }: TraceSpan, again: boolean): readonly string[] {
  const code = CODES[failure?.code ?? '']
  return [
    ...(code === undefined ? [] : [code]),
    ...(abandoned === true ? ['abandoned: its host gave up waiting, and it may go on'] : []),
    ...(mocked === true ? ['mocked'] : []),
    ...(cached === undefined ? [] : ['from cache']),
    ...(again && failure !== undefined ? ['tried again'] : []),
  ]
}

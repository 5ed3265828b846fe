import type { Trace, TraceSpan } from '@slyglass/run-log'
import {
  type Badge,
  badgesOf,
  callerOf,
  formatCount,
  madeByPerson,
  summariseArgs,
  TOOL_WORDS,
} from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { faultsOf } from './argument-faults.ts'
import { allRows, attemptsOf, type TraceRow } from './trace-rows.ts'

/** What kind of row it is, in words. */
export function kindWord(row: TraceRow): string {
  if (row.kind !== 'tool') return row.kind
  return row.toolKind === undefined ? 'tool' : TOOL_WORDS[row.toolKind]
}

const PERSONS = { typed: 'typed by a person', tried: 'run by itself' } as const

/** What kind of row it is; of a call also who made it, and for whom. */
export function originWords({ trace, started }: Pick<RunView, 'trace' | 'started'>, row: TraceRow): string {
  const [span] = row.spans
  if (row.kind !== 'tool' || span === undefined) return kindWord(row)
  const person = madeByPerson(trace, span, started)
  const caller = callerOf(trace, span)
  const asked = person === undefined ? (caller === '' ? '' : `, asked by ${caller}`) : `, ${PERSONS[person]}`
  return `${kindWord(row)}${asked}${span.userId === undefined ? '' : `, for user ${span.userId}`}`
}

/** One short fact behind the name. */
export function factOf(row: TraceRow): string {
  const [span] = row.spans
  if (row.kind === 'front man') return 'front man'
  if (row.kind === 'model' && span?.usage !== undefined)
    return `${formatCount(span.usage.promptTokens)} in · ${formatCount(span.usage.completionTokens)} out`
  if (row.kind === 'tool' && span?.calledAs !== undefined) return `called as ${span.calledAs}`
  if (row.kind === 'tool' && span?.runtimeName !== undefined && row.children.length === 0) return span.runtimeName
  if (row.kind === 'tool' && row.retried) return `${attemptsOf(row).length} attempts`
  if (row.kind === 'hook' && span?.hook !== undefined) return `hook · ${span.hook.decision}`
  if (row.kind === 'approval')
    return span?.approval?.decision === undefined ? 'waiting for you' : span.approval.decision
  if (row.kind === 'validation') return misfits(span)
  if (row.kind === 'tool' && row.children.length > 0) return `${allRows(row.children).length} inside`
  return ''
}

const LONGEST_ARGS = 200
const lines = new WeakMap<TraceSpan, string>()

/** The arguments of a call in one line: those that a person put in place of the model's, where somebody did. */
export function argsOfRow({ kind, spans: [span], children }: TraceRow): string {
  if (kind !== 'tool' || span === undefined) return ''
  const asked = children.find((child) => child.spans[0]?.approval?.edited !== undefined)?.spans[0]
  const told = asked ?? span
  const line = lines.get(told) ?? summariseArgs(asked?.approval?.edited ?? span.args ?? '', LONGEST_ARGS)
  lines.set(told, line)
  return line
}

/** Paths that did not fit, or that nothing could be read. */
function misfits(span: TraceSpan | undefined): string {
  const paths = faultsOf(span?.failure).map(({ path }) => path)
  return paths.length === 0 ? 'no JSON object' : `do not fit: ${paths.join(', ')}`
}

/** What is unusual about how a row's call was answered. */
export function badgesOfRow(row: TraceRow): readonly Badge[] {
  if (row.kind !== 'tool') return []
  const attempts = attemptsOf(row)
  return badgesOf({
    mocked: attempts.some(({ mocked }) => mocked),
    cached: attempts.find(({ cached }) => cached)?.cached,
    code: row.spans[0]?.failure?.code,
  })
}

/** The spoken name of a row: what it is, how it stands, and what it could read. */
export function rowLabel(row: TraceRow): string {
  const count = row.sly.keys.length
  const sly = count === 0 ? '' : `, ${count} private ${count === 1 ? 'value' : 'values'} ${row.sly.word}`
  const badges = badgesOfRow(row).map(({ text }) => `, ${text}`)
  return `${row.name}, ${kindWord(row)}, ${row.state}${badges.join('')}${sly}`
}

/** Ids of rows in which a text occurs: in a name, in arguments, in answers and results. */
export function findRows(rows: readonly TraceRow[], words: string): ReadonlySet<string> {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return new Set()
  const holds = (row: TraceRow) =>
    [
      row.name,
      ...(row.kind === 'batch' ? [] : row.spans).flatMap((span) => [
        span.name,
        span.userId,
        span.args,
        span.text,
        span.result,
        span.failure?.message,
      ]),
    ].some((text) => text?.toLowerCase().includes(wanted))
  return new Set(
    allRows(rows)
      .filter(holds)
      .map(({ id }) => id),
  )
}

/** Figures of a run for the summary: how long, how many, how often again. */
export interface TraceFigures {
  readonly startedAt: number
  readonly finishedAt: number | undefined
  readonly toolCalls: number
  readonly retried: number
}

export function figuresOf(trace: Trace): TraceFigures {
  const root = trace.root === undefined ? undefined : trace.spans.get(trace.root)
  let [toolCalls, retried] = [0, 0]
  for (const span of trace.spans.values()) {
    if (span.kind === 'tool') toolCalls += 1
    if (span.kind === 'attempt' && span.attempt?.of === 'tool' && span.attempt.number === 2) retried += 1
  }
  return { startedAt: root?.startedAt ?? 0, finishedAt: root?.finishedAt, toolCalls, retried }
}

/** The rows that were found, with the rows that lead to them. */
export function keepFound(rows: readonly TraceRow[], found: ReadonlySet<string>): readonly TraceRow[] {
  return rows.flatMap((row) => {
    const children = keepFound(row.children, found)
    return found.has(row.id) || children.length > 0 ? [{ ...row, children }] : []
  })
}

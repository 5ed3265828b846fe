// The rows of the tree. Levels that say nothing of their own are one row: the run and its front man, a call and its
// only try, a delegation and the agent that it activates.
import type { SpanId } from '@slyglass/base'
import type { SpanState, ToolKind, Trace, TraceSpan } from '@slyglass/run-log'
import { type SlyUse, slyUseOf } from '../../app/public/run-widgets.ts'
import { isArgumentFailure } from './argument-faults.ts'

export type RowKind = TraceSpan['kind'] | 'front man' | 'batch' | 'validation'

export interface TraceRow {
  readonly id: string
  readonly kind: RowKind
  readonly name: string
  readonly state: SpanState
  readonly startedAt: number
  readonly finishedAt?: number | undefined
  /** Spans that the row stands for, the telling one first; of a batch, its calls. */
  readonly spans: readonly TraceSpan[]
  readonly children: readonly TraceRow[]
  /** Several tries stand below it, so that its own bar is only their extent. */
  readonly retried: boolean
  readonly toolKind?: ToolKind | undefined
  readonly sly: SlyUse
}

/** The tree of rows; empty while nothing has started. */
export function buildRows(trace: Trace): readonly TraceRow[] {
  const numbers = numberModels(trace)
  const root = trace.root === undefined ? undefined : trace.spans.get(trace.root)
  return root === undefined ? [] : [new RowBuilder(trace, numbers).row(root)]
}

/** Model calls are numbered through the run, in the order in which they were asked. */
export function numberModels(trace: Trace): ReadonlyMap<SpanId, number> {
  const numbers = new Map<SpanId, number>()
  for (const span of trace.spans.values()) if (span.kind === 'model') numbers.set(span.id, numbers.size + 1)
  return numbers
}

/** Rows of ended spans. The reducer copies a span when anything of it changes, so a span names its row. */
const finalRows = new WeakMap<TraceSpan, TraceRow>()

class RowBuilder {
  readonly #trace: Trace
  readonly #numbers: ReadonlyMap<SpanId, number>

  constructor(trace: Trace, numbers: ReadonlyMap<SpanId, number>) {
    this.#trace = trace
    this.#numbers = numbers
  }

  /** A span that has ended has nothing open below it, so its row is final: it is made once. */
  row(span: TraceSpan): TraceRow {
    const known = finalRows.get(span)
    if (known !== undefined) return known
    const row = this.#makeRow(span)
    if (span.finishedAt !== undefined) finalRows.set(span, row)
    return row
  }

  #makeRow(span: TraceSpan): TraceRow {
    const merged = this.#merge(span)
    const misfit = span.kind === 'tool' && isArgumentFailure(span.failure) ? [validationRow(span)] : []
    const children = [...misfit, ...this.#rows(merged.children)]
    const shared = {
      id: span.id,
      spans: merged.spans,
      children,
      retried: merged.retried,
      sly: slyUseOf(merged.spans.filter(({ kind }) => kind === 'attempt')),
    }
    const agent = merged.spans.find(({ kind }) => kind === 'agent')
    return {
      ...shared,
      kind: span.kind === 'run' && agent !== undefined ? 'front man' : span.kind,
      name: span.kind === 'run' ? (agent?.name ?? span.name) : this.#nameOf(span),
      state: span.state,
      startedAt: span.startedAt,
      finishedAt: span.finishedAt,
      toolKind: span.toolKind,
    }
  }

  #nameOf(span: TraceSpan): string {
    if (span.kind === 'model') return `model #${this.#numbers.get(span.id) ?? span.turn ?? 1}`
    if (span.kind === 'attempt') return `attempt ${span.attempt?.number ?? 1}`
    return span.name
  }

  /** The spans that a row stands for, and what is left to stand below it. */
  #merge(span: TraceSpan): { spans: readonly TraceSpan[]; children: readonly TraceSpan[]; retried: boolean } {
    const spans = [span]
    let children = this.#childrenOf(span)
    const attempts = children.filter(({ kind }) => kind === 'attempt')
    const retried = attempts.length > 1
    const swallow = (kind: TraceSpan['kind']) => {
      const only = children.filter((child) => child.kind === kind)
      const inner = only[0]
      if (inner === undefined || only.length > 1) return
      spans.push(inner)
      children = children.flatMap((child) => (child === inner ? this.#childrenOf(inner) : [child]))
    }
    if ((span.kind === 'model' || span.kind === 'tool') && !retried) swallow('attempt')
    if (span.kind === 'run' || span.kind === 'tool') swallow('agent')
    return { spans, children, retried }
  }

  #childrenOf(span: TraceSpan): readonly TraceSpan[] {
    return span.children.flatMap((id) => this.#trace.spans.get(id) ?? [])
  }

  /** Rows of spans, calls of one parallel batch under a row of their own at the place of the first. */
  #rows(spans: readonly TraceSpan[]): readonly TraceRow[] {
    const batches = new Map<string, TraceSpan[]>()
    for (const span of spans) {
      const { batch } = span
      if (batch === undefined || batch.size < 2 || batch.mode !== 'parallel') continue
      batches.set(batch.id, [...(batches.get(batch.id) ?? []), span])
    }
    return spans.flatMap((span) => {
      const members = span.batch === undefined ? undefined : batches.get(span.batch.id)
      if (members === undefined) return [this.row(span)]
      return members[0] === span ? [this.#batchRow(members)] : []
    })
  }

  #batchRow(members: readonly TraceSpan[]): TraceRow {
    const children = members.map((member) => this.row(member))
    const ends = children.map(({ finishedAt }) => finishedAt)
    return {
      id: `batch:${members[0]?.id ?? ''}`,
      kind: 'batch',
      name: `batch of ${members.length}, parallel`,
      state: children.find(({ state }) => state !== 'ok')?.state ?? 'ok',
      startedAt: Math.min(...children.map(({ startedAt }) => startedAt)),
      finishedAt: ends.every((end) => end !== undefined) ? Math.max(...ends) : undefined,
      spans: members,
      children,
      retried: true,
      sly: slyUseOf([]),
    }
  }
}

/** Arguments that did not fit: what a call came to instead of its tool. */
function validationRow(span: TraceSpan): TraceRow {
  return {
    id: `arguments:${span.id}`,
    kind: 'validation',
    name: 'arguments',
    state: 'failed',
    startedAt: span.startedAt,
    finishedAt: span.startedAt,
    spans: [span],
    children: [],
    retried: false,
    sly: slyUseOf([]),
  }
}

/** The tries of a call: its only one is part of its row, several have rows of their own. */
export function attemptsOf(row: TraceRow): readonly TraceSpan[] {
  if (row.kind === 'batch' || row.kind === 'validation') return []
  const tries = row.children.filter(({ kind }) => kind === 'attempt')
  return [row, ...tries].flatMap(({ spans }) => spans).filter(({ kind }) => kind === 'attempt')
}

/** A row in its place on screen. */
export interface PlacedRow {
  readonly row: TraceRow
  readonly depth: number
  readonly position: number
  readonly siblings: number
  readonly expanded: boolean | undefined
}

/** The rows that are to be seen, from top to bottom; `expanded` is undefined for a row with nothing below it. */
export function flattenRows(rows: readonly TraceRow[], collapsed: ReadonlySet<string>): readonly PlacedRow[] {
  const placed: PlacedRow[] = []
  const place = (siblings: readonly TraceRow[], depth: number) => {
    for (const [index, row] of siblings.entries()) {
      const expanded = row.children.length === 0 ? undefined : !collapsed.has(row.id)
      placed.push({ row, depth, position: index + 1, siblings: siblings.length, expanded })
      if (expanded) place(row.children, depth + 1)
    }
  }
  place(rows, 0)
  return placed
}

/** Every row below these, themselves included. */
export function allRows(rows: readonly TraceRow[]): readonly TraceRow[] {
  return flattenRows(rows, new Set()).map(({ row }) => row)
}

/** The first row of an entry: its first call, or that of the front man. */
export function rowOfEntry(rows: readonly TraceRow[], entry: string): TraceRow | undefined {
  return allRows(rows).find(
    ({ kind, name }) => name === entry && (kind === 'tool' || kind === 'agent' || kind === 'front man'),
  )
}

/** Ids of the rows that must be open for this span's row to be seen, and that row's id. */
export function pathToSpan(rows: readonly TraceRow[], span: SpanId): readonly string[] | undefined {
  for (const row of rows) {
    if (row.kind !== 'batch' && row.spans.some(({ id }) => id === span)) return [row.id]
    const below = pathToSpan(row.children, span)
    if (below !== undefined) return [row.id, ...below]
  }
  return undefined
}

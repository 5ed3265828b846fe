// Where a row's bar stands on the time axis, and what shape it has.
import type { TraceRow } from './trace-rows.ts'

/** A stretch of time, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

export type BarShape =
  | 'bracket'
  | 'model'
  | 'tool'
  | 'slats'
  | 'hatch'
  | 'denied'
  | 'network'
  | 'extent'
  | 'running'
  | 'cancelled'

/** Left and width in percent of the range; a bar outside of it is absent. */
export interface Bar {
  readonly left: number
  readonly width: number
  readonly shape: BarShape
}

export function barOf(row: TraceRow, range: TimeRange, now: number): Bar | undefined {
  const length = Math.max(1, range.to - range.from)
  const [start, end] = [row.startedAt, row.finishedAt ?? now]
  if (end < range.from || start > range.to) return undefined
  const left = ((Math.max(start, range.from) - range.from) / length) * 100
  const right = ((Math.min(end, range.to) - range.from) / length) * 100
  return { left, width: Math.max(0, right - left), shape: shapeOf(row) }
}

/** A state that needs eyes wins over the kind of the row. */
function shapeOf(row: TraceRow): BarShape {
  if (row.retried) return 'extent'
  switch (row.state) {
    case 'failed':
      return row.children.length > 0 ? 'bracket' : 'hatch'
    case 'denied':
      return 'denied'
    case 'waiting for approval':
      return 'slats'
    case 'cancelled':
      return row.children.length > 0 ? 'bracket' : 'cancelled'
    default:
      return shapeOfKind(row)
  }
}

function shapeOfKind(row: TraceRow): BarShape {
  if (row.kind === 'approval') return 'slats'
  if (row.kind === 'front man' || row.kind === 'agent' || row.kind === 'run' || row.toolKind === 'agent')
    return 'bracket'
  if (row.state === 'running') return 'running'
  if (row.kind === 'model') return 'model'
  return row.toolKind === 'network' ? 'network' : 'tool'
}

/** A mark on the time axis. `left` is in percent. */
export interface Tick {
  readonly left: number
  readonly text: string
}

const STEPS = [1, 2, 5]

/** Further right, in percent, a time has no room for its words. */
const LAST_TICK = 88

/** Marks at round times from the start of the run, at most `most` of them. */
export function ticksOf(range: TimeRange, start: number, most: number): readonly Tick[] {
  const length = Math.max(1, range.to - range.from)
  const step = roundStep(length / most)
  const ticks: Tick[] = []
  for (let at = Math.ceil((range.from - start) / step) * step; at <= range.to - start; at += step) {
    const left = ((at + start - range.from) / length) * 100
    if (left < LAST_TICK) ticks.push({ left, text: tickText(at, step) })
  }
  return ticks
}

/** The smallest of 1, 2, 5, 10, 20, 50 … milliseconds that is not below `least`. */
function roundStep(least: number): number {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.map((factor) => factor * power).find((candidate) => candidate >= least)
    if (step !== undefined) return step
  }
}

function tickText(ms: number, step: number): string {
  if (step < 1000) return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(step < 100 ? 2 : 1)} s`
  return ms < 60_000
    ? `${ms / 1000} s`
    : `${Math.floor(ms / 60_000)}:${String(Math.round((ms % 60_000) / 1000)).padStart(2, '0')}`
}

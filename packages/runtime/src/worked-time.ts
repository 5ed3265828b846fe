// How much of its time a span had used up when another process took its run over. Only work counts: while a person was asked,
// and while no server went on with the run, the time stood still.
import { RESUMED, RUN_SPAN, type RunEvent } from '@slyglass/run-log'
import { LET_GO } from './losses.ts'

type Interval = readonly [from: number, to: number]

/** Milliseconds from the start of a span to the end of a log in which it is still open. */
export function workedTime(log: readonly RunEvent[], started: RunEvent): number {
  const end = log.at(-1)?.at ?? started.at
  return Math.max(
    0,
    end - started.at - lengthOf([...withoutServer(log, started), ...asking(log, started, end)], started.at),
  )
}

/** A server that is let go waits for a person; but that is the very time that a question itself has. */
function withoutServer(log: readonly RunEvent[], started: RunEvent): readonly Interval[] {
  const sources = started.type === 'approval.requested' ? [RESUMED] : [RESUMED, LET_GO]
  return log.flatMap((event, index) => {
    const isNote = event.type === 'note.noted' && event.span === RUN_SPAN && sources.includes(event.source ?? '')
    return isNote ? [[log[index - 1]?.at ?? event.at, event.at] as const] : []
  })
}

/** The path of a span begins with the path of the one that it is below. */
function asking(log: readonly RunEvent[], started: RunEvent, end: number): readonly Interval[] {
  const isBelow = ({ span }: RunEvent) => span !== started.span && span.startsWith(started.span)
  const answered = new Map(log.flatMap((event) => (event.type === 'approval.answered' ? [[event.span, event.at]] : [])))
  return log.flatMap((event) =>
    event.type === 'approval.requested' && isBelow(event) ? [[event.at, answered.get(event.span) ?? end] as const] : [],
  )
}

/** What the intervals cover from a time on; where they overlap it counts once. */
function lengthOf(intervals: readonly Interval[], from: number): number {
  let [length, last] = [0, from]
  for (const [start, end] of [...intervals].sort((a, b) => a[0] - b[0])) {
    length += Math.max(0, end - Math.max(start, last))
    last = Math.max(last, end)
  }
  return length
}

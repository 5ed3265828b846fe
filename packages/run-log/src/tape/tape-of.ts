import type { Json } from '@slyglass/base'
import type { LogEvent } from '../events.ts'
import { RunReader } from './run-reader.ts'
import { anchorLines, type Line, SESSION_START, type TapeEntry } from './tape-entry.ts'

/** The tape of a session after its runs, oldest first. Without a run it holds its beginning alone. */
export function tapeOf(runs: readonly (readonly LogEvent[])[]): readonly TapeEntry[] {
  let lines = began(runs[0] ?? [])
  for (const log of runs) lines = [...(log.some(isReset) ? began(log) : lines), ...linesOf(log)]
  return lines.map((line, index) => ({ ...line, id: index + 1 }))
}

const isReset = (event: LogEvent): boolean => event.type === 'note.noted' && event.tape?.kind === 'reset'

/** Whoever reads a tape finds an anchor on it. */
function began([first]: readonly LogEvent[]): readonly Line[] {
  const place = first === undefined ? { at: 0 } : { at: first.at, run: first.runId }
  return anchorLines(SESSION_START, OWNER, place)
}

const OWNER: Json = new Map([['owner', 'human']])

/** The lines of one run. Its anchors stand before its messages: from there on the model is told the past. */
function linesOf(log: readonly LogEvent[]): readonly Line[] {
  const reader = new RunReader()
  for (const event of log) reader.read(event)
  return [...reader.anchors, ...(reader.isTold ? reader.lines : reader.lines.map(untold))]
}

function untold(line: Line): Line {
  return line.kind === 'event' ? line : { ...line, untold: true }
}

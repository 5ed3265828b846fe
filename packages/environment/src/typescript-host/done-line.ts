// The line that tells how a call ended.
import { type BoardDiff, isUntold, untold } from './board.ts'
import type { WorkerCall } from './call.ts'
import type { Finished } from './invoke.ts'
import { failed, type Outcome } from './outcome.ts'

interface Told {
  readonly sly: BoardDiff
  /** How many values the call was handed. */
  readonly handed: number
  readonly holds: boolean
  /** The process may have said something past the streams of this thread. */
  readonly loose: boolean
  readonly resultBytes: number
}

/** What is said of a call besides its outcome and what it changed. What is as it is with most calls is left out. */
interface Facts {
  readonly type: 'done'
  readonly call: string
  readonly synchronous: true | undefined
  readonly holds: true | undefined
  readonly reads: readonly string[] | null | undefined
  readonly warnings: readonly string[] | undefined
  readonly loose: true | undefined
}

export function doneLine(call: WorkerCall, end: Finished, { sly, handed, holds, loose, resultBytes }: Told): string {
  const { synchronous, warnings } = end
  const facts: Facts = {
    type: 'done',
    call: call.id,
    synchronous: synchronous || undefined,
    holds: holds || undefined,
    reads: readsOf(call, handed),
    warnings: warnings?.length === 0 ? undefined : warnings,
    loose: loose || undefined,
  }
  if (call.isStopped) return lineOf(facts, sly, failed('cancelled', '', '', ''))
  const line = lineOf(facts, sly, end.outcome)
  if (line.length <= resultBytes) return line
  const words = `the result and the sly data of the call take ${line.length.toLocaleString('en')} bytes; at most ${resultBytes.toLocaleString('en')} can be handed on`
  // Numbered: what the call changed is taken back with the next one, since the server was not told of it.
  return lineOf(facts, untold(sly.report), failed('result-too-large', words, `Error: ${words}`, ''))
}

/** Null: values may have been read unseen. */
function readsOf({ reads }: WorkerCall, handed: number): readonly string[] | null | undefined {
  if (reads.size > 0) return [...reads].sort()
  return handed > 0 ? null : undefined
}

/** One object. What is undefined is not in its text. */
function lineOf(facts: Facts, diff: BoardDiff, outcome: Outcome): string {
  const { type, call, synchronous, holds, reads, warnings, loose } = facts
  const sly = isUntold(diff) ? { report: diff.report } : diff
  if (!outcome.ok) return JSON.stringify({ type, call, synchronous, holds, reads, warnings, loose, sly, ...outcome })
  const { ok, text, valueJson, updateJson } = outcome
  return JSON.stringify({
    type,
    call,
    ok,
    text,
    valueJson,
    updateJson,
    synchronous,
    holds,
    reads,
    warnings,
    loose,
    sly,
  })
}

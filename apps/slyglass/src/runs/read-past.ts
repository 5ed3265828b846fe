import type { JsonObject, RunId, SessionId } from '@slyglass/base'
import { isOf, type RunEvent, sharedAfter, usageReducer } from '@slyglass/run-log'
import type { RunStore, SessionUse } from '@slyglass/runtime'

const NEWEST_RUNS = 10
const ALL = 1_000_000

/** What a session has behind it, from the logs of its earlier runs. */
export interface Past {
  /** Logs of its runs since its tape began anew, oldest first. */
  readonly logs: readonly (readonly RunEvent[])[]
  /** What tools share, as the last run left it; undefined before the first one. */
  readonly deps: JsonObject | undefined
  readonly used: SessionUse
}

export async function readPast(
  store: Pick<RunStore, 'list' | 'read'>,
  session: SessionId,
  network: string,
): Promise<Past> {
  // All of them: however many commands came between, what was said before them is still told.
  const rows = await store.list({ session, network, status: 'finished', limit: ALL })
  return pastOf(
    (
      await readLogs(
        store,
        rows.map(({ run }) => run),
      )
    ).reverse(),
  )
}

/** The logs of some runs. */
export function readLogs(store: Pick<RunStore, 'read'>, runs: readonly RunId[]): Promise<(readonly RunEvent[])[]> {
  return Promise.all(runs.map((run) => store.read(run, -1, ALL)))
}

/** What the runs of a conversation leave to the next one; their logs, oldest first. */
export function pastOf(all: readonly (readonly RunEvent[])[]): Past {
  const logs = sinceReset(all.filter((log) => !isLone(log)))
  const last = logs.at(-1)
  return {
    logs,
    deps: last === undefined ? undefined : sharedAfter(last),
    used: usedBy(logs),
  }
}

/** The run that resets a tape is the first of what is left. */
function sinceReset(logs: readonly (readonly RunEvent[])[]): readonly (readonly RunEvent[])[] {
  const at = logs.findLastIndex((log) => log.some((event) => isOf(event, 'note.noted') && event.tape?.kind === 'reset'))
  return logs.slice(Math.max(0, at))
}

function usedBy(logs: readonly (readonly RunEvent[])[]): SessionUse {
  const totals = logs.map((log) => usageReducer.reduce(usageReducer.initial, log))
  return {
    turns: logs.filter(hasAnswer).length,
    inputTokens: totals.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    outputTokens: totals.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  }
}

/** A tool that was called alone is no part of a conversation. */
function isLone([first]: readonly RunEvent[]): boolean {
  return first !== undefined && isOf(first, 'run.started') && first.call !== undefined
}

/** The part of it that a command needs: it is told nothing of the conversation. `leftBy` knows what some runs left. */
export async function readShared(
  store: Pick<RunStore, 'list' | 'read'>,
  session: SessionId,
  network: string,
  leftBy: LeftBy = () => undefined,
): Promise<Pick<Past, 'deps'>> {
  const read = (limit: number) => store.list({ session, network, status: 'finished', limit })
  const [newest] = await read(1)
  const left = newest === undefined ? undefined : leftBy(newest.run)
  if (newest === undefined || left !== undefined) return { deps: left }
  const rows = await read(NEWEST_RUNS)
  for (const { run } of rows) {
    const log = await store.read(run, -1, ALL)
    if (!isLone(log)) return { deps: sharedAfter(log) }
  }
  if (rows.length < NEWEST_RUNS) return { deps: undefined }
  return readPast(store, session, network)
}

export type LeftBy = (run: RunId) => JsonObject | undefined

/** A command is no turn. A run that broke off without a word has nothing to hand on; models refuse empty messages. */
function hasAnswer(log: readonly RunEvent[]): boolean {
  const end = log.at(-1)
  const isCommand = log.some((event) => isOf(event, 'command.started'))
  return !isCommand && end !== undefined && isOf(end, 'run.finished') && end.answer !== ''
}

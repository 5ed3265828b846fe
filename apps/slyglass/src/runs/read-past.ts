import type { JsonObject, SessionId } from '@slyglass/base'
import { type HistoryMessage, isOf, type RunEvent, sessionHistory, sharedAfter, usageReducer } from '@slyglass/run-log'
import type { RunStore, SessionUse } from '@slyglass/runtime'

const MOST_RUNS = 500
const ALL = 1_000_000

/** What a session has behind it, from the logs of its earlier runs. */
export interface Past {
  /** What the front man has been told and has answered. */
  readonly history: readonly HistoryMessage[]
  /** What tools share, as the last run left it; undefined before the first one. */
  readonly deps: JsonObject | undefined
  readonly used: SessionUse
}

export async function readPast(
  store: Pick<RunStore, 'list' | 'read'>,
  session: SessionId,
  network: string,
): Promise<Past> {
  const rows = await store.list({ session, network, status: 'finished', limit: MOST_RUNS })
  const all = await Promise.all(rows.map((row) => store.read(row.run, -1, ALL)))
  const logs = all.filter((log) => !isLone(log)).reverse()
  const last = logs.at(-1)
  return {
    history: sessionHistory(logs.filter(hasAnswer)),
    deps: last === undefined ? undefined : sharedAfter(last),
    used: usedBy(logs),
  }
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

/** A run that broke off without a word has nothing to hand on; models refuse empty messages. */
function hasAnswer(log: readonly RunEvent[]): boolean {
  const end = log.at(-1)
  return end !== undefined && isOf(end, 'run.finished') && end.answer !== ''
}

import type { SessionId } from '@slyglass/base'
import { type HistoryMessage, isOf, type RunEvent, sessionHistory } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'

const MOST_RUNS = 500
const ALL = 1_000_000

/** What the front man has been told and has answered in a session so far, from the logs of its earlier runs. */
export async function readHistory(
  store: Pick<RunStore, 'list' | 'read'>,
  session: SessionId,
  network: string,
): Promise<readonly HistoryMessage[]> {
  const rows = await store.list({ session, network, status: 'finished', limit: MOST_RUNS })
  const logs = await Promise.all(rows.map((row) => store.read(row.run, -1, ALL)))
  return sessionHistory(logs.reverse().filter(hasAnswer))
}

/** A run that broke off without a word has nothing to hand on; models refuse empty messages. */
function hasAnswer(log: readonly RunEvent[]): boolean {
  const end = log.at(-1)
  return end !== undefined && isOf(end, 'run.finished') && end.answer !== ''
}

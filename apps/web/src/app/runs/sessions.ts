import type { RunId, SessionId } from '@slyglass/base'
import type { RunReply } from '@slyglass/protocol'
import type { Outcome } from '@slyglass/run-log'

/** One conversation of a network: its runs, oldest first. */
export interface SessionRow {
  readonly session: SessionId
  readonly title: string
  readonly runs: readonly RunReply[]
  readonly lastAt: number
  readonly open: boolean
}

/** Runs grouped by session, the session with the newest run first. */
export function groupSessions(runs: readonly RunReply[]): readonly SessionRow[] {
  const bySession = new Map<SessionId, RunReply[]>()
  for (const run of runs) {
    const known = bySession.get(run.session)
    if (known === undefined) bySession.set(run.session, [run])
    else known.push(run)
  }
  return [...bySession].map(([session, own]) => toRow(session, own)).sort((a, b) => b.lastAt - a.lastAt)
}

function toRow(session: SessionId, own: readonly RunReply[]): SessionRow {
  const runs = [...own].sort((a, b) => a.startedAt - b.startedAt)
  return {
    session,
    title: runs[0]?.title ?? '',
    runs,
    lastAt: Math.max(...runs.map((run) => run.startedAt)),
    open: runs.some((run) => run.status === 'open'),
  }
}

/** Runs of a session, oldest first, the newest `limit` of them. */
export function runsOfSession(
  runs: readonly RunReply[],
  session: SessionId | undefined,
  limit: number,
): readonly RunId[] {
  const row = groupSessions(runs).find((candidate) => candidate.session === session)
  return row === undefined ? [] : row.runs.slice(-limit).map((run) => run.run)
}

const MOST_LISTED = 500

/**
 * The list with rows that came later, newest first. What has ended stays so: answers may overtake each other. Of very many
 * runs, such as a served network has, the oldest are left out, but none of the session in view.
 */
export function mergeRows(
  known: readonly RunReply[],
  later: readonly RunReply[],
  session?: SessionId,
): readonly RunReply[] {
  const rows = new Map(known.map((row) => [row.run, row]))
  for (const row of later) if (rows.get(row.run)?.status !== 'finished') rows.set(row.run, row)
  const all = [...rows.values()].sort((a, b) => b.startedAt - a.startedAt)
  return all.filter((row, index) => index < MOST_LISTED || row.session === session)
}

/** How a listed run stands; one that ended without an outcome was cut off. */
export function stateOfRun(run: RunReply): 'running' | Outcome {
  if (run.status === 'open') return 'running'
  const known: readonly Outcome[] = ['ok', 'failed', 'cancelled', 'denied']
  return known.find((outcome) => outcome === run.outcome) ?? 'cancelled'
}

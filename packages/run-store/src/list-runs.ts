import type { RunId, SessionId } from '@slyglass/base'
import type { RunRow, RunStore } from '@slyglass/runtime'
import type Database from 'libsql'

const COLUMNS = `id AS run, session, project, network, status, outcome, title, started_at AS startedAt,
  finished_at AS finishedAt, last_seq AS lastSeq`

/** The newest runs that match every given field, newest first. */
export function createList(database: Database.Database): RunStore['list'] {
  const prepared = new Map<string, Database.Statement>()
  const prepare = (sql: string): Database.Statement => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return async (filter) => {
    const fields = (['project', 'network', 'session', 'status'] as const).filter((name) => filter[name] !== undefined)
    const where = fields.length === 0 ? '' : `WHERE ${fields.map((name) => `${name} = ?`).join(' AND ')}`
    const sql = `SELECT ${COLUMNS} FROM runs ${where} ORDER BY started_at DESC, id LIMIT ?`
    const rows = prepare(sql).all(...fields.map((name) => filter[name]), filter.limit) as StoredRow[]
    return rows.map(toRow)
  }
}

/** One run's row. */
export function createFind(database: Database.Database): (run: RunId) => Promise<RunRow | undefined> {
  const find = database.prepare(`SELECT ${COLUMNS} FROM runs WHERE id = ?`)
  return async (run) => (find.all(run) as StoredRow[]).map(toRow)[0]
}

/** The runs of a session, and the runs of other networks that they have asked. */
export interface SessionRuns {
  readonly runs: readonly RunId[]
  readonly peers: readonly RunId[]
}

export function createRunsOf(database: Database.Database): (session: SessionId) => Promise<SessionRuns> {
  const find = database.prepare(
    `SELECT runs.id AS run, json_extract(events.body, '$.peerRun') AS peer FROM runs
     LEFT JOIN events ON events.run = runs.id AND instr(events.body, '"peerRun":') > 0 WHERE runs.session = ?`,
  )
  return async (session) => {
    const rows = find.all(session) as { run: RunId; peer: RunId | null }[]
    const runs = new Set(rows.map(({ run }) => run))
    return { runs: [...runs], peers: rows.flatMap(({ peer }) => (peer === null ? [] : [peer])) }
  }
}

/** Open runs whose server does not live any more. */
export function listOrphans(database: Database.Database, isAlive: (server: string) => boolean): readonly RunId[] {
  const sql = "SELECT id, server FROM runs WHERE status = 'open' ORDER BY started_at, id"
  const open = database.prepare(sql).all() as { id: RunId; server: string }[]
  const dead = new Set([...new Set(open.map((row) => row.server))].filter((server) => !isAlive(server)))
  return open.filter((row) => dead.has(row.server)).map((row) => row.id)
}

interface StoredRow extends Omit<RunRow, 'outcome' | 'finishedAt'> {
  readonly outcome: string | null
  readonly finishedAt: number | null
}

function toRow({ outcome, finishedAt, ...row }: StoredRow): RunRow {
  return { ...row, ...(outcome === null ? {} : { outcome }), ...(finishedAt === null ? {} : { finishedAt }) }
}

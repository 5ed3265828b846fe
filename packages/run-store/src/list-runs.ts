import type { RunId, SessionId } from '@slyglass/base'
import type { RunRow, RunStore } from '@slyglass/runtime'
import type Database from 'libsql'
import { decodeStoredEvent } from './decode.ts'
import { linesOf } from './event-rows.ts'

const COLUMNS = `id AS run, session, project, network, status, outcome, title, started_at AS startedAt,
  finished_at AS finishedAt, last_seq AS lastSeq`

type Filter = Parameters<RunStore['list']>[0]

const FIELDS = ['project', 'network', 'session'] as const
/** Written out: an index is of open runs only, so with a value the database would plan its search anew each time. */
const IS = { open: "status = 'open'", finished: "status = 'finished'" } as const
const fieldsOf = (filter: Filter) => FIELDS.filter((name) => filter[name] !== undefined)

/** What is asked for a list; its values are those of the filter's fields, and the limit. */
export function listSql(filter: Filter): string {
  const where = fieldsOf(filter).map((name) => `${name} = ?`)
  const all = filter.status === undefined ? where : [...where, IS[filter.status]]
  // Few runs are open. Left alone, the database would look through all that a session ever had to find none.
  return `SELECT ${COLUMNS} FROM runs ${filter.status === 'open' ? 'INDEXED BY runs_open' : ''}
    ${all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`} ORDER BY started_at DESC, rowid DESC LIMIT ?`
}

/** The newest runs that match every given field, newest first; of the same moment, the last one. */
export function createList(database: Database.Database): RunStore['list'] {
  const prepared = new Map<string, Database.Statement>()
  return async (filter) => {
    const fields = fieldsOf(filter)
    const name = `${fields.join()} ${filter.status}`
    const statement = prepared.get(name) ?? database.prepare(listSql(filter))
    prepared.set(name, statement)
    const rows = statement.all([...fields.map((field) => filter[field]), filter.limit]) as StoredRow[]
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

const NAMES_PEER = '"peerRun":'

export const RUNS_OF = `SELECT runs.id AS run, events.body AS body FROM runs
  LEFT JOIN events ON events.run = runs.id AND instr(events.body, '${NAMES_PEER}') > 0 WHERE runs.session = ?`

export function createRunsOf(database: Database.Database): (session: SessionId) => Promise<SessionRuns> {
  const find = database.prepare(RUNS_OF)
  return async (session) => {
    const rows = find.all(session) as { run: RunId; body: string | null }[]
    const runs = new Set(rows.map(({ run }) => run))
    return { runs: [...runs], peers: rows.flatMap(({ body }) => (body === null ? [] : peersIn(body))) }
  }
}

function peersIn(body: string): readonly RunId[] {
  const events = linesOf(body)
    .filter((line) => line.includes(NAMES_PEER))
    .map(decodeStoredEvent)
  return events.flatMap((event) => ('peerRun' in event && event.peerRun !== undefined ? [event.peerRun] : []))
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

function toRow(stored: StoredRow): RunRow {
  const { run, session, project, network, status, outcome, title, startedAt, finishedAt, lastSeq } = stored
  const row = { run, session, project, network, status, title, startedAt, lastSeq }
  return outcome === null && finishedAt === null
    ? row
    : { ...row, ...(outcome !== null && { outcome }), ...(finishedAt !== null && { finishedAt }) }
}

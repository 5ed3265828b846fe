// How events lie in their table: those of one commit are one row, a line of JSON each, under the number of the last. A row costs
// the database more than what is in it.
import type { RunEvent } from '@slyglass/run-log'
import type Database from 'libsql'
import { decodeStoredEvent } from './decode.ts'

/** Characters from which on a row takes no more events: who reads one of them reads the row. */
const FULL = 64_000

/** Writes the events of a commit inside of a transaction that is already open. Their numbers are known to follow each other. */
export function createInsertEvents(database: Database.Database) {
  const insert = database.prepare('INSERT INTO events (run, seq, epoch, body) VALUES (?, ?, ?, ?)')
  return (run: string, epoch: number, events: readonly RunEvent[]): void => {
    let body = ''
    for (const [index, event] of events.entries()) {
      const line = JSON.stringify(event)
      body = body === '' ? line : `${body}\n${line}`
      if (index < events.length - 1 && body.length < FULL) continue
      insert.run([run, event.seq, epoch, body])
      body = ''
    }
  }
}

/** A row as it is read; it becomes events where a damaged one may fail. */
export interface StoredEvents {
  readonly seq: number
  readonly body: string
}

/** Every row of a run. */
export function createReadRows(database: Database.Database): (run: string) => readonly StoredEvents[] {
  const all = database.prepare('SELECT seq, body FROM events WHERE run = ? ORDER BY seq')
  return (run) => all.all(run) as StoredEvents[]
}

export function decodeRows(rows: readonly StoredEvents[]): readonly RunEvent[] {
  return rows.flatMap(({ body }) => linesOf(body).map(decodeStoredEvent))
}

/** The events of a run after a number, at most so many. */
export function createReadAfter(database: Database.Database) {
  // The first row may begin before the events that are asked for, and the last one end after them.
  const between = database.prepare(
    `SELECT seq, body FROM events WHERE run = ?1 AND seq > ?2
     AND seq <= ifnull((SELECT min(seq) FROM events WHERE run = ?1 AND seq >= ?3), ?3) ORDER BY seq`,
  )
  return (run: string, after: number, limit: number): readonly RunEvent[] => {
    const last = Math.min(after + limit, Number.MAX_SAFE_INTEGER)
    const rows = between.all([run, after, last]) as StoredEvents[]
    return rows.flatMap(({ seq, body }) => {
      const lines = linesOf(body)
      const before = seq - lines.length
      return lines.slice(Math.max(0, after - before), Math.max(0, last - before)).map(decodeStoredEvent)
    })
  }
}

/** A line break within a text is escaped in JSON: it never looks like the end of a line. */
export function linesOf(body: string): readonly string[] {
  return body.split('\n')
}

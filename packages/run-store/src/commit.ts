import type { RunEvent } from '@slyglass/run-log'
import { type Commit, Fenced } from '@slyglass/runtime'
import type Database from 'libsql'
import { createWriteSealed } from './sealed.ts'

type WriteCommit = (run: string, epoch: number, batch: Commit) => void

/** What a commit writes inside of a transaction: the fence, the events, their chunks and boxes, and the run's row. */
export function createCommit(database: Database.Database): WriteCommit {
  const advance = database.prepare(
    "UPDATE runs SET last_seq = ? WHERE id = ? AND epoch = ? AND status = 'open' AND last_seq = ?",
  )
  const findRun = database.prepare('SELECT epoch, status, last_seq AS lastSeq FROM runs WHERE id = ?')
  const insertEvents = createInsertEvents(database)
  const insertChunk = database.prepare('INSERT INTO chunks (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const writeSealed = createWriteSealed(database)
  const finish = database.prepare("UPDATE runs SET status = 'finished', outcome = ?, finished_at = ? WHERE id = ?")

  return (run, epoch, batch) => {
    const before = batch.events[0] === undefined ? undefined : batch.events[0].seq - 1
    const after = (before ?? 0) + batch.events.length
    // The fence and the advance are one statement; only what it refuses is looked at more closely.
    const { changes } = before === undefined ? { changes: 0 } : advance.run([after, run, epoch, before])
    if (changes === 0) checkFence(run, epoch, batch, (findRun.all(run) as RunState[])[0])
    for (const [index, event] of batch.events.entries()) checkOrder(run, (before ?? 0) + 1 + index, event)
    insertEvents(run, epoch, batch.events)
    for (const event of batch.events) if (event.type === 'run.finished') finish.run([event.outcome, event.at, run])
    for (const chunk of batch.chunks) insertChunk.run([chunk.sha, Buffer.from(chunk.text, 'utf8')])
    writeSealed(batch.boxes, batch.keys)
  }
}

const MOST_AT_ONCE = 8

/** Several events in one statement: the way into the database costs more than a row. */
function createInsertEvents(database: Database.Database) {
  const rows = (count: number) => Array.from({ length: count }, () => '(?, ?, ?, ?)').join(', ')
  const insert = Array.from({ length: MOST_AT_ONCE }, (_, more) =>
    database.prepare(`INSERT INTO events (run, seq, epoch, body) VALUES ${rows(more + 1)}`),
  )
  return (run: string, epoch: number, events: readonly RunEvent[]): void => {
    for (let from = 0; from < events.length; from += MOST_AT_ONCE) {
      const some = events.slice(from, from + MOST_AT_ONCE)
      insert[some.length - 1]?.run(some.flatMap((event) => [run, event.seq, epoch, JSON.stringify(event)]))
    }
  }
}

interface RunState {
  readonly epoch: number
  readonly status: string
  readonly lastSeq: number
}

function checkFence(run: string, epoch: number, { events }: Commit, row: RunState | undefined): void {
  if (row === undefined) throw new Error(`there is no run ${run} to commit to`)
  if (row.epoch !== epoch) throw new Fenced(`run ${run} is owned with epoch ${row.epoch}, not ${epoch}`)
  if (row.status !== 'open') throw new Fenced(`run ${run} is finished`)
  for (const [index, event] of events.entries()) checkOrder(run, row.lastSeq + 1 + index, event)
}

function checkOrder(run: string, seq: number, event: RunEvent): void {
  if (event.seq !== seq) throw new Error(`event ${event.seq} of run ${run} where ${seq} is next`)
  if (event.runId !== run) throw new Error(`an event of run ${event.runId} was committed to run ${run}`)
}

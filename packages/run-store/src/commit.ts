import { isOf, type RunEvent } from '@slyglass/run-log'
import { type Commit, Fenced, type RunStore } from '@slyglass/runtime'
import type Database from 'libsql'
import { createInsertEvents } from './event-rows.ts'
import { createWriteSealed } from './sealed.ts'

/** The row of a run that begins. */
export type NewRun = Parameters<RunStore['create']>[0]

/** What is written of a run at once: its row when it is new, and then a commit. */
export interface RunWrite extends Commit {
  readonly run: string
  readonly row: NewRun | undefined
  readonly epoch: number
}

/** What is written of a run inside of a transaction: the fence, the events, their chunks and boxes, and the run's row. */
export function createCommit(database: Database.Database, server: string): (write: RunWrite) => void {
  const begin = createBegin(database, server)
  const advance = createAdvance(database)
  const insertEvents = createInsertEvents(database)
  const insertChunk = database.prepare('INSERT INTO chunks (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const writeSealed = createWriteSealed(database)

  return ({ run, row, epoch, events, chunks, boxes, keys }) => {
    if (row === undefined) advance(run, epoch, events)
    else begin(row, epoch, events)
    insertEvents(run, epoch, events)
    for (const chunk of chunks) insertChunk.run([chunk.sha, Buffer.from(chunk.text, 'utf8')])
    writeSealed(boxes, keys)
  }
}

/** Writes the row of a run as its first events leave it; it may have ended with them. */
function createBegin(database: Database.Database, server: string) {
  const insert = database.prepare(
    `INSERT INTO runs (id, session, project, network, title, server, started_at, epoch, last_seq, status, outcome, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return ({ run, session, project, network, title, at }: NewRun, epoch: number, events: readonly RunEvent[]): void => {
    const last = events.at(-1)
    const [status, outcome, finishedAt] =
      last !== undefined && isOf(last, 'run.finished') ? ['finished', last.outcome, last.at] : ['open', null, null]
    const state = [epoch, events.length - 1, status, outcome, finishedAt]
    insert.run([run, session, project, network, title, server, at, ...state])
    checkOrder(run, 0, events)
  }
}

/** Moves a run's row on to its last event; refuses where that cannot be. */
function createAdvance(database: Database.Database) {
  const fence = "WHERE id = ? AND epoch = ? AND status = 'open' AND last_seq = ?"
  const move = database.prepare(`UPDATE runs SET last_seq = ? ${fence}`)
  const finish = database.prepare(
    `UPDATE runs SET last_seq = ?, status = 'finished', outcome = ?, finished_at = ? ${fence}`,
  )
  const findRun = database.prepare('SELECT epoch, status, last_seq AS lastSeq FROM runs WHERE id = ?')
  return (run: string, epoch: number, events: readonly RunEvent[]): void => {
    const [first, last] = [events[0], events.at(-1)]
    const refuse = () => checkFence(run, epoch, events, findRun.all(run) as RunState[])
    if (first === undefined || last === undefined) {
      refuse()
      return
    }
    const before = [run, epoch, first.seq - 1]
    // The fence and the advance are one statement; only what it refuses is looked at more closely.
    const { changes } = isOf(last, 'run.finished')
      ? finish.run([last.seq, last.outcome, last.at, ...before])
      : move.run([last.seq, ...before])
    if (changes === 0) refuse()
    checkOrder(run, first.seq, events)
  }
}

interface RunState {
  readonly epoch: number
  readonly status: string
  readonly lastSeq: number
}

function checkFence(run: string, epoch: number, events: readonly RunEvent[], [row]: readonly RunState[]): void {
  if (row === undefined) throw new Error(`there is no run ${run} to commit to`)
  if (row.epoch !== epoch) throw new Fenced(`run ${run} is owned with epoch ${row.epoch}, not ${epoch}`)
  if (row.status !== 'open') throw new Fenced(`run ${run} is finished`)
  checkOrder(run, row.lastSeq + 1, events)
}

function checkOrder(run: string, first: number, events: readonly RunEvent[]): void {
  for (const [index, { seq, runId, type }] of events.entries()) {
    if (seq !== first + index) throw new Error(`event ${seq} of run ${run} where ${first + index} is next`)
    if (runId !== run) throw new Error(`an event of run ${runId} was committed to run ${run}`)
    if (type === 'run.finished' && index < events.length - 1) throw new Fenced(`run ${run} is finished`)
  }
}

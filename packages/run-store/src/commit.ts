import type { RunEvent } from '@slyglass/run-log'
import { type Commit, Fenced } from '@slyglass/runtime'
import type Database from 'libsql'
import { createWriteSealed } from './sealed.ts'

type WriteCommit = (run: string, epoch: number, batch: Commit) => void

/** What a commit writes inside of a transaction: the fence, the events, their chunks and boxes, and the run's row. */
export function createCommit(database: Database.Database): WriteCommit {
  const findRun = database.prepare('SELECT epoch, status, last_seq AS lastSeq FROM runs WHERE id = ?')
  const insertEvent = database.prepare('INSERT INTO events (run, seq, epoch, body) VALUES (?, ?, ?, ?)')
  const insertChunk = database.prepare('INSERT INTO chunks (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const writeSealed = createWriteSealed(database)
  const advance = database.prepare('UPDATE runs SET last_seq = ? WHERE id = ?')
  const finish = database.prepare("UPDATE runs SET status = 'finished', outcome = ?, finished_at = ? WHERE id = ?")

  return (run, epoch, batch) => {
    const [row] = findRun.all(run) as RunState[]
    let seq = checkFence(run, epoch, row)
    for (const event of batch.events) {
      seq += 1
      checkOrder(run, seq, event)
      insertEvent.run(run, seq, epoch, JSON.stringify(event))
      if (event.type === 'run.finished') finish.run(event.outcome, event.at, run)
    }
    for (const chunk of batch.chunks) insertChunk.run(chunk.sha, Buffer.from(chunk.text, 'utf8'))
    writeSealed(batch.boxes, batch.keys)
    advance.run(seq, run)
  }
}

/** All of the work, or nothing of it. */
export function inTransaction(database: Database.Database, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (cause) {
    database.exec('ROLLBACK')
    throw cause
  }
}

interface RunState {
  readonly epoch: number
  readonly status: string
  readonly lastSeq: number
}

function checkFence(run: string, epoch: number, row: RunState | undefined): number {
  if (row === undefined) throw new Error(`there is no run ${run} to commit to`)
  if (row.epoch !== epoch) throw new Fenced(`run ${run} is owned with epoch ${row.epoch}, not ${epoch}`)
  if (row.status !== 'open') throw new Fenced(`run ${run} is finished`)
  return row.lastSeq
}

function checkOrder(run: string, seq: number, event: RunEvent): void {
  if (event.seq !== seq) throw new Error(`event ${event.seq} of run ${run} where ${seq} is next`)
  if (event.runId !== run) throw new Error(`an event of run ${event.runId} was committed to run ${run}`)
}

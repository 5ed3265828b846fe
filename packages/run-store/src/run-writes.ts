// What is written of one run in one turn of the event loop is one piece of work: each statement and each change of a row costs
// as much as the event that it is for.
import { PassingMap } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import type { Commit } from '@slyglass/runtime'
import type Database from 'libsql'
import { createCommit, type NewRun, type RunWrite } from './commit.ts'
import type { GroupWrites } from './group-writes.ts'

export interface RunWrites {
  create(row: NewRun): Promise<void>
  /** True when the run is being created in this turn: it is owned from its beginning, with epoch 1. */
  ownNew(run: string): Promise<void> | undefined
  commit(run: string, epoch: number, commit: Commit): Promise<void>
  /** True while the run is being created: nobody else knows of it. */
  isNew(run: string): boolean
  /** Something else is to be written: what comes later is not to come before it. */
  close(): void
}

/** What others are told of a run, once it is on disk or refused. */
export interface Told {
  onWritten(run: string, events: readonly RunEvent[]): void
  onRefused(run: string): void
}

interface Piece extends RunWrite {
  epoch: number
  readonly events: RunEvent[]
  readonly chunks: Commit['chunks'][number][]
  readonly boxes: Commit['boxes'][number][]
  keys?: NonNullable<Commit['keys']>
  written: Promise<void>
}

/** Texts that are known to be kept already; the most frequent ones are those of every request. */
const MOST_KNOWN = 20_000

export function createRunWrites(
  database: Database.Database,
  writes: GroupWrites,
  server: string,
  told: Told,
): RunWrites {
  const write = createCommit(database, server)
  const known = new Set<string>()
  const open = new PassingMap<string, Piece>()

  const begin = (run: string, row: NewRun | undefined, epoch: number): Piece => {
    const piece: Piece = { run, row, epoch, events: [], chunks: [], boxes: [], written: Promise.resolve() }
    const attempt = () => {
      if (open.get(run) === piece) open.delete(run)
      write({ ...piece, chunks: piece.chunks.filter(({ sha }) => !known.has(sha)) })
    }
    piece.written = writes.write(attempt).then(
      () => {
        if (known.size > MOST_KNOWN) known.clear()
        for (const { sha } of piece.chunks) known.add(sha)
        if (row === undefined || piece.events.length > 0) told.onWritten(run, piece.events)
      },
      (cause: unknown) => {
        told.onRefused(run)
        throw cause
      },
    )
    open.set(run, piece)
    return piece
  }

  return {
    create: (row) => begin(row.run, row, 0).written,
    ownNew(run) {
      const piece = open.get(run)
      if (piece?.row === undefined || piece.epoch > 0) return undefined
      piece.epoch = 1
      return piece.written
    },
    commit(run, epoch, commit) {
      const last = open.get(run)
      const piece = last !== undefined && follows(last, epoch, commit) ? last : begin(run, undefined, epoch)
      piece.events.push(...commit.events)
      piece.chunks.push(...commit.chunks)
      piece.boxes.push(...commit.boxes)
      if (commit.keys !== undefined) piece.keys = commit.keys
      return piece.written
    },
    isNew: (run) => open.get(run)?.row !== undefined,
    close: () => open.clear(),
  }
}

/** What does not follow is refused by itself. */
function follows({ row, epoch, events, keys }: Piece, own: number, commit: Commit): boolean {
  const last = events.at(-1)
  const next = last === undefined ? (row === undefined ? undefined : 0) : last.seq + 1
  const sameKeys = commit.keys === undefined || keys === undefined || commit.keys.wrapped === keys.wrapped
  return (
    epoch === own &&
    sameKeys &&
    last?.type !== 'run.finished' &&
    commit.events.length > 0 &&
    commit.events.every((event, index) => event.seq === (next ?? 0) + index) &&
    next !== undefined
  )
}

import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { err, ok, type Result, type RunId, type SessionId } from '@slyglass/base'
import type { RunRow, RunStore } from '@slyglass/runtime'
import type Database from 'libsql'
import { decodeStoredCommand } from './decode.ts'
import { createReadAfter, createReadRows, decodeRows } from './event-rows.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { createFollowList, type FollowList, LIST } from './follow-list.ts'
import { createGroupWrites, type GroupWrites } from './group-writes.ts'
import { createFind, createList, createRunsOf, listOrphans, type SessionRuns } from './list-runs.ts'
import { failureOf, openDatabase, type StoreFailure } from './open-database.ts'
import { announcePresence, type Presence } from './presence.ts'
import { createRunWrites, type RunWrites, type Told } from './run-writes.ts'
import { createSealed } from './sealed.ts'
import { createWakeUps, type WakeUps } from './wake-ups.ts'

/** The journal in one file, shared by every server of this machine. */
export interface LibsqlRunStore extends RunStore {
  find(run: RunId): Promise<RunRow | undefined>
  /** The runs of a session, and the runs of other networks that they have asked. */
  runsOf(session: SessionId): Promise<SessionRuns>
  /** Rows of a network's runs as they begin and end. */
  readonly followList: FollowList
  /** Open runs whose server is gone. */
  orphans(): Promise<readonly RunId[]>
  close(): void
}

const READ_BATCH = 500

/** Opens the journal; a damaged or newer file is refused and left alone. */
export function openRunStore(file: string): Result<LibsqlRunStore, StoreFailure> {
  const opened = openDatabase(file)
  if (!opened.ok) return opened
  const database = opened.value
  const announced = announce(file)
  if (!announced.ok) {
    database.close()
    return announced
  }
  const presence = announced.value
  const wakeUps = createWakeUps(database)
  const readers = { wakeUps, feeds: createFeeds() }
  const group = createGroupWrites(database)
  const runs = createRunWrites(database, group, presence.server, toldTo(readers))
  // What is written of runs in this turn stands before all else that comes now.
  const writes: GroupWrites = {
    flush: group.flush,
    write(...work) {
      runs.close()
      return group.write(...work)
    },
  }
  const list = createList(database)
  return ok({
    ...createWrites(database, { runs, writes }, readers, presence.server),
    ...createReads(database, readers, runs.isNew),
    ...createSealed(database, writes),
    list,
    followList: createFollowList(list, wakeUps),
    find: createFind(database),
    runsOf: createRunsOf(database),
    orphans: async () => listOrphans(database, presence.isAlive),
    close() {
      writes.flush()
      wakeUps.close()
      presence.close()
      database.close()
    },
  })
}

function announce(file: string): Result<Presence, StoreFailure> {
  try {
    return ok(announcePresence(join(dirname(file), 'servers'), randomUUID()))
  } catch (cause) {
    return err(failureOf(file, cause))
  }
}

interface Readers {
  readonly wakeUps: WakeUps
  readonly feeds: Feeds
}

/** Commands wake another reader than events do. */
const inboxOf = (run: RunId): string => `${run} inbox`

function toldTo({ feeds, wakeUps }: Readers): Told {
  return {
    onWritten(run, events) {
      feeds.push(run, events)
      wakeUps.wake(run)
      if (events[0]?.type === 'run.started' || events.at(-1)?.type === 'run.finished') wakeUps.wake(LIST)
    },
    onRefused: (run) => feeds.end(run),
  }
}

function createWrites(
  database: Database.Database,
  { runs, writes }: { readonly runs: RunWrites; readonly writes: GroupWrites },
  { wakeUps, feeds }: Readers,
  server: string,
): Pick<RunStore, 'create' | 'own' | 'commit' | 'send' | 'discard'> {
  const takeRun = database.prepare(
    'UPDATE runs SET epoch = epoch + 1, server = ? WHERE id = ? RETURNING epoch, last_seq AS last',
  )
  const rowsOf = createReadRows(database)
  const insertCommand = database.prepare(
    'INSERT INTO inbox (run, id, body) SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM runs WHERE id = ?) ON CONFLICT DO NOTHING',
  )
  const findRun = database.prepare('SELECT 1 FROM runs WHERE id = ?')
  const discardRun = database.prepare(
    'DELETE FROM runs WHERE id = ? AND last_seq = -1 AND NOT EXISTS (SELECT 1 FROM events WHERE run = ?)',
  )
  return {
    create(row) {
      feeds.begin(row.run)
      return runs.create(row)
    },
    async own(run) {
      const created = runs.ownNew(run)
      if (created !== undefined) return created.then(() => ({ epoch: 1, events: [] }))
      const [epoch, rows] = await writes.write(() => {
        const [owned] = takeRun.all(server, run) as { epoch: number; last: number }[]
        if (owned === undefined) throw new Error(`there is no run ${run} to own`)
        return [owned.epoch, owned.last < 0 ? [] : rowsOf(run)] as const
      })
      return { epoch, events: decodeRows(rows) }
    },
    commit: runs.commit,
    async discard(run) {
      feeds.end(run)
      await writes.write(() => void discardRun.run(run, run))
      wakeUps.wake(run)
      wakeUps.wake(inboxOf(run))
    },
    async send(run, command) {
      const answer = await writes.write(() => {
        const { changes } = insertCommand.run(run, command.id, JSON.stringify(command), run)
        if (changes > 0) return 'accepted'
        return findRun.all(run).length > 0 ? 'duplicate' : 'unknown-run'
      })
      if (answer === 'accepted') wakeUps.wake(inboxOf(run))
      return answer
    },
  }
}

function createReads(
  database: Database.Database,
  { wakeUps, feeds }: Readers,
  isNew: RunWrites['isNew'],
): Pick<RunStore, 'tail' | 'read' | 'chunk' | 'inbox'> {
  const readAfter = createReadAfter(database)
  const findChunk = database.prepare('SELECT bytes FROM chunks WHERE sha256 = ?')
  const isOpen = database.prepare("SELECT 1 FROM runs WHERE id = ? AND status = 'open'")
  const commandsAfter = database.prepare(
    'SELECT position, body FROM inbox WHERE run = ? AND position > ? ORDER BY position',
  )

  return {
    // A reader alone moves its cursor, and only forward: whatever wakes it, and however often, nothing is lost or out of order.
    async *tail(run, after, signal) {
      const feed = feeds.open(run)
      try {
        for (let [cursor, look] = [after, true]; !signal.aborted; ) {
          const fed = feed.take(cursor)
          const looks = fed === undefined || (fed.length === 0 && look)
          const events = looks ? readAfter(run, cursor, READ_BATCH) : fed
          const last = events.at(-1)
          look = looks && events.length === READ_BATCH
          if (last !== undefined) {
            cursor = last.seq
            yield events
            if (last.type === 'run.finished') return
          } else if (looks && isOpen.all(run).length === 0) return
          else if (await wakeUps.next(run, signal)) look = true
          else return
        }
      } finally {
        feed.close()
      }
    },
    async read(run, after, limit) {
      return readAfter(run, after, limit)
    },
    async chunk(sha) {
      const [row] = findChunk.all(sha) as { bytes: ArrayBuffer }[]
      return row === undefined ? undefined : Buffer.from(row.bytes).toString('utf8')
    },
    async *inbox(run, signal) {
      // To a run that nobody else knows yet nobody can have sent anything.
      for (let [cursor, isEmpty] = [0, isNew(run)]; !signal.aborted; isEmpty = false) {
        const rows = isEmpty ? [] : (commandsAfter.all(run, cursor) as { position: number; body: string }[])
        for (const row of rows) {
          cursor = row.position
          if (signal.aborted) return
          yield decodeStoredCommand(row.body)
        }
        if (rows.length === 0 && !(await wakeUps.next(inboxOf(run), signal))) return
      }
    },
  }
}

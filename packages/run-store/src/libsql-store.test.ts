import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RunId, runId } from '@slyglass/base'
import type { RunRow } from '@slyglass/runtime'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { type LibsqlRunStore, openRunStore } from './index.ts'
import { listSql, RUNS_OF } from './list-runs.ts'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'
import {
  batch,
  describeRunStore,
  finishedEvent,
  newFiles,
  noteEvent,
  open,
  RUN,
  ROW as row,
  SESSION,
  startedEvent,
} from './testing/index.ts'

const newFile = newFiles()

describeRunStore('the libsql store', () => {
  const store = open(newFile())
  return { store, close: () => store.close() }
})

describe('two servers on one database', () => {
  test('[M5] a tail and an inbox hear of what another server writes', async () => {
    const file = newFile()
    const [owner, other] = [open(file), open(file)]
    await owner.create(row)
    const { epoch } = await owner.own(RUN)
    const seen: number[] = []
    const tail = (async () => {
      for await (const events of other.tail(RUN, -1, new AbortController().signal))
        seen.push(...events.map((event) => event.seq))
    })()
    const inbox = owner.inbox(RUN, new AbortController().signal)[Symbol.asyncIterator]()
    const heard = inbox.next()
    await other.send(RUN, { id: 'c', kind: 'cancel' })
    expect((await heard).value).toEqual({ id: 'c', kind: 'cancel' })
    await owner.commit(RUN, epoch, batch(startedEvent(RUN, SESSION)))
    await owner.commit(RUN, epoch, batch(noteEvent(RUN, 1, 'x'), finishedEvent(RUN, 2)))
    await tail
    expect(seen).toEqual([0, 1, 2])
    owner.close()
    other.close()
  })

  test('[M5] an inbox that is opened with its run hears what another server sends before it looks again', async () => {
    const file = newFile()
    const [owner, other] = [open(file), open(file)]
    const created = owner.create(row)
    const inbox = owner.inbox(RUN, new AbortController().signal)[Symbol.asyncIterator]()
    const heard = inbox.next()
    await created
    await other.send(RUN, { id: 'c', kind: 'cancel' })
    expect((await heard).value).toEqual({ id: 'c', kind: 'cancel' })
    owner.close()
    other.close()
  })

  test('only the open runs of a server that is gone are orphans', async () => {
    const file = newFile()
    const [gone, alive] = [open(file), open(file)]
    await gone.create(row)
    await alive.create({ ...row, run: runId('run_2') })
    expect(await alive.orphans()).toEqual([])
    gone.close()
    expect(await alive.orphans()).toEqual(['run_1'])
    await alive.own(RUN)
    expect(await alive.orphans()).toEqual([])
    alive.close()
  })

  test('a run is found by its id, and closing a store ends its tails', async () => {
    const store = open(newFile())
    await store.create(row)
    expect(await store.find(RUN)).toMatchObject({ run: RUN, status: 'open', lastSeq: -1 })
    expect(await store.find(runId('run_none'))).toBeUndefined()
    const tail = store.tail(RUN, -1, new AbortController().signal)[Symbol.asyncIterator]()
    const next = tail.next()
    store.close()
    expect((await next).done).toBe(true)
  })
})

describe('the runs of a session', () => {
  const plain = SCHEMA.replace(/CREATE INDEX events_of_peers.*;/, '').replace(
    'PRIMARY KEY (run, seq)\n) STRICT',
    'PRIMARY KEY (run, seq)\n) STRICT, WITHOUT ROWID',
  )
  test.each([
    ['a new database', SCHEMA, SCHEMA_VERSION],
    ['one that was made when its events were kept otherwise', plain, 1],
  ])('are found in %s with those of other networks that they have asked', async (_name, schema, version) => {
    const file = newFile()
    mkdirSync(dirname(file))
    const made = new Database(file)
    made.exec(`${schema}PRAGMA user_version = ${version}`)
    made.close()
    const store = open(file)
    await store.create(row)
    const { epoch } = await store.own(RUN)
    await store.commit(RUN, epoch, batch(startedEvent(RUN, SESSION), noteEvent(RUN, 1, '"peerRun": none')))
    expect(await store.runsOf(SESSION)).toEqual({ runs: [RUN], peers: [] })
    const asked = { ...noteEvent(RUN, 2, 'asked'), peerRun: 'run_other' }
    await store.commit(RUN, epoch, batch(asked))
    expect(await store.runsOf(SESSION)).toEqual({ runs: [RUN], peers: ['run_other'] })
    expect(await store.read(RUN, -1, 9)).toHaveLength(3)
    store.close()
  })
})

describe('a list that is followed', () => {
  const OTHER = runId('run_2')
  const following = (store: LibsqlRunStore, since?: number) => {
    const stop = new AbortController()
    const of = { project: 'p', network: 'n', ...(since !== undefined && { since }) }
    const rows = store.followList(of, stop.signal)[Symbol.asyncIterator]()
    const next = async () => (await rows.next()).value?.map(({ run, status }: RunRow) => [run, status])
    return { next, stop: () => stop.abort() }
  }
  const begin = async (store: LibsqlRunStore, run: RunId, at: number, network = 'n') => {
    await store.create({ ...row, run, at, network })
    const { epoch } = await store.own(run)
    await store.commit(run, epoch, batch(startedEvent(run, SESSION)))
    return () => store.commit(run, epoch, batch(finishedEvent(run, 1)))
  }

  test('[S-16] runs are told as they begin and end, of this server and of another one, and of no other network', async () => {
    const file = newFile()
    const [mine, other] = [open(file), open(file)]
    const list = following(mine)
    const first = list.next()
    const end = await begin(mine, RUN, 1)
    expect(await first).toEqual([[RUN, 'open']])
    const second = list.next()
    await begin(other, runId('run_3'), 2, 'elsewhere')
    const endOther = await begin(other, OTHER, 3)
    expect(await second).toEqual([[OTHER, 'open']])
    const third = list.next()
    await end()
    expect(await third).toEqual([[RUN, 'finished']])
    const fourth = list.next()
    await endOther()
    expect(await fourth).toEqual([[OTHER, 'finished']])
    list.stop()
    expect(await list.next()).toBeUndefined()
    for (const store of [mine, other]) store.close()
  })

  test('closing the store ends it, while it waits and right after it has told something', async () => {
    const store = open(newFile())
    const [waiting, told] = [following(store), following(store)]
    const first = told.next()
    await begin(store, RUN, 1)
    expect(await first).toEqual([[RUN, 'open']])
    expect(await waiting.next()).toEqual([[RUN, 'open']])
    const ends = [waiting.next(), told.next()]
    store.close()
    expect(await Promise.all(ends)).toEqual([undefined, undefined])
  })

  test('[S-16] whoever comes back is told what is open, and what began or ended since', async () => {
    const store = open(newFile())
    await (await begin(store, RUN, 1))()
    await begin(store, OTHER, 2)
    const ended = (await store.find(RUN))?.finishedAt ?? 0
    for (const [since, seen] of [
      [undefined, [[OTHER, 'open']]],
      [ended + 1, [[OTHER, 'open']]],
      [
        ended,
        [
          [OTHER, 'open'],
          [RUN, 'finished'],
        ],
      ],
    ] as const) {
      const list = following(store, since)
      expect(await list.next()).toEqual(seen)
      list.stop()
    }
    store.close()
  })
})

describe('a database that cannot be used', () => {
  test('a damaged file is named, and left as it is', () => {
    const file = newFile()
    mkdirSync(dirname(file))
    const bytes = 'this is a shopping list, not a database. '.repeat(200)
    writeFileSync(file, bytes)
    const opened = openRunStore(file)
    expect(opened).toMatchObject({ ok: false, error: { code: 'store-corrupt' } })
    if (!opened.ok) expect(opened.error.message).toContain(file)
    expect(readFileSync(file, 'utf8')).toBe(bytes)
  })

  test('a file of a newer version is named, and its runs stay', () => {
    const file = newFile()
    open(file).close()
    const newer = new Database(file)
    newer.exec('PRAGMA user_version = 99; CREATE TABLE later (x)')
    newer.close()
    expect(openRunStore(file)).toMatchObject({ ok: false, error: { code: 'store-newer' } })
    const again = new Database(file)
    expect(again.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'later'").all()).toEqual([{ n: 1 }])
    again.close()
  })

  test('a folder in which no server can be announced is named', () => {
    const file = newFile()
    open(file).close()
    rmSync(join(dirname(file), 'servers'), { recursive: true })
    writeFileSync(join(dirname(file), 'servers'), '')
    expect(openRunStore(file)).toMatchObject({ ok: false, error: { code: 'store-unreadable' } })
  })

  test('a folder that cannot be written is named', () => {
    const file = newFile()
    writeFileSync(dirname(file), '')
    expect(openRunStore(file)).toMatchObject({ ok: false, error: { code: 'store-unreadable' } })
  })
})

describe('many runs', () => {
  test.each([
    [{ session: SESSION, status: 'open' }, 'runs_open'],
    [{ session: SESSION, network: 'n', status: 'finished' }, 'runs_by_session'],
    [{ project: 'p', network: 'n' }, 'runs_by_network'],
  ] as const)('a list of %j is found by %s, however many runs there were', (filter, index) => {
    const file = newFile()
    const store = open(file)
    const database = new Database(file)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${listSql({ ...filter, limit: 9 })}`).all()
    expect(JSON.stringify(plan)).toContain(`USING INDEX ${index} (`)
    database.close()
    store.close()
  })

  test('those of other networks that a session has asked are found without reading its events', () => {
    const file = newFile()
    const store = open(file)
    const database = new Database(file)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${RUNS_OF}`).all(SESSION)
    expect(JSON.stringify(plan)).toContain('USING INDEX events_of_peers (')
    database.close()
    store.close()
  })

  test('[M10.6] the newest 100 of 10,000 runs are found without reading the rest', async () => {
    const file = newFile()
    const store = open(file)
    const create = (_: unknown, index: number) =>
      store.create({ ...row, run: runId(`run_${index}`), network: `n${index % 7}`, at: index })
    await Promise.all(Array.from({ length: 10_000 }, create))
    const rows = await store.list({ project: 'p', network: 'n3', limit: 100 })
    expect(rows.map((found) => found.startedAt)).toEqual(Array.from({ length: 100 }, (_, index) => 9_999 - 7 * index))
    const database = new Database(file)
    const plans = ["project = 'p' AND network = 'n'", "session = 's'", "status = 'open'", '1'].map((where) =>
      JSON.stringify(
        database
          .prepare(`EXPLAIN QUERY PLAN SELECT * FROM runs WHERE ${where} ORDER BY started_at DESC, id LIMIT 9`)
          .all(),
      ),
    )
    for (const plan of plans) expect(plan).toMatch(/USING (COVERING )?INDEX/)
    database.close()
    store.close()
  })
})

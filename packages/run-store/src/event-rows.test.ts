import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { runId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import fc from 'fast-check'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'
import {
  batch,
  changeDatabase,
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

const rowsIn = (file: string) => {
  const database = new Database(file)
  const rows = database.prepare('SELECT seq, body FROM events ORDER BY run, seq').all() as {
    seq: number
    body: string
  }[]
  database.close()
  return rows.map(({ seq, body }) => [seq, body.split('\n').length])
}
const collect = async (batches: AsyncIterable<readonly RunEvent[]>) => {
  const all: RunEvent[] = []
  for await (const events of batches) all.push(...events)
  return all
}

/** A begun run whose events were committed in pieces of these sizes. */
async function recorded(file: string, cuts: readonly number[], text = '"a\nb" \u2028'): Promise<readonly RunEvent[]> {
  const store = open(file)
  await store.create(row)
  const { epoch } = await store.own(RUN)
  const all: RunEvent[] = []
  for (const cut of cuts) {
    const next = Array.from({ length: cut }, (_, index) => all.length + index)
    const events = next.map((seq) => (seq === 0 ? startedEvent(RUN, SESSION) : noteEvent(RUN, seq, `${text}${seq}`)))
    await store.commit(RUN, epoch, batch(...events))
    all.push(...events)
  }
  store.close()
  return all
}

test('[M1.3] any piece of a run is read, however its commits are cut', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(cuts, async (sizes) => {
      const file = newFile()
      const events = await recorded(file, sizes)
      const store = open(file)
      for (let after = -1; after <= events.length; after += 1)
        for (const limit of [0, 1, 2, 3, 7, Number.MAX_SAFE_INTEGER])
          expect(await store.read(RUN, after, limit)).toEqual(events.slice(after + 1).slice(0, limit))
      expect((await store.own(RUN)).events).toEqual(events)
      store.close()
    }),
    { numRuns: 15 },
  )
})

test('events of one commit are one row, and a long commit is several rows of bounded size', async () => {
  const [short, long] = [newFile(), newFile()]
  await recorded(short, [3, 2])
  expect(rowsIn(short)).toEqual([
    [2, 3],
    [4, 2],
  ])
  const events = await recorded(long, [1, 5], 'x'.repeat(25_000))
  expect(rowsIn(long)).toEqual([
    [0, 1],
    [3, 3],
    [5, 2],
  ])
  const store = open(long)
  expect(await store.read(RUN, 2, 2)).toEqual(events.slice(3, 5))
  store.close()
})

test('a tail of what another launch wrote goes on from within a row, and over more rows than are read at once', async () => {
  const file = newFile()
  const events = await recorded(file, [4, 501, ...Array.from({ length: 30 }, () => 17)])
  const store = open(file)
  const { epoch } = await store.own(RUN)
  const end = finishedEvent(RUN, events.length)
  await store.commit(RUN, epoch, batch(end))
  for (const after of [-1, 2, 499, 505])
    expect(await collect(store.tail(RUN, after, new AbortController().signal))).toEqual([
      ...events.slice(after + 1),
      end,
    ])
  store.close()
})

test('a row that is damaged within fails where it is read, and rows before it stay readable', async () => {
  const file = newFile()
  const events = await recorded(file, [2, 3])
  changeDatabase(file, "UPDATE events SET body = substr(body, 1, length(body) - 9) WHERE seq = 4 AND run = 'run_1'")
  const store = open(file)
  expect(await store.read(RUN, -1, 2)).toEqual(events.slice(0, 2))
  await expect(store.read(RUN, -1, 9)).rejects.toThrow(SyntaxError)
  await expect(store.own(RUN)).rejects.toThrow(SyntaxError)
  store.close()
})

test('a database of version 1, with an event a row, is read and written on, and older programs keep away from it then', async () => {
  const file = newFile()
  mkdirSync(dirname(file))
  const old = new Database(file)
  old.exec(`${SCHEMA}PRAGMA user_version = 1`)
  old.exec(`INSERT INTO runs (id, session, project, network, title, server, started_at, epoch, last_seq)
    VALUES ('run_1', 'ses_1', 'p', 'n', 't', 'gone', 0, 1, 2)`)
  const events = [
    startedEvent(RUN, SESSION),
    noteEvent(RUN, 1, 'a'),
    { ...noteEvent(RUN, 2, 'b'), peerRun: runId('run_p') },
  ]
  for (const event of events)
    old
      .prepare('INSERT INTO events (run, seq, epoch, body) VALUES (?, ?, 1, ?)')
      .run(RUN, event.seq, JSON.stringify(event))
  old.close()
  const store = open(file)
  const owned = await store.own(RUN)
  expect(owned).toEqual({ epoch: 2, events })
  const later = [noteEvent(RUN, 3, 'c'), finishedEvent(RUN, 4)]
  await store.commit(RUN, owned.epoch, batch(...later))
  expect(await store.read(RUN, 1, 2)).toEqual([events[2], later[0]])
  expect(await collect(store.tail(RUN, -1, new AbortController().signal))).toEqual([...events, ...later])
  expect(await store.runsOf(SESSION)).toEqual({ runs: [RUN], peers: ['run_p'] })
  store.close()
  const now = new Database(file)
  expect(now.prepare('SELECT user_version AS version FROM pragma_user_version').all()).toEqual([
    { version: SCHEMA_VERSION },
  ])
  now.close()
})

test('every run of another network that is named in a row is found', async () => {
  const file = newFile()
  const store = open(file)
  await store.create(row)
  const { epoch } = await store.own(RUN)
  const asked = [1, 2].map((seq) => ({ ...noteEvent(RUN, seq, '"peerRun":"run_x"'), peerRun: runId(`run_p${seq}`) }))
  await store.commit(RUN, epoch, batch(startedEvent(RUN, SESSION), ...asked, noteEvent(RUN, 3, '"peerRun":"run_y"')))
  expect(await store.runsOf(SESSION)).toEqual({ runs: [RUN], peers: ['run_p1', 'run_p2'] })
  store.close()
})

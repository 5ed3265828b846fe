import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { runId } from '@slyglass/base'
import { Fenced } from '@slyglass/runtime'
import Database from 'libsql'
import { expect, test } from 'vitest'
import type { LibsqlRunStore } from './index.ts'
import { SCHEMA } from './schema.ts'
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

const OTHER = runId('run_2')

const begun = async (store: LibsqlRunStore, run = RUN) => {
  await store.create({ ...row, run })
  const { epoch } = await store.own(run)
  await store.commit(run, epoch, batch(startedEvent(run, SESSION)))
  return epoch
}
const numbersOf = async (store: LibsqlRunStore, run = RUN) => (await store.read(run, -1, 99)).map(({ seq }) => seq)

test('[M5] an owner that another server has fenced off writes nothing more: alone, with another run, with a text, or its end', async () => {
  const file = newFile()
  const [old, next] = [open(file), open(file)]
  const epoch = await begun(old)
  const other = await begun(old, OTHER)
  await next.own(RUN)
  const chunk = { sha: 'c'.repeat(64), text: 'a text' } as Parameters<typeof old.commit>[2]['chunks'][number]
  for (const commit of [
    batch(noteEvent(RUN, 1, 'alone')),
    { ...batch(noteEvent(RUN, 1, 'with a text')), chunks: [chunk] },
    batch(finishedEvent(RUN, 1)),
    batch(noteEvent(RUN, 1, 'and'), finishedEvent(RUN, 2)),
    batch(),
  ])
    await expect(old.commit(RUN, epoch, commit)).rejects.toThrow(Fenced)
  const both = [
    old.commit(RUN, epoch, batch(noteEvent(RUN, 1, 'x'))),
    old.commit(OTHER, other, batch(noteEvent(OTHER, 1, 'y'))),
  ]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect([await numbersOf(next), await numbersOf(next, OTHER)]).toEqual([[0], [0, 1]])
  expect(await next.chunk(chunk.sha)).toBeUndefined()
  expect(await next.find(RUN)).toMatchObject({ status: 'open', lastSeq: 0 })
  for (const store of [old, next]) store.close()
})

test('the last number of a run is told while it is open, after it was taken over, and when it is over', async () => {
  const file = newFile()
  const [mine, other] = [open(file), open(file)]
  const told = async (lastSeq: number, status: string) => {
    for (const store of [mine, other]) {
      expect(await store.find(RUN)).toMatchObject({ lastSeq, status })
      expect(await store.list({ session: SESSION, limit: 9 })).toMatchObject([{ lastSeq, status }])
    }
  }
  await mine.create(row)
  await told(-1, 'open')
  const first = await mine.own(RUN)
  await mine.commit(RUN, first.epoch, batch(startedEvent(RUN, SESSION), noteEvent(RUN, 1, 'a')))
  await told(1, 'open')
  const { epoch } = await other.own(RUN)
  await told(1, 'open')
  await other.commit(RUN, epoch, batch(noteEvent(RUN, 2, 'b')))
  await told(2, 'open')
  await mine.discard(RUN)
  await other.commit(RUN, epoch, batch(noteEvent(RUN, 3, 'c'), finishedEvent(RUN, 4)))
  await told(4, 'finished')
  for (const store of [mine, other]) store.close()
})

test('runs of a database of version 1 are told with their last numbers, and one that is taken over goes on after its own', async () => {
  const file = newFile()
  mkdirSync(dirname(file))
  const old = new Database(file)
  old.exec(`${SCHEMA}PRAGMA user_version = 1`)
  const insertRun =
    old.prepare(`INSERT INTO runs (id, session, project, network, title, server, started_at, epoch, last_seq, status)
    VALUES (?, 'ses_1', 'p', 'n', 't', 'gone', 0, 1, ?, ?)`)
  const insertEvent = old.prepare('INSERT INTO events (run, seq, epoch, body) VALUES (?, ?, 1, ?)')
  for (const [run, end] of [
    [RUN, noteEvent(RUN, 1, 'a')],
    [OTHER, finishedEvent(OTHER, 1)],
  ] as const) {
    insertRun.run([run, 1, end.type === 'run.finished' ? 'finished' : 'open'])
    for (const event of [startedEvent(run, SESSION), end]) insertEvent.run([run, event.seq, JSON.stringify(event)])
  }
  old.close()
  const store = open(file)
  expect((await store.list({ limit: 9 })).map(({ lastSeq }) => lastSeq)).toEqual([1, 1])
  const { epoch } = await store.own(RUN)
  await expect(store.commit(RUN, epoch, batch(noteEvent(RUN, 1, 'twice')))).rejects.toThrow(
    'event 1 of run run_1 where 2 is next',
  )
  await store.commit(RUN, epoch, batch(noteEvent(RUN, 2, 'b'), noteEvent(RUN, 3, 'c')))
  expect(await store.find(RUN)).toMatchObject({ lastSeq: 3 })
  expect(await numbersOf(store)).toEqual([0, 1, 2, 3])
  store.close()
})

test('a commit of several rows that fails between them leaves none, and is written when it comes again', async () => {
  const file = newFile()
  const store = open(file)
  const epoch = await begun(store)
  const fail = "CREATE TRIGGER t BEFORE INSERT ON events WHEN new.seq = 4 BEGIN SELECT RAISE(ABORT, 'no more'); END"
  changeDatabase(file, fail)
  const long = [1, 2, 3, 4].map((seq) => noteEvent(RUN, seq, 'x'.repeat(25_000)))
  await expect(store.commit(RUN, epoch, batch(...long))).rejects.toThrow('no more')
  expect(await numbersOf(store)).toEqual([0])
  expect(await store.find(RUN)).toMatchObject({ status: 'open', lastSeq: 0 })
  changeDatabase(file, 'DROP TRIGGER t')
  await store.commit(RUN, epoch, batch(...long))
  expect(await numbersOf(store)).toEqual([0, 1, 2, 3, 4])
  store.close()
})

test('commands are heard in the order in which they were sent, whatever is committed between them', async () => {
  const store = open(newFile())
  const epoch = await begun(store)
  for (const turn of [0, 1]) {
    const [first, second] = [1 + 2 * turn, 2 + 2 * turn]
    await Promise.all([
      store.send(RUN, { id: `c${first}`, kind: 'cancel' }),
      store.commit(RUN, epoch, batch(noteEvent(RUN, first, 'a'))),
      store.send(RUN, { id: `c${second}`, kind: 'cancel' }),
      store.commit(RUN, epoch, batch(noteEvent(RUN, second, 'b'))),
    ])
  }
  const heard: string[] = []
  const stop = new AbortController()
  for await (const { id } of store.inbox(RUN, stop.signal)) if (heard.push(id) === 4) stop.abort()
  expect(heard).toEqual(['c1', 'c2', 'c3', 'c4'])
  expect(await numbersOf(store)).toEqual([0, 1, 2, 3, 4])
  store.close()
})

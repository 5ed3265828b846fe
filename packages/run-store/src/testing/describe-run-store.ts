import { type RunId, runId, sessionId, sha256 } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { Fenced, type RunCommand, type RunStore } from '@slyglass/runtime'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { finishedEvent, noteEvent, startedEvent } from './sample-events.ts'

/** A store and how to end it. */
export interface RunStoreUnderTest {
  readonly store: RunStore
  close(): void
}

const SESSION = sessionId('ses_aaaaaaaaaaaaaaaaaaaa')
const RUN = runId('run_aaaaaaaaaaaaaaaaaaaa')

/** What every adapter of `RunStore` must do. Call it at the top of a test file. */
export function describeRunStore(name: string, make: () => RunStoreUnderTest): void {
  const opened: RunStoreUnderTest[] = []
  const open = (): RunStore => {
    const made = make()
    opened.push(made)
    return made.store
  }
  afterEach(() => {
    for (const made of opened.splice(0)) made.close()
  })
  describe(`${name} keeps runs`, () => {
    describeCommits(open)
    describeFence(open)
    describeSealed(open)
    describeTurns(open)
    describeDiscard(open)
    describeList(open)
    describeMoment(open)
  })
  describe(`${name} tells of runs`, () => {
    describeTail(open)
    describeInbox(open)
  })
}

function describeCommits(open: () => RunStore): void {
  test('[M1.3] what was committed is read back in order, from any number', async () => {
    const store = open()
    const events = [startedEvent(RUN, SESSION), noteEvent(RUN, 1, 'a ⟨sly:k⟩ "€"'), finishedEvent(RUN, 2)]
    const epoch = await begin(store)
    await store.commit(RUN, epoch, batch(events.slice(0, 2)))
    await store.commit(RUN, epoch, batch(events.slice(2)))
    expect(await store.read(RUN, -1, 100)).toEqual(events)
    expect(await store.read(RUN, 0, 1)).toEqual([events[1]])
    expect(await store.read(RUN, 2, 100)).toEqual([])
  })

  test('[M1.3] a text is kept once by its content', async () => {
    const store = open()
    const epoch = await begin(store)
    const sha = sha256('a'.repeat(64))
    const chunk = { sha, text: 'größer\u0000 than\r\n it looks' }
    await store.commit(RUN, epoch, { events: [startedEvent(RUN, SESSION)], chunks: [chunk, chunk], boxes: [] })
    await store.commit(RUN, epoch, { events: [], chunks: [chunk], boxes: [] })
    expect(await store.chunk(sha)).toBe(chunk.text)
    expect(await store.chunk(sha256('b'.repeat(64)))).toBeUndefined()
  })

  test('[M1.3] a commit that is out of order leaves nothing behind', async () => {
    const store = open()
    const epoch = await begin(store)
    const sha = sha256('c'.repeat(64))
    const events = [startedEvent(RUN, SESSION), noteEvent(RUN, 2, 'a gap')]
    await expect(store.commit(RUN, epoch, { events, chunks: [{ sha, text: 'x' }], boxes: [] })).rejects.toThrow()
    expect(await store.read(RUN, -1, 100)).toEqual([])
    expect(await store.chunk(sha)).toBeUndefined()
  })

  test('[M1.3] commits that nobody waits for in between are kept in order, and one that is refused takes no other run along', async () => {
    const store = open()
    const other = runId('run_bbbbbbbbbbbbbbbbbbbb')
    const [epoch, otherEpoch] = [await begin(store), await begin(store, other)]
    const written = await Promise.allSettled([
      store.commit(RUN, epoch, batch([startedEvent(RUN, SESSION)])),
      store.commit(other, otherEpoch - 1, batch([startedEvent(other, SESSION)])),
      store.commit(RUN, epoch, batch([noteEvent(RUN, 1, 'a')])),
      store.commit(RUN, epoch, batch([noteEvent(RUN, 3, 'a gap')])),
      store.commit(other, otherEpoch, batch([startedEvent(other, SESSION)])),
      store.commit(RUN, epoch, batch([finishedEvent(RUN, 2)])),
    ])
    expect(written.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, true])
    expect((await store.read(RUN, -1, 100)).map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect((await store.read(other, -1, 100)).map(({ seq }) => seq)).toEqual([0])
  })

  test('a run cannot be created twice', async () => {
    const store = open()
    await begin(store)
    await expect(begin(store)).rejects.toThrow()
  })
}

function describeFence(open: () => RunStore): void {
  test('[M5] a new owner fences the old one off and reads all that was committed', async () => {
    const store = open()
    const first = await begin(store)
    await store.commit(RUN, first, batch([startedEvent(RUN, SESSION)]))
    const second = await store.own(RUN)
    expect(second.epoch).toBeGreaterThan(first)
    expect(second.events).toEqual([startedEvent(RUN, SESSION)])
    await expect(store.commit(RUN, first, batch([noteEvent(RUN, 1, 'old')]))).rejects.toThrow(Fenced)
    await store.commit(RUN, second.epoch, batch([noteEvent(RUN, 1, 'new')]))
    expect(await store.read(RUN, 0, 10)).toEqual([noteEvent(RUN, 1, 'new')])
  })

  test('[E2] nothing is committed after run.finished', async () => {
    const store = open()
    const epoch = await begin(store)
    await store.commit(RUN, epoch, batch([startedEvent(RUN, SESSION), finishedEvent(RUN, 1)]))
    await expect(store.commit(RUN, epoch, batch([noteEvent(RUN, 2, 'late')]))).rejects.toThrow(Fenced)
  })
}

const KEYS = { session: SESSION, wrapped: 'wrapped keys' }
const boxOf = (fingerprint: string, box = `box of ${fingerprint}`) => ({ session: SESSION, fingerprint, box })

function describeSealed(open: () => RunStore): void {
  test('[M1.3] boxes and keys are kept with the commit that brings them, or not at all', async () => {
    const store = open()
    const epoch = await begin(store)
    const commit = { events: [startedEvent(RUN, SESSION)], chunks: [], boxes: [boxOf('a'), boxOf('b')], keys: KEYS }
    await expect(store.commit(RUN, epoch + 7, commit)).rejects.toThrow()
    await expect(store.commit(RUN, epoch, { ...commit, events: [noteEvent(RUN, 3, 'a gap')] })).rejects.toThrow()
    expect(await store.sealed(SESSION)).toEqual({ wrapped: undefined, boxes: new Map() })
    await store.commit(RUN, epoch, commit)
    const boxes = new Map([
      ['a', 'box of a'],
      ['b', 'box of b'],
    ])
    expect(await store.sealed(SESSION)).toEqual({ wrapped: 'wrapped keys', boxes })
    expect(await store.sealed(sessionId('ses_other'))).toEqual({ wrapped: undefined, boxes: new Map() })
  })

  test('[M1.3] between runs a box is kept too, in the place of an older one', async () => {
    const store = open()
    await store.seal([boxOf('board', 'one')], KEYS)
    await store.seal([boxOf('board', 'two')], KEYS)
    expect((await store.sealed(SESSION)).boxes).toEqual(new Map([['board', 'two']]))
  })

  test('[M1.3] boxes under other keys than those of the session are refused: nobody could open both', async () => {
    const store = open()
    await store.seal([boxOf('a')], KEYS)
    await expect(store.seal([boxOf('b')], { ...KEYS, wrapped: 'others' })).rejects.toThrow(/other keys/)
    expect([...(await store.sealed(SESSION)).boxes.keys()]).toEqual(['a'])
  })

  test('[M1.3] a session that is forgotten has no keys and no boxes, and its log stays readable', async () => {
    const store = open()
    const epoch = await begin(store)
    const events = [startedEvent(RUN, SESSION)]
    await store.commit(RUN, epoch, { events, chunks: [], boxes: [boxOf('a')], keys: KEYS })
    await store.forget(SESSION)
    expect(await store.sealed(SESSION)).toEqual({ wrapped: undefined, boxes: new Map() })
    expect(await store.read(RUN, -1, 10)).toEqual(events)
  })
}

function describeTurns(open: () => RunStore): void {
  test('[M1.3] a run that begins and ends while nobody waits is kept whole, and may begin once', async () => {
    const store = open()
    const row = { run: RUN, session: SESSION, project: 'prj_x', network: 'basic/desk', title: 'hello', at: 1 }
    const [, owned] = await Promise.all([
      store.create(row),
      store.own(RUN),
      store.commit(RUN, 1, batch([startedEvent(RUN, SESSION)])),
      store.commit(RUN, 1, batch([noteEvent(RUN, 1, 'a'), finishedEvent(RUN, 2)])),
    ])
    expect(owned).toEqual({ epoch: 1, events: [] })
    expect((await store.read(RUN, -1, 9)).map(({ seq }) => seq)).toEqual([0, 1, 2])
    const { outcome, at: finishedAt } = finishedEvent(RUN, 2)
    expect(await store.list({ limit: 9 })).toMatchObject([
      { run: RUN, status: 'finished', lastSeq: 2, outcome, finishedAt, startedAt: 1 },
    ])
    const again = [store.create(row), store.commit(RUN, 1, batch([noteEvent(RUN, 3, 'late')]))]
    expect((await Promise.allSettled(again)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await store.read(RUN, 2, 9)).toEqual([])
  })

  test('[M1.3] what is sealed before a session is forgotten goes, what is sealed after it stays, in whatever turn', async () => {
    const store = open()
    const epoch = await begin(store)
    await Promise.all([
      store.commit(RUN, epoch, { ...batch([startedEvent(RUN, SESSION)]), boxes: [boxOf('a')], keys: KEYS }),
      store.forget(SESSION),
      store.commit(RUN, epoch, { ...batch([noteEvent(RUN, 1, 'a')]), boxes: [boxOf('b')], keys: KEYS }),
    ])
    expect([...(await store.sealed(SESSION)).boxes.keys()]).toEqual(['b'])
    expect(await store.read(RUN, -1, 9)).toHaveLength(2)
  })
}

function describeDiscard(open: () => RunStore): void {
  test('a run is taken back as long as nothing of it is recorded', async () => {
    const store = open()
    const epoch = await begin(store)
    await store.discard(RUN)
    expect(await store.list({ session: SESSION, limit: 9 })).toEqual([])
    await expect(store.commit(RUN, epoch, batch([startedEvent(RUN, SESSION)]))).rejects.toThrow()
    await store.commit(RUN, await begin(store), batch([startedEvent(RUN, SESSION)]))
    await store.discard(RUN)
    expect(await store.list({ session: SESSION, limit: 9 })).toHaveLength(1)
    await store.discard(runId('run_unknown'))
  })
}

function describeList(open: () => RunStore): void {
  test('the list is newest first, filtered and limited, with how each run ended', async () => {
    const store = open()
    for (const [index, network] of ['a', 'b', 'a'].entries()) {
      const run = runId(`run_${index}`)
      await store.create({ run, session: SESSION, project: 'prj_x', network, title: `t${index}`, at: index })
    }
    const { epoch } = await store.own(runId('run_2'))
    const run = runId('run_2')
    await store.commit(run, epoch, batch([startedEvent(run, SESSION), finishedEvent(run, 1)]))
    expect((await store.list({ limit: 2 })).map((row) => row.run)).toEqual(['run_2', 'run_1'])
    expect((await store.list({ limit: 9, status: 'open' })).map((row) => row.run)).toEqual(['run_1', 'run_0'])
    expect(await store.list({ limit: 9, project: 'prj_y' })).toEqual([])
    const rows = await store.list({ limit: 1, project: 'prj_x', network: 'a', session: SESSION })
    const finishedAt = finishedEvent(run, 1).at
    const row = { run, session: SESSION, project: 'prj_x', network: 'a', title: 't2', startedAt: 2 }
    expect(rows).toEqual([{ ...row, status: 'finished', outcome: 'ok', finishedAt, lastSeq: 1 }])
  })
}

function describeMoment(open: () => RunStore): void {
  test('of runs that began in the same moment the last one is the newest', async () => {
    const store = open()
    for (const run of ['run_b', 'run_c', 'run_a'].map(runId))
      await store.create({ run, session: SESSION, project: 'p', network: 'n', title: 't', at: 7 })
    expect((await store.list({ session: SESSION, limit: 9 })).map(({ run }) => run)).toEqual([
      'run_a',
      'run_c',
      'run_b',
    ])
  })

  test('however few are asked for, they are the first of all', async () => {
    const store = open()
    for (const [index, at] of [3, 5, 8, 8, 8, 9, 9, 9, 9, 9, 9].entries()) {
      const run = runId(`run_${(index * 7) % 11}`)
      await store.create({ run, session: SESSION, project: 'p', network: 'n', title: 't', at })
    }
    for (const status of ['open', undefined] as const) {
      const filter = { session: SESSION, ...(status !== undefined && { status }) }
      const all = await store.list({ ...filter, limit: 99 })
      expect(all.map(({ run }) => run)).toEqual([4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 0].map((id) => `run_${id}`))
      for (let limit = 0; limit < 12; limit += 1)
        expect(await store.list({ ...filter, limit })).toEqual(all.slice(0, limit))
    }
  })
}

function describeTail(open: () => RunStore): void {
  test('[S-41] a tail from any number sees every later event once, in order, however commits are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }), fc.nat(20), async (cuts, start) => {
        const store = open()
        const epoch = await begin(store)
        const total = cuts.reduce((sum, cut) => sum + cut, 0)
        const after = Math.min(start, total) - 1
        const seen = collect(store.tail(RUN, after, new AbortController().signal))
        await store.commit(RUN, epoch, batch([startedEvent(RUN, SESSION)]))
        let seq = 1
        for (const cut of cuts) {
          const notes = Array.from({ length: cut }, (_, index) => noteEvent(RUN, seq + index, `${seq + index}`))
          await store.commit(RUN, epoch, batch(notes))
          seq += cut
        }
        await store.commit(RUN, epoch, batch([finishedEvent(RUN, seq)]))
        expect((await seen).map((event) => event.seq)).toEqual(range(after + 1, total + 2))
      }),
      { numRuns: 20 },
    )
  })

  test('a tail ends when it is given up', async () => {
    const store = open()
    const epoch = await begin(store)
    await store.commit(RUN, epoch, batch([startedEvent(RUN, SESSION)]))
    const stop = new AbortController()
    const seen: number[] = []
    for await (const events of store.tail(RUN, -1, stop.signal)) {
      seen.push(...events.map((event) => event.seq))
      stop.abort()
    }
    expect(seen).toEqual([0])
  })

  test('a tail of a run that is not there ends at once', async () => {
    expect(await collect(open().tail(RUN, -1, new AbortController().signal))).toEqual([])
  })
}

function describeInbox(open: () => RunStore): void {
  test('[M1.4] a command is accepted once, and a later owner still finds it', async () => {
    const store = open()
    await begin(store)
    const cancel: RunCommand = { id: 'c1', kind: 'cancel' }
    expect(await store.send(RUN, cancel)).toBe('accepted')
    expect(await store.send(RUN, cancel)).toBe('duplicate')
    expect(await store.send(runId('run_unknown'), cancel)).toBe('unknown-run')
    expect(await firstCommand(store)).toEqual(cancel)
    expect(await firstCommand(store)).toEqual(cancel)
  })

  test('[M1.4] a waiting inbox hears of a command', async () => {
    const store = open()
    await begin(store)
    const heard = firstCommand(store)
    await store.send(RUN, { id: 'c2', kind: 'cancel' })
    expect(await heard).toEqual({ id: 'c2', kind: 'cancel' })
  })
}

async function begin(store: RunStore, run: RunId = RUN): Promise<number> {
  await store.create({ run, session: SESSION, project: 'prj_x', network: 'basic/desk', title: 'hello', at: 1 })
  return (await store.own(run)).epoch
}

function batch(events: readonly RunEvent[]) {
  return { events, chunks: [], boxes: [] }
}

async function collect(batches: AsyncIterable<readonly RunEvent[]>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = []
  for await (const events of batches) all.push(...events)
  return all
}

async function firstCommand(store: RunStore, run: RunId = RUN): Promise<RunCommand | undefined> {
  const stop = new AbortController()
  for await (const command of store.inbox(run, stop.signal)) {
    stop.abort()
    return command
  }
  return undefined
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

import { runId, sessionId, sha256 } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { LogBuilder, startedDraft } from '@slyglass/run-log/testing'
import { describe, expect, test } from 'vitest'
import { MemoryRunStore } from '../memory-run-store.ts'
import { Fenced } from '../ports.ts'

const RUN = runId('run_aaaaaaaaaaaaaaaaaaaa')
const SPAN = startedDraft('').span
const LOG = new LogBuilder(RUN)
  .add(startedDraft('Hello'))
  .add({ type: 'note.noted', span: SPAN, parent: null, level: 'info', text: 'a' })
  .add({ type: 'run.finished', span: SPAN, parent: null, outcome: 'ok', answer: 'Hi' }).events as readonly RunEvent[]

async function open(): Promise<{ store: MemoryRunStore; epoch: number }> {
  const store = new MemoryRunStore()
  await store.create({ run: RUN, session: sessionId('ses_a'), project: 'p', network: 'n', title: 't', at: 1 })
  return { store, epoch: (await store.own(RUN)).epoch }
}
const batch = (events: readonly RunEvent[]) => ({ events, chunks: [], boxes: [] })

describe('the store in memory does what the real one does', () => {
  test('[M5] a new owner fences the old one off; a gap and a second creation are refused', async () => {
    const { store, epoch } = await open()
    await store.commit(RUN, epoch, batch(LOG.slice(0, 1)))
    await expect(store.commit(RUN, epoch, batch(LOG.slice(2)))).rejects.toThrow('out of order')
    const second = await store.own(RUN)
    expect(second).toEqual({ epoch: epoch + 1, events: LOG.slice(0, 1) })
    await expect(store.commit(RUN, epoch, batch(LOG.slice(1, 2)))).rejects.toThrow(Fenced)
    await expect(
      store.create({ run: RUN, session: sessionId('ses_a'), project: 'p', network: 'n', title: 't', at: 1 }),
    ).rejects.toThrow()
  })

  test('[E2] after run.finished nothing is taken, and the list says how it ended', async () => {
    const { store, epoch } = await open()
    await store.commit(RUN, epoch, batch(LOG))
    await expect(store.commit(RUN, epoch, batch([]))).rejects.toThrow(Fenced)
    expect(await store.list({ limit: 9, status: 'finished' })).toMatchObject([{ run: RUN, outcome: 'ok', lastSeq: 2 }])
    expect(await store.list({ limit: 9, status: 'open' })).toEqual([])
  })

  test('a tail begins after a number, follows, and ends with the run', async () => {
    const { store, epoch } = await open()
    await store.commit(RUN, epoch, batch(LOG.slice(0, 1)))
    const seen: number[] = []
    const reading = (async () => {
      for await (const events of store.tail(RUN, -1, new AbortController().signal))
        seen.push(...events.map(({ seq }) => seq))
    })()
    await store.commit(RUN, epoch, batch(LOG.slice(1)))
    await reading
    expect(seen).toEqual([0, 1, 2])
  })

  test('a command is kept once and read until nobody listens', async () => {
    const { store } = await open()
    expect(await store.send(RUN, { id: 'a', kind: 'cancel' })).toBe('accepted')
    expect(await store.send(RUN, { id: 'a', kind: 'cancel' })).toBe('duplicate')
    expect(await store.send(runId('run_other'), { id: 'a', kind: 'cancel' })).toBe('unknown-run')
    const stop = new AbortController()
    const seen: string[] = []
    for await (const command of store.inbox(RUN, stop.signal)) {
      seen.push(command.id)
      stop.abort()
    }
    expect(seen).toEqual(['a'])
  })

  test('a text is kept by its content', async () => {
    const { store, epoch } = await open()
    const sha = sha256('a'.repeat(64))
    await store.commit(RUN, epoch, { events: [], chunks: [{ sha, text: 'größer' }], boxes: [] })
    expect(await store.chunk(sha)).toBe('größer')
  })
})

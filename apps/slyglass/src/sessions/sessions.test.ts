import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunId, runId, type SessionId, sessionId, sha256, spanId } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { type LibsqlRunStore, openRunStore } from '@slyglass/run-store'
import { startedEvent } from '@slyglass/run-store/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSessions, readSlyValues } from './sessions.ts'

const VALUE = 'k-demo-7431-canary'
const [SESSION, RUN] = [sessionId('ses_a'), runId('run_a')]
const master = randomBytes(32)

let [root, store]: [string, LibsqlRunStore] = ['', {} as never]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slyglass-sessions-'))
  const opened = openRunStore(join(root, 'runs.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  store = opened.value
})
afterEach(() => {
  store.close()
  rmSync(root, { recursive: true, force: true })
})

const launch = (key = master, gone: (run: RunId) => Promise<void> = async () => undefined) =>
  createSessions({ store, master: key, gone })

/** A run whose beginning is recorded, with what its vault seals. */
async function begin(
  sessions: ReturnType<typeof launch>,
  session: SessionId,
  run: RunId,
  more: readonly RunEvent[] = [],
) {
  await store.create({ run, session, project: 'p', network: 'n', title: 't', at: 1 })
  const { epoch } = await store.own(run)
  const vault = await sessions.vault(session)
  const sealed = vault.seal({ refs: vault.refs() })
  const boxes = sealed?.boxes.map(({ name, box }) => ({ session, fingerprint: name, box })) ?? []
  const started = { ...startedEvent(run, session), sly: vault.refs() }
  const keys = sealed === undefined ? {} : { keys: { session, wrapped: sealed.wrapped } }
  await store.commit(run, epoch, { events: [started, ...more], chunks: [], boxes, ...keys })
  return vault
}

const masked = (sessions: ReturnType<typeof launch>) => sessions.searches().map((search) => search.mask(VALUE).text)

describe('private values of a session', () => {
  test('[M1.3] come back in the next launch, also what a person wrote after the last run', async () => {
    const first = launch()
    ;(await first.vault(SESSION)).update(new Map([['token', JSON.stringify(VALUE)]]))
    const vault = await begin(first, SESSION, RUN)
    expect((await launch().vault(SESSION)).values()).toEqual(vault.values())
    expect((await launch().vault(SESSION)).refs()).toEqual(vault.refs())
    vault.replace(new Map([['typed', '"by hand"']]))
    await first.keep(SESSION)
    expect((await launch().vault(SESSION)).values()).toEqual(new Map([['typed', '"by hand"']]))
  })

  test('[M1.3] that a person takes out leave no box behind', async () => {
    const sessions = launch()
    const vault = await sessions.vault(SESSION)
    vault.update(
      new Map([
        ['token', JSON.stringify(VALUE)],
        ['cost', '3.0'],
      ]),
    )
    await begin(sessions, SESSION, RUN)
    const { boxes } = await store.sealed(SESSION)
    const taken = vault.refs().find(({ key }) => key === 'token')?.fingerprint ?? ''
    expect(boxes.has(taken)).toBe(true)
    const { removed } = vault.replace(new Map([['cost', '3.0']]))
    await sessions.keep(SESSION, removed.length > 0)
    expect([...(await store.sealed(SESSION)).boxes.keys()].sort()).toEqual(
      [vault.refs()[0]?.fingerprint ?? '', 'board'].sort(),
    )
    expect((await launch().vault(SESSION)).values()).toEqual(new Map([['cost', '3.0']]))
  })

  test('[M1.3] of a session that has sealed nothing are not sealed between its runs either', async () => {
    const sessions = launch()
    ;(await sessions.vault(SESSION)).update(new Map([['token', '"x"']]))
    await sessions.keep(SESSION)
    expect(await store.sealed(SESSION)).toEqual({ wrapped: undefined, boxes: new Map() })
  })

  test('[M1.3] under another master key stay sealed, and new ones are in memory only', async () => {
    const first = launch()
    ;(await first.vault(SESSION)).update(new Map([['token', JSON.stringify(VALUE)]]))
    await begin(first, SESSION, RUN)
    const kept = await store.sealed(SESSION)
    const other = await launch(randomBytes(32)).vault(SESSION)
    expect([other.isEmpty, other.seal({ texts: new Map([['a', 'b']]) })]).toEqual([true, undefined])
    expect(await store.sealed(SESSION)).toEqual(kept)
    expect((await launch().vault(SESSION)).values().size).toBe(1)
  })

  test('[M1.3] that are forgotten are gone for good, and those of the networks it asked too', async () => {
    const sessions = launch()
    const [peer, peerSession] = [runId('run_peer'), sessionId('ses_peer')]
    const span = spanId('r.a.t1.1#1')
    const place = { v: 1, runId: RUN, at: 1, span, parent: spanId('r.a.t1.1'), seq: 1 }
    const digest = sha256('0'.repeat(64))
    const asked: RunEvent = { ...place, type: 'attempt.started', of: 'tool', number: 1, digest, peerRun: peer }
    for (const session of [SESSION, peerSession])
      (await sessions.vault(session)).update(new Map([['token', JSON.stringify(VALUE)]]))
    await begin(sessions, SESSION, RUN, [asked])
    await begin(sessions, peerSession, peer)
    await sessions.forget(SESSION)
    for (const session of [SESSION, peerSession]) {
      expect(await store.sealed(session)).toEqual({ wrapped: undefined, boxes: new Map() })
      expect((await sessions.vault(session)).isEmpty).toBe(true)
      expect((await launch().vault(session)).isEmpty).toBe(true)
    }
    expect(await store.read(RUN, -1, 10)).toHaveLength(2)
  })

  test('[E7] that are forgotten are masked in log lines until nothing of their runs can speak any more', async () => {
    let end: () => void = () => undefined
    const sessions = launch(
      master,
      () =>
        new Promise((done) => {
          end = done
        }),
    )
    ;(await sessions.vault(SESSION)).update(new Map([['token', JSON.stringify(VALUE)]]))
    await begin(sessions, SESSION, RUN)
    await sessions.forget(SESSION)
    expect(masked(sessions)).toEqual(['⟨sly:token⟩'])
    end()
    await new Promise((done) => setTimeout(done))
    expect(masked(sessions)).toEqual([])
  })
})

test('private values are taken up to ten thousand; of more it says how many there are, and what to do', () => {
  const values = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))
  const most = readSlyValues(values(10_000))
  expect(most.ok ? most.value.size : most.error).toBe(10_000)
  expect(readSlyValues(values(10_001))).toMatchObject({
    ok: false,
    error: { status: 413, code: 'sly-too-many', message: expect.stringMatching(/^There are 10,001 .* at most 10,000/) },
  })
})

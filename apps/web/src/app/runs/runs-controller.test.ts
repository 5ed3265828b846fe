import { disposable, err, ok, type ProjectId, type RunId, type SessionId } from '@slyglass/base'
import type { RunReply, StudioClient, TailLine, Tails } from '@slyglass/protocol'
import { describe, expect, test } from 'vitest'
import { type StudioState, useStudio } from '../public/studio.ts'
import { emptyRunView, foldRun } from './fold-run.ts'
import { RunLogs } from './run-logs.ts'
import { RunsController } from './runs-controller.ts'
import { useRuns } from './runs-store.ts'

const row = (run: string, startedAt: number, session = 's1', network = 'n'): RunReply => ({
  ...{ run: run as RunId, session: session as SessionId, project: 'p', network },
  ...{ status: 'open', title: 'hello', startedAt, lastSeq: 0 },
})

/** A page that has one session of one run in view, and a server whose stream says what the test says. */
async function openPage(view: Partial<StudioState> = {}) {
  const bodies: Tails[] = []
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let tell: (line: TailLine) => void = () => undefined
  const put: unknown[] = []
  let answer: (reply: { run: RunId; session: SessionId } | undefined) => void = () => undefined
  const client = {
    async tails(body: Tails) {
      bodies.push(body)
      return ok(linesOf((say) => (tell = say)))
    },
    async runs() {
      asked.push('runs')
      return ok([row('r1', 1)])
    },
    vault: async () => ok({ keys: [] }),
    putVault: async (session: SessionId, { json }: { json: string }) => ok(void put.push([session, json])),
    startRun: () =>
      new Promise((resolve) => {
        answer = (reply) =>
          resolve(reply === undefined ? err({ code: 'busy', message: 'No.', status: 409 }) : ok(reply))
      }),
  } as unknown as StudioClient
  useStudio.setState({ session: undefined, run: undefined, selection: undefined })
  useStudio.setState({ project: { id: 'p' as ProjectId } as NonNullable<StudioState['project']>, networkName: 'n' })
  useRuns.setState({
    list: { state: 'loading', runs: [] },
    views: new Map(),
    outgoing: undefined,
    slyDrafts: new Map(),
  })
  const controller = new RunsController({
    ...{ client, runs: useRuns, studio: useStudio, logs: new RunLogs() },
    folding: async () => ({ emptyRunView, foldRun }),
    soon: (flush) => void setImmediate(flush),
    newId: () => 'c1',
    after(ms, action) {
      if (ms > 0 && ms < 400) waiting.push(action)
      const timer = ms === 0 ? setImmediate(action) : undefined
      return disposable(() => clearImmediate(timer))
    },
  })
  controller.connection.start()
  await controller.watchProject('p' as ProjectId)
  controller.openSession('s1' as SessionId)
  useStudio.setState(view)
  await settled()
  return {
    ...{ controller, bodies, asked, put, answer: (reply: Parameters<typeof answer>[0]) => answer(reply) },
    async tell(...runs: RunReply[]) {
      tell({ kind: 'runs', runs })
      await settled()
    },
    async say(...lines: TailLine[]) {
      for (const line of lines) {
        tell(line)
        await settled()
      }
    },
    /** What was put off is done. */
    async later() {
      for (const action of waiting.splice(0)) action()
      await settled()
    },
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

async function* linesOf(listen: (say: (line: TailLine) => void) => void): AsyncGenerator<TailLine> {
  for (;;) yield await new Promise<TailLine>((resolve) => listen(resolve))
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const followed = () => [...useRuns.getState().views.keys()]

describe('runs that another tab or program began', () => {
  test('[S-16] a run of the session in view is followed and comes into view, without a question to the server', async () => {
    const page = await openPage()
    await page.tell(row('r2', 2))
    expect(followed()).toEqual(['r1', 'r2'])
    expect(useStudio.getState().run).toBe('r2')
    expect(page.bodies.at(-1)?.watch.map(({ run }) => run)).toEqual(['r1', 'r2'])
    expect(page.asked).toEqual(['runs'])
  })

  test('a run of another session is listed and not followed; one of another network is neither', async () => {
    const page = await openPage()
    await page.tell(row('r2', 2, 's2'), row('r3', 3, 's1', 'other'))
    expect(followed()).toEqual(['r1'])
    expect(useRuns.getState().list.runs.map(({ run }) => run)).toEqual(['r2', 'r1'])
  })

  test('who looks at one call of a run keeps it in view while the new run is followed', async () => {
    const page = await openPage({ selection: { kind: 'span', span: 'r.a' as never } })
    await page.tell(row('r2', 2))
    expect(useStudio.getState().run).toBe('r1')
    expect(followed()).toEqual(['r1', 'r2'])
  })

  test('the own message is followed once its run is known, whichever of the two is told first', async () => {
    const page = await openPage()
    const sent = page.controller.send('hello')
    await page.tell(row('r2', 2))
    expect(followed()).toEqual(['r1'])
    page.answer({ run: 'r2' as RunId, session: 's1' as SessionId })
    expect(await sent).toBe(true)
    expect(followed()).toEqual(['r1', 'r2'])
    expect(useStudio.getState().run).toBe('r2')
  })

  test.each([
    ['a new conversation', ({ controller }: Page) => controller.newSession(), undefined],
    ['another session', ({ controller }: Page) => controller.openSession('s0' as SessionId), 's0'],
    [
      'another network',
      () => useStudio.setState({ networkName: 'other', session: undefined, run: undefined }),
      undefined,
    ],
  ])('a message that the server takes late does not bring back who went on to %s', async (_, goOn, session) => {
    const page = await openPage()
    const sent = page.controller.send('hello')
    goOn(page)
    const { run } = useStudio.getState()
    page.answer({ run: 'r2' as RunId, session: 's1' as SessionId })
    expect(await sent).toBe(true)
    expect(useStudio.getState()).toMatchObject({ session, run })
    expect(useRuns.getState().outgoing?.run).toBeUndefined()
  })
})

describe('a conversation that has no session yet', () => {
  const HERE = 'p:n'
  const drafts = () => [...useRuns.getState().slyDrafts]
  const unnamed = { session: undefined, run: undefined }

  test('private values that are applied before its first message go with that, and wait while another session is looked at', async () => {
    const page = await openPage(unnamed)
    await page.controller.putSly('{"a": 1}')
    page.controller.openSession('s1' as SessionId)
    page.controller.newSession()
    expect(drafts()).toEqual([[HERE, '{"a": 1}']])
    const sent = page.controller.send('hello')
    page.answer({ run: 'r2' as RunId, session: 's2' as SessionId })
    expect(await sent).toBe(true)
    expect([drafts(), page.put]).toEqual([[], []])
  })

  test('private values that are applied while the first message is on its way go into the session that it begins', async () => {
    const page = await openPage(unnamed)
    const sent = page.controller.send('hello')
    const applied = page.controller.putSly('{"a": 1}')
    await settled()
    expect(page.put).toEqual([])
    page.answer({ run: 'r2' as RunId, session: 's2' as SessionId })
    expect(await sent).toBe(true)
    expect(await applied).toEqual(ok(undefined))
    expect([drafts(), page.put]).toEqual([[], [['s2', '{"a": 1}']]])
  })

  test('where that message is refused they wait for the next one, with those that it had', async () => {
    const page = await openPage(unnamed)
    await page.controller.putSly('{"a": 1}')
    const sent = page.controller.send('hello')
    const applied = page.controller.putSly('{"a": 1, "b": 2}')
    page.answer(undefined)
    expect(await sent).toBe(false)
    await applied
    expect([drafts(), page.put]).toEqual([[[HERE, '{"a": 1, "b": 2}']], []])
  })

  test('values of one network do not go with the message of another', async () => {
    const page = await openPage(unnamed)
    await page.controller.putSly('{"a": 1}')
    useStudio.setState({ networkName: 'other' })
    const sent = page.controller.send('hello')
    page.answer({ run: 'r2' as RunId, session: 's2' as SessionId })
    await sent
    expect(drafts()).toEqual([[HERE, '{"a": 1}']])
  })

  test('what was typed in it is told where it went, before it is out of view', async () => {
    const page = await openPage(unnamed)
    const told: unknown[] = []
    page.controller.onSessionNamed((named) => told.push([named, useStudio.getState().session]))
    const sent = page.controller.send('hello')
    page.answer({ run: 'r2' as RunId, session: 's2' as SessionId })
    await sent
    useStudio.setState(unnamed)
    page.controller.restoreSession('s1' as SessionId)
    expect(told).toEqual([
      [{ place: HERE, session: 's2', sent: true }, undefined],
      [{ place: HERE, session: 's1', sent: false }, undefined],
    ])
  })
})

describe('runs of other networks that a run asks', () => {
  const PEER = 'run_peer' as RunId
  const asks = { span: 'r.a.t1.1#1', parent: 'r.a.t1.1', of: 'tool', number: 1, digest: 'd', peerRun: PEER }
  const told = (run: string, ...events: readonly object[]): TailLine =>
    ({
      kind: 'events',
      run,
      events: events.map((event, seq) => ({ v: 1, runId: run, seq, at: seq, ...event })),
    }) as unknown as TailLine
  const begins = { type: 'run.started', span: 'r', parent: null, session: 's1', network: 'n', sly: [], message: 'x' }

  test('[U-85] are followed, because a person may be asked in them', async () => {
    const page = await openPage()
    await page.say(told('r1', begins, { type: 'attempt.started', ...asks }))
    expect(followed()).toEqual(['r1', PEER])
    expect(page.bodies.at(-1)?.watch.map(({ run }) => run)).toEqual(['r1', PEER])
  })

  test('[U-85] are looked for again where they have not begun when they are announced', async () => {
    const page = await openPage()
    await page.say(told('r1', begins, { type: 'attempt.started', ...asks }), { kind: 'end', run: PEER })
    expect(useRuns.getState().views.get(PEER)?.ended).toBe(true)
    await page.later()
    expect(useRuns.getState().views.get(PEER)?.ended).toBe(false)
    expect(page.bodies.at(-1)?.watch.map(({ run }) => run)).toContain(PEER)
  })

  test('are not read once they have answered', async () => {
    const page = await openPage()
    const answered = { type: 'attempt.finished', span: asks.span, parent: asks.parent, outcome: 'ok' }
    await page.say(told('r1', begins, { type: 'attempt.started', ...asks }, answered))
    expect(followed()).toEqual(['r1'])
  })
})

import type { RunEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import type { RunRequest, RunStore } from './ports.ts'
import { fakeHosts, scriptedModels, TEST_RUN, TEST_SESSION, testBench, testRequest } from './testing/index.ts'

const NETWORK = {
  llm_config: { model_name: 'gpt-4o' },
  studio: { mocks: { known: { result: 5 } } },
  tools: [
    { name: 'front', function: { description: 'I work.' }, instructions: 'Work.', tools: ['add', 'known'] },
    { name: 'add', function: { description: 'Adds.' }, class: 'add.Add' },
    { name: 'known', function: { description: 'Adds.' }, class: 'add.Add' },
  ],
}
const command = (message: string) => testRequest(NETWORK, message, { command: { prefix: ',' } })

/** A desk whose disk is slow: what is handed in is written, or refused, when the test says so. */
function slowDesk({ storeRecovers = false } = {}) {
  const handedIn: RunEvent[] = []
  let owners = 0
  let end: { write(): void; refuse(cause: Error): void } | undefined
  const disk = new Promise<void>((resolve, reject) => {
    end = { write: resolve, refuse: reject }
  })
  disk.catch(() => undefined)
  const wrapStore = (store: RunStore): RunStore => ({
    ...whole(store),
    own(run) {
      owners += 1
      return store.own(run)
    },
    async commit(run, epoch, batch) {
      handedIn.push(...batch.events)
      await disk
      return store.commit(run, epoch, batch)
    },
  })
  const models = scriptedModels([{ answer: { content: 'Done.' } }])
  const called: string[] = []
  const hosts = fakeHosts({ 'add.Add': () => String(called.push('add')) })
  const bench = testBench({ models, hosts, wrapStore, storeRecovers })
  const types = () => handedIn.map(({ type }) => type)
  const ownedTimes = () => owners
  return {
    ...bench,
    models,
    called,
    types,
    ownedTimes,
    write: () => end?.write(),
    refuse: (cause: Error) => end?.refuse(cause),
  }
}

const whole = (store: RunStore): RunStore => ({
  create: (row) => store.create(row),
  own: (run) => store.own(run),
  tail: (run, after, signal) => store.tail(run, after, signal),
  read: (run, after, limit) => store.read(run, after, limit),
  chunk: (sha) => store.chunk(sha),
  sealed: (session) => store.sealed(session),
  seal: (boxes, keys) => store.seal(boxes, keys),
  forget: (session) => store.forget(session),
  discard: (run) => store.discard(run),
  send: (run, sent) => store.send(run, sent),
  inbox: (run, signal) => store.inbox(run, signal),
  list: (filter) => store.list(filter),
  commit: (run, epoch, batch) => store.commit(run, epoch, batch),
})

/** As far as it goes without the disk; time does not pass. */
const untilTheDisk = async () => {
  for (let step = 0; step < 1_000; step += 1) await Promise.resolve()
}

test.each<[string, RunRequest, string]>([
  ['a model', testRequest(NETWORK, 'go'), 'model.started'],
  ['a tool', command(',add'), 'tool.started'],
])(
  '[E2] %s is asked nothing before the question and the beginning of its run are on disk',
  async (_who, request, last) => {
    const { runtime, models, called, types, write, log } = slowDesk()
    const started = runtime.start(request)
    let isTold = false
    void started.then(() => {
      isTold = true
    })
    await untilTheDisk()
    expect(types()).toEqual(expect.arrayContaining(['run.started', last, 'attempt.started']))
    expect([isTold, models.seen.length, called.length]).toEqual([false, 0, 0])
    write()
    await started
    await runtime.settled(TEST_RUN)
    expect(models.seen.length + called.length).toBe(1)
    expect((await log()).at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok' })
  },
)

test('[B-54] a command that a stand-in answers waits for the disk once: all of it may be written in one go', async () => {
  const { runtime, types, write, log } = slowDesk()
  const started = runtime.start(command(',known'))
  await untilTheDisk()
  expect([types()[0], types().at(-1), types().length]).toEqual(['run.started', 'run.finished', 10])
  expect(await log()).toEqual([])
  write()
  await started
  await runtime.settled(TEST_RUN)
  expect((await log()).at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: '5' })
})

test.each([
  ['a talk', testRequest(NETWORK, 'go')],
  ['a command', command(',known')],
])(
  '%s whose beginning the disk refuses has not been: nobody is asked, nothing is left, and no end is written later',
  async (_what, request) => {
    const { runtime, models, called, refuse, store, ownedTimes } = slowDesk({ storeRecovers: true })
    const started = runtime.start(request)
    await untilTheDisk()
    refuse(new Error('the disk is full'))
    await expect(started).rejects.toThrow('the disk is full')
    expect(runtime.activeRuns()).toEqual([])
    expect([models.seen.length, called.length]).toEqual([0, 0])
    expect(await store.list({ session: TEST_SESSION, limit: 9 })).toEqual([])
    expect(ownedTimes()).toBe(1)
  },
)

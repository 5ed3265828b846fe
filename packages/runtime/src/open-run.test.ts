import { type JsonText, ok } from '@slyglass/base'
import { isOf, RUN_SPAN, type RunEvent, verifyLog } from '@slyglass/run-log'
import { createVault } from '@slyglass/sly'
import { describe, expect, test } from 'vitest'
import { createRuntime } from './create-runtime.ts'
import { restoreVault, sealBoard } from './restore-vault.ts'
import { crashingStore } from './testing/crash.ts'
import {
  type FakeTool,
  fakeHosts,
  MemoryRunStore,
  nodeDigests,
  type ScriptedRule,
  SURROUNDINGS,
  scriptedModels,
  TEST_RUN,
  TEST_SESSION,
  testBench,
  testKeys,
  testRequest,
  VirtualClock,
} from './testing/index.ts'

const CANARY = 'k-demo-7431-canary'
const SLY = { token: JSON.stringify(CANARY) }
const RULES: readonly ScriptedRule[] = [
  { assistantTurns: 0, answer: { calls: [{ tool: 'tell', args: '{}' }] } },
  { answer: { content: `Done with ${CANARY}.` } },
]
const network = (studio: object = { on_doubt: 'rerun' }) => ({
  llm_config: { model_name: 'gpt-4o' },
  studio,
  tools: [
    { name: 'front', function: { description: 'I work.' }, instructions: 'Work.', tools: ['tell'] },
    { name: 'tell', function: { description: 'Tells.' }, class: 'tell.Tell' },
  ],
})
const tells: FakeTool = () => `told ${CANARY}`

interface Crash {
  readonly commit?: number
  readonly studio?: object
  readonly tool?: FakeTool
  readonly sly?: Readonly<Record<string, JsonText>>
}

/** A store as a server leaves it that dies at a commit; the first model request is the third. */
async function crashed({ commit = 6, studio, tool = tells, sly = SLY }: Crash = {}) {
  const store = new MemoryRunStore()
  const wrapStore = (inner: MemoryRunStore) => crashingStore(inner, { commit, written: true }, { dead: false })
  const hosts = fakeHosts({ 'tell.Tell': tool })
  const bench = testBench({ models: scriptedModels(RULES), hosts, store, sly, wrapStore: wrapStore as never })
  await bench.run(testRequest(network(studio), `Use ${CANARY}`)).catch(() => undefined)
  return store
}

const again = (store: MemoryRunStore) =>
  testBench({ models: scriptedModels(RULES), hosts: fakeHosts({ 'tell.Tell': tells }), store })
const goOn = async (store: MemoryRunStore) => {
  const bench = again(store)
  await bench.runtime.execute(TEST_RUN, new AbortController().signal)
  return { bench, log: await bench.log() }
}
const notes = (log: readonly RunEvent[], source: string) =>
  log.filter((event) => isOf(event, 'note.noted') && event.source === source)

describe('an open run of a server that is gone', () => {
  test('[M1.4] goes on, and says so', async () => {
    const { log } = await goOn(await crashed())
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'Done with ⟨sly:token⟩.' })
    expect(notes(log, 'resume')).toHaveLength(1)
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[M5] is ended at its third loss, and a server that let it go is no loss', async () => {
    const take = async (store: MemoryRunStore) => {
      const process = { dead: false }
      const bench = testBench({
        models: scriptedModels(RULES),
        hosts: fakeHosts({ 'tell.Tell': tells }),
        store,
        wrapStore: (inner) => crashingStore(inner, { commit: 1, written: true }, process),
      })
      await bench.runtime.execute(TEST_RUN, new AbortController().signal).catch(() => undefined)
      return bench.log()
    }
    const store = await crashed()
    for (const losses of [1, 2]) {
      const log = await take(store)
      expect([losses, notes(log, 'resume').length, log.at(-1)?.type]).toEqual([losses, losses, 'note.noted'])
    }
    const letGo = await crashed()
    for (let taken = 1; taken <= 2; taken += 1) await take(letGo)
    const { epoch, events } = await letGo.own(TEST_RUN)
    const place = { v: 1, runId: TEST_RUN, seq: events.length, at: 0, span: RUN_SPAN, parent: null } as const
    const note: RunEvent = { ...place, type: 'note.noted', level: 'info', source: 'let-go', text: '' }
    await letGo.commit(TEST_RUN, epoch, { events: [note], chunks: [], boxes: [] })
    expect((await goOn(store)).log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'host-lost' } })
    expect((await goOn(letGo)).log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('[M1.3] is explained where its network keeps private values in memory, and nothing of them was sealed', async () => {
    const store = await crashed({ studio: { on_doubt: 'rerun', sly: { keep: 'memory' } } })
    expect(await store.sealed(TEST_SESSION)).toEqual({ wrapped: undefined, boxes: new Map() })
    const { log } = await goOn(store)
    const failure = { code: 'host-lost', message: expect.stringContaining('studio.sly.keep = memory') }
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure })
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[M1.3] is explained when its session was forgotten', async () => {
    const store = await crashed()
    await store.forget(TEST_SESSION)
    const { log, bench } = await goOn(store)
    expect(log.at(-1)).toMatchObject({
      outcome: 'failed',
      failure: { message: expect.stringContaining('cannot be opened') },
    })
    expect((await bench.openedVault()).isEmpty).toBe(true)
  })

  test('[M1.4] names the live objects that went with the processes of its tools', async () => {
    const inner = fakeHosts({ 'tell.Tell': tells })
    const hosts = {
      ...inner,
      call: async (call: Parameters<typeof inner.call>[0]) => {
        const reply = await inner.call(call)
        return { ...reply, sly: { ...reply.sly, opaque: { conn: 'Connection' } } }
      },
    }
    const store = new MemoryRunStore()
    const process = { dead: false }
    const before = testBench({
      models: scriptedModels(RULES),
      hosts,
      store,
      sly: SLY,
      wrapStore: (one) => ({
        ...crashingStore(one, { commit: Number.POSITIVE_INFINITY, written: true }, process),
        async commit(run, epoch, batch) {
          if (process.dead) throw new Error('the process is dead')
          await one.commit(run, epoch, batch)
          if (batch.events.some((event) => event.type === 'tool.finished')) process.dead = true
        },
      }),
    })
    await before.run(testRequest(network(), 'go')).catch(() => undefined)
    const { log } = await goOn(store)
    const gone = log.find((event) => isOf(event, 'note.noted') && event.text.includes('conn (Connection)'))
    expect(gone).toMatchObject({ level: 'warning', span: RUN_SPAN })
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('[S-40] is not started where it may not be: why stands in its end, and nothing was asked', async () => {
    const store = await crashed()
    const models = scriptedModels(RULES)
    const runtime = createRuntime({
      ...{ store, models, hosts: fakeHosts({}), clock: new VirtualClock(), digests: nodeDigests },
      vault: async () => createVault({ hmac: testKeys(TEST_SESSION).hmac }),
      surroundings: async () => ({ ok: false, error: { code: 'host-lost', message: 'its folder is not trusted' } }),
    })
    await runtime.execute(TEST_RUN, new AbortController().signal)
    const log = await store.read(TEST_RUN, -1, 1000)
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { message: 'its folder is not trusted' } })
    expect(models.seen).toEqual([])
  })
})

describe('a start that fails before its first event', () => {
  test('leaves no open row that would lock the session', async () => {
    const store = new MemoryRunStore()
    const process = { dead: false }
    const refusing = {
      ...crashingStore(store, { commit: 1, written: false }, process),
      discard: (run: typeof TEST_RUN) => store.discard(run),
    }
    const runtime = createRuntime({
      ...{ store: refusing, models: scriptedModels(RULES), hosts: fakeHosts({}), clock: new VirtualClock() },
      digests: nodeDigests,
      vault: async () => createVault({ hmac: testKeys(TEST_SESSION).hmac }),
      surroundings: async () => ok(SURROUNDINGS),
    })
    await expect(runtime.start(testRequest(network(), 'go'))).rejects.toThrow('dead')
    expect(await store.list({ session: TEST_SESSION, limit: 9 })).toEqual([])
  })
})

describe('a vault that is restored', () => {
  const open = async (store: MemoryRunStore) => {
    const keys = testKeys(TEST_SESSION)
    const vault = createVault({ hmac: keys.hmac, keys })
    await restoreVault(vault, TEST_SESSION, store)
    return vault
  }

  test('[M1.3] holds what the runs left, and still looks for what a key held before', async () => {
    const store = await crashed({
      commit: 99,
      tool: (_, { board }) => {
        board.set('token', '"another-one-9911"')
        board.set('cost', '3.0')
        return 'changed'
      },
    })
    const vault = await open(store)
    expect([...vault.values()]).toEqual([
      ['token', '"another-one-9911"'],
      ['cost', '3.0'],
    ])
    expect(vault.search('').mask(`${CANARY} and another-one-9911`).text).toBe('⟨sly:token⟩ and ⟨sly:token⟩')
  })

  test('[M1.3] holds what a person wrote between two runs, until the next one begins', async () => {
    const bench = testBench({ models: scriptedModels(RULES), hosts: fakeHosts({ 'tell.Tell': tells }), sly: SLY })
    await bench.run(testRequest(network(), 'go'))
    const vault = await open(bench.store)
    vault.replace(new Map([['mine', '"typed-by-hand-77"']]))
    await sealBoard(vault, TEST_SESSION, bench.store)
    expect(Object.fromEntries((await open(bench.store)).values())).toEqual({ mine: '"typed-by-hand-77"' })
    expect((await open(bench.store)).search('').mask(CANARY).text).toBe(CANARY)
    expect(bench.store.bytes()).not.toContain('typed-by-hand-77')
  })
})

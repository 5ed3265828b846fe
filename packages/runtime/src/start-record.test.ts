import type { EventOf } from '@slyglass/run-log'
import { createVault } from '@slyglass/sly'
import { describe, expect, test } from 'vitest'
import { requestFromLog } from './index.ts'
import type { RunRequest, RunStore } from './ports.ts'
import { startRecord } from './start-record.ts'
import {
  fakeHosts,
  MemoryRunStore,
  nodeDigests,
  SURROUNDINGS,
  scriptedModels,
  TEST_RUN,
  testBench,
  testHmac,
  testRequest,
} from './testing/index.ts'

const NETWORK = {
  llm_config: { model_name: 'gpt-4o' },
  tools: [{ name: 'front', function: { description: 'I answer.' }, instructions: 'AGENT:front Answer.' }],
}
const emptyVault = () => createVault({ hmac: testHmac })

describe('the inputs of a run', () => {
  test('[M1.3] are frozen into its log and come out of it again', async () => {
    const request: RunRequest = testRequest(NETWORK, 'And {now}?', {
      history: [
        { type: 'HUMAN', text: 'Hello {{there}}' },
        { type: 'AI', text: 'AI says\nHUMAN things' },
      ],
      documents: [
        { path: 'registries/test.hocon', text: `{ "x": "${'$'}{?REGION}", "tools": [] }` },
        { path: 'registries/more.hocon', text: 'a = 1\n' },
      ],
      env: { REGION: 'eu' },
      streaming: 'on',
    })
    const bench = testBench({ models: scriptedModels([]), hosts: fakeHosts({}) })
    const log = await bench.run(request)
    const started = log[0] as EventOf<'run.started'>
    const read = await requestFromLog(bench.store, { truth: started, logged: started }, [], SURROUNDINGS)
    expect(read.request).toEqual(request)
  })

  test('variables that nobody names, and those that sound like credentials, are not kept', () => {
    const text = `key = ${'$'}{OPENAI_API_KEY}, region = ${'$'}{?REGION}, token = ${'$'}{ACCESS_TOKEN}`
    const request = testRequest(NETWORK, 'Hi', {
      documents: [{ path: 'registries/test.hocon', text }],
      env: { OPENAI_API_KEY: 'sk-1', ACCESS_TOKEN: 't', REGION: 'eu', HOME: '/home/someone' },
    })
    const { draft } = startRecord(request, emptyVault(), { digests: nodeDigests, search: undefined })
    expect(draft.env).toEqual({ REGION: 'eu' })
  })

  test('[M1.3] a private value in the history or in a document is masked before it is kept', () => {
    const vault = createVault({ hmac: testHmac, values: new Map([['token', '"k-demo-7431-canary"']]) })
    const request = testRequest(NETWORK, 'Hi', { history: [{ type: 'AI', text: 'It was k-demo-7431-canary.' }] })
    const { chunks } = startRecord(request, vault, { digests: nodeDigests, search: vault.search('') })
    expect(chunks.map((chunk) => chunk.text)).toContain('AI It was ⟨sly:token⟩.')
  })

  test('[M1.3] a lost text is an error, not an empty one', async () => {
    const bench = testBench({ models: scriptedModels([]), hosts: fakeHosts({}) })
    const log = await bench.run(testRequest(NETWORK, 'Hi'))
    const store: Pick<RunStore, 'chunk'> = { chunk: async () => undefined }
    const started = log[0] as EventOf<'run.started'>
    const reading = requestFromLog(store, { truth: started, logged: started }, [], SURROUNDINGS)
    await expect(reading).rejects.toThrow('has lost')
  })
})

describe('a store that fails', () => {
  test.each([
    ['once in the middle', 4],
    ['for a while', 8],
  ])('%s: the run is ended as not written, so that nobody waits for it', async (_, last) => {
    const store = new MemoryRunStore()
    let commits = 0
    const bench = testBench({
      models: scriptedModels([{ answer: { content: 'Hi.' } }]),
      hosts: fakeHosts({}),
      store,
      storeRecovers: last > 4,
      wrapStore: (inner) =>
        Object.assign(Object.create(inner) as RunStore, {
          commit: (...args: Parameters<RunStore['commit']>) => {
            commits += 1
            return commits >= 4 && commits <= last
              ? Promise.reject(new Error('the disk is full'))
              : store.commit(...args)
          },
          own: (run: Parameters<RunStore['own']>[0]) => store.own(run),
          create: (row: Parameters<RunStore['create']>[0]) => store.create(row),
          inbox: (...args: Parameters<RunStore['inbox']>) => store.inbox(...args),
        }),
    })
    const log = await bench.run(testRequest(NETWORK, 'Hi'))
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'log-not-written' } })
    expect(bench.runtime.activeRuns()).toEqual([])
  })

  test('at the start: nothing has begun, and the caller is told', async () => {
    const bench = testBench({
      models: scriptedModels([]),
      hosts: fakeHosts({}),
      wrapStore: (inner) =>
        Object.assign(Object.create(inner) as RunStore, {
          commit: () => Promise.reject(new Error('the disk is full')),
          own: (run: Parameters<RunStore['own']>[0]) => inner.own(run),
          create: (row: Parameters<RunStore['create']>[0]) => inner.create(row),
        }),
    })
    await expect(bench.runtime.start(testRequest(NETWORK, 'Hi'))).rejects.toThrow('the disk is full')
    expect(bench.runtime.activeRuns()).toEqual([])
    expect(await bench.log(TEST_RUN)).toEqual([])
  })
})

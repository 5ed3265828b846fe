// How choices of models become requests: fallbacks in order, the second endpoint, and keys that no log holds.
import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure } from '../ports.ts'
import { fakeHosts, scriptedModels, testBench, testRequest } from '../testing/index.ts'

const network = (config: object) => ({
  llm_config: config,
  tools: [{ name: 'front', function: { description: 'I answer.' }, instructions: 'AGENT:front Answer.' }],
})
const refused = new ModelFailure({ code: 'request-refused', message: 'No.', detail: '{}', retryable: false }, 400)

describe('[N-91] fallbacks', () => {
  const both = { fallbacks: [{ model_name: 'gpt-4o' }, { model_name: 'gpt-4o-mini' }] }
  test('the next model is asked when one fails; the log says who answered, and for what price', async () => {
    const rules = [
      { attempt: 0, answer: { failure: refused } },
      { attempt: 1, answer: { content: 'Here.' } },
    ]
    const models = scriptedModels(rules)
    const log = await testBench({ models, hosts: fakeHosts({}) }).run(testRequest(network(both), 'go'))
    expect(models.seen.map(({ body }) => /"model":"([^"]+)"/.exec(body)?.[1])).toEqual([
      'gpt-4o-2024-08-06',
      'gpt-4o-mini-2024-07-18',
    ])
    expect(log.find((event) => event.type === 'model.finished')).toMatchObject({
      attempts: 2,
      answeredBy: { providerClass: 'openai', model: 'gpt-4o-mini-2024-07-18' },
    })
    expect(verifyLog(log, 'finished')).toEqual([])
  })
  test('a known price is told', async () => {
    const models = scriptedModels([{ answer: { content: 'Here.' } }])
    const log = await testBench({ models, hosts: fakeHosts({}) }).run(testRequest(network({}), 'go'))
    const usage = log.flatMap((event) => (event.type === 'model.finished' ? [event.usage] : []))
    expect(usage).toEqual([{ promptTokens: 11, completionTokens: 7, cost: expect.closeTo(0.00011725, 10) }])
  })
})

describe('an endpoint without /responses', () => {
  const paths = (log: readonly { readonly type: string }[]) =>
    log.flatMap((event) => ('request' in event ? [String((event.request as { url: string }).url).split('/v1')[1]] : []))

  test('chat is asked instead, said once, and at once in the next run', async () => {
    const models = scriptedModels([{ answer: { content: 'Here.' } }], undefined, 'responses')
    const bench = testBench({ models, hosts: fakeHosts({}) })
    const log = await bench.run(testRequest(network({}), 'go'))
    expect(paths(log)).toEqual(['/responses', '/chat/completions'])
    expect(log.filter((event) => event.type === 'note.noted')).toHaveLength(1)
    const again = testRequest(network({}), 'go', { run: 'run_bbbbbbbbbbbbbbbbbbbb' as never })
    expect(paths(await bench.run(again))).toEqual(['/chat/completions'])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Here.' })
  })

  test('who asked for it by name is told instead', async () => {
    const models = scriptedModels([{ answer: { content: 'Here.' } }], undefined, 'responses')
    const asked = testRequest(network({ max_retries: 0 }), 'go')
    const request = { ...asked, provider: { ...asked.provider, api: 'responses' as const } }
    const log = await testBench({ models, hosts: fakeHosts({}) }).run(request)
    expect(paths(log)).toEqual(['/responses', '/responses', '/responses'])
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'responses-missing' } })
  })
})

test('a key that the network holds goes with the request and into no log', async () => {
  const models = scriptedModels([{ answer: { content: 'Here.' } }])
  const bench = testBench({ models, hosts: fakeHosts({}) })
  await bench.run(testRequest(network({ openai_api_key: 'key-in-the-network' }), 'go'))
  expect(bench.store.bytes()).toContain('⟨credential⟩')
  expect(bench.store.bytes()).not.toContain('key-in-the-network')
})

test('without a usable model nothing is sent, and the answer says why', async () => {
  const models = scriptedModels([])
  const log = await testBench({ models, hosts: fakeHosts({}) }).run(testRequest(network({ model_name: 'nope' }), 'go'))
  expect(models.seen).toEqual([])
  expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'no-model' } })
})

// Which of OpenAI's endpoints is asked: as the network says, or as Settings say.
import { type FakeOpenAi, startFakeOpenAi } from '@slyglass/models/testing'
import type { ModelSettings } from '@slyglass/protocol'
import { afterEach, expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { startTrusted, put } = studioPerTest()
const network = (more: string) => `{
  llm_config { model_name = "gpt-4o" ${more} }
  tools = [ { name = desk, function { description = "Answers." }, instructions = "Answer." } ]
}`
const SCRIPT = { rules: [{ answer: { content: 'Hello.' } }] }

let endpoint: FakeOpenAi | undefined
afterEach(() => endpoint?.close())

async function studioWith(api: ModelSettings['api']) {
  endpoint = await startFakeOpenAi({ script: SCRIPT })
  put({
    'registries/new.hocon': network(', use_responses_api = true'),
    'registries/old.hocon': network(', use_responses_api = false'),
  })
  const { client, project } = await startTrusted()
  const settings = { baseUrl: endpoint.baseUrl, modelName: null, ...(api === undefined ? {} : { api }) }
  const status = await must(client.saveModel(settings))
  const { requests } = endpoint
  const talk = async (name: string) => {
    const before = requests.length
    const { events } = await converse(client, { project, network: name, message: 'hi' })
    return { events, paths: requests.slice(before).map(({ path }) => path.replace('/v1', '')) }
  }
  return { client, status, talk }
}

test('auto follows the network, and goes on with chat, once and told, where there is no /responses', async () => {
  const { talk, status } = await studioWith(undefined)
  expect(status.api).toBe('auto')
  const first = await talk('new')
  expect(first.paths).toEqual(['/responses', '/chat/completions'])
  expect(eventsOf(first.events, 'note.noted').map(({ text }) => text)).toEqual([
    expect.stringContaining('has no /responses endpoint'),
  ])
  expect(eventsOf(first.events, 'run.finished')).toMatchObject([{ outcome: 'ok', answer: 'Hello.' }])
  const second = await talk('new')
  expect(second.paths).toEqual(['/chat/completions'])
  expect(eventsOf(second.events, 'note.noted')).toEqual([])
})

test('chat is asked whatever the network says, and kept until something else is chosen', async () => {
  const { client, talk, status } = await studioWith('chat')
  expect(status.api).toBe('chat')
  expect((await talk('new')).paths).toEqual(['/chat/completions'])
  const kept = await must(client.saveModel({ baseUrl: endpoint?.baseUrl ?? null, modelName: null }))
  expect(kept.api).toBe('chat')
  expect((await must(client.modelStatus())).api).toBe('chat')
})

test('responses is asked whatever the network says; an endpoint without it fails the run in words', async () => {
  const { client, talk } = await studioWith('responses')
  const { events, paths } = await talk('old')
  expect(new Set(paths)).toEqual(new Set(['/responses']))
  expect(eventsOf(events, 'model.finished').at(-1)).toMatchObject({ failure: { code: 'responses-missing' } })
  const tested = await must(client.testModel({ baseUrl: endpoint?.baseUrl ?? null, modelName: 'm', api: 'responses' }))
  expect(tested).toMatchObject({ ok: false, message: expect.stringContaining('/responses') })
})

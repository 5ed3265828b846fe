// Ways of an endpoint that Settings know: reasoning between tags, and chat templates that want user and assistant in turns.
import type { SessionId } from '@slyglass/base'
import { type FakeOpenAi, startFakeOpenAi } from '@slyglass/models/testing'
import type { ModelSettings } from '@slyglass/protocol'
import { afterEach, expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { startTrusted, put } = studioPerTest()
const NETWORK = `{
  llm_config { model_name = "gpt-4o", use_responses_api = false }
  tools = [ { name = desk, function { description = "Answers." }, instructions = "Answer." } ]
}`
const THOUGHT = '<think>plan: say</think>42'

let endpoint: FakeOpenAi | undefined
afterEach(() => endpoint?.close())

async function studioWith(ways: Pick<ModelSettings, 'reasoningTags' | 'strictRoles'>) {
  endpoint = await startFakeOpenAi({ script: { rules: [{ answer: { content: THOUGHT, chunks: 9 } }] } })
  put({ 'registries/desk.hocon': NETWORK })
  const { client, project } = await startTrusted()
  const base = { baseUrl: endpoint.baseUrl, modelName: null }
  const status = await must(client.saveModel({ ...base, ...ways }))
  const { requests } = endpoint
  const sent = () => requests.map(({ body }) => JSON.parse(body).messages.map(({ role }: { role: string }) => role))
  const talk = (message: string, session?: SessionId) =>
    converse(client, { project, network: 'desk', message, ...(session === undefined ? {} : { session }) })
  return { client, status, talk, sent, requests, base, misbehave: endpoint.misbehave }
}

test('[B35] folded reasoning is no part of answer, stream and next request; the trace keeps it, and the text as it came', async () => {
  const { talk, requests, status } = await studioWith({ reasoningTags: 'fold' })
  expect(status).toMatchObject({ reasoningTags: 'fold', strictRoles: false })
  const first = await talk('what?')
  expect(eventsOf(first.events, 'run.finished')).toMatchObject([{ answer: '42' }])
  const streamed = eventsOf(first.events, 'attempt.delta').filter(({ kind }) => kind === 'text')
  expect(streamed.map(({ text }) => text).join('')).toBe('42')
  expect(eventsOf(first.events, 'attempt.finished')[0]?.answer).toMatchObject({
    text: '42',
    reasoning: 'plan: say',
    raw: THOUGHT,
  })
  await talk('and?', first.session)
  expect(requests).toHaveLength(2)
  expect(requests[1]?.body).toContain('42')
  expect(requests[1]?.body).not.toContain('plan: say')
})

test('[B35] without the setting texts stay as they come, and a choice is kept until another is made', async () => {
  const { client, talk, status, base } = await studioWith({})
  expect(status).toMatchObject({ reasoningTags: 'keep', strictRoles: false })
  expect(eventsOf((await talk('what?')).events, 'run.finished')).toMatchObject([{ answer: THOUGHT }])
  await must(client.saveModel({ ...base, reasoningTags: 'fold', strictRoles: true }))
  expect(await must(client.saveModel(base))).toMatchObject({ reasoningTags: 'fold', strictRoles: true })
  const off = await must(client.saveModel({ ...base, reasoningTags: 'keep', strictRoles: false }))
  expect(off).toMatchObject({ reasoningTags: 'keep', strictRoles: false })
})

test('[B53] a refusal of the order of messages names the setting; with it the conversation goes on in turns', async () => {
  const { client, talk, sent, misbehave, base } = await studioWith({ strictRoles: false })
  const message = 'Conversation roles must alternate user/assistant/user/assistant/...'
  misbehave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) })
  const refused = await talk('a')
  expect(eventsOf(refused.events, 'run.finished')[0]?.failure).toMatchObject({
    code: 'roles-refused',
    message: expect.stringContaining('Switch on "Strict roles" in Settings'),
  })
  misbehave(undefined)
  await must(client.saveModel({ ...base, strictRoles: true }))
  const { events } = await talk('b', refused.session)
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
  expect(eventsOf(events, 'attempt.started')).toMatchObject([{ strictRoles: true }])
  const last = sent().at(-1) ?? []
  expect(last[0]).toBe('system')
  expect(last.slice(1).every((role: string, at: number) => role === (at % 2 === 0 ? 'user' : 'assistant'))).toBe(true)
})

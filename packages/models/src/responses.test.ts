// The second endpoint, over a real connection and inside the offline model.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ModelFailure, type ModelProvider, type WireRequest } from '@slyglass/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { createModelPort } from './model-port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** Answers every request with one text. */
async function serve(status: number, contentType: string, text: string): Promise<ModelProvider> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': contentType })
    response.end(text)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { ref: { label: 'm', baseUrl, offline: false }, baseUrl }
}

const BODY = '{"input":[{"content":"hi","role":"user","type":"message"}],"model":"m","temperature":1.0,"stream":'

async function ask(provider: ModelProvider, stream: boolean, credential?: { kind: 'given'; value: string }) {
  const seen: WireRequest[] = []
  const pieces: string[] = []
  const reply = await createModelPort({ credential: () => undefined }).send({
    provider,
    agent: 'front',
    network: 'demo',
    api: 'responses',
    ...(credential !== undefined && { credential }),
    body: `${BODY}${stream}}`,
    signal: new AbortController().signal,
    beforeSend: async (wire) => {
      seen.push(wire)
      return 'send'
    },
    onText: (text) => pieces.push(text),
  })
  return { reply, seen, pieces }
}

async function codeOf(provider: ModelProvider, stream = false): Promise<string> {
  const error: unknown = await ask(provider, stream).catch((reason: unknown) => reason)
  return error instanceof ModelFailure ? error.failure.code : `no failure: ${String(error)}`
}

const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'keep', arguments: '{"n": 3.0}' }
const response = (output: object[], more: object = {}) => ({
  id: 'resp_1',
  status: 'completed',
  model: 'm-1',
  output,
  usage: { input_tokens: 11, output_tokens: 7 },
  ...more,
})
const events = (...list: { type: string }[]) =>
  list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

describe('an answer of /responses', () => {
  test('exact bytes go out, text, calls with their own ids and usage come back', async () => {
    const provider = await serve(200, 'application/json', JSON.stringify(response([message, call])))
    const { reply, seen } = await ask(provider, false, { kind: 'given', value: 'own-key' })
    expect(seen[0]).toMatchObject({ url: `${provider.baseUrl}/responses`, body: `${BODY}false}` })
    expect(JSON.stringify(seen)).not.toContain('own-key')
    expect(reply).toEqual({
      text: 'Hello.',
      calls: [{ id: 'call_1', tool: 'keep', args: '{"n": 3.0}', itemId: 'fc_1' }],
      finishReason: 'tool_calls',
      model: 'm-1',
      usage: { promptTokens: 11, completionTokens: 7 },
    })
  })

  test('a call behind a reasoning item stands alone, without its id', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] }
    const provider = await serve(200, 'application/json', JSON.stringify(response([reasoning, call])))
    expect((await ask(provider, false)).reply.calls).toEqual([{ id: 'call_1', tool: 'keep', args: '{"n": 3.0}' }])
  })

  test('an answer that was cut off says why', async () => {
    const cut = response([message], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    const provider = await serve(200, 'application/json', JSON.stringify(cut))
    expect((await ask(provider, false)).reply).toMatchObject({ text: 'Hello.', finishReason: 'length' })
  })

  test('text streams; the last event counts, or the items told before when it holds none', async () => {
    const text = events(
      { type: 'response.output_text.delta', delta: 'Hel' } as { type: string },
      { type: 'response.output_text.delta', delta: 'lo.' } as { type: string },
      { type: 'response.output_item.done', item: message } as { type: string },
      { type: 'response.completed', response: response([]) } as { type: string },
    )
    const { reply, pieces } = await ask(await serve(200, 'text/event-stream', text), true)
    expect([pieces, reply.text, reply.finishReason]).toEqual([['Hel', 'lo.'], 'Hello.', 'stop'])
  })
})

describe('an endpoint that has none', () => {
  test.each([
    [404, 'application/json', '{"detail":"Not Found"}', 'responses-missing'],
    [404, 'text/html', '<!doctype html><title>404</title>', 'responses-missing'],
    [405, 'text/plain', '', 'responses-missing'],
    [404, 'application/json', '{"error":{"message":"The model `x` does not exist"}}', 'model-not-found'],
    [401, 'application/json', '{"error":{"message":"no"}}', 'credential-missing'],
  ])('%i %s %s → %s', async (status, type, body, code) => {
    expect(await codeOf(await serve(status, type, body))).toBe(code)
  })

  test.each([
    ['the stream ends early', events({ type: 'response.created' }), 'connection-cut'],
    [
      'it fails by itself',
      events({ type: 'response.failed', response: response([], { status: 'failed' }) } as never),
      'provider-error',
    ],
  ])('%s', async (_what, text, code) => {
    expect(await codeOf(await serve(200, 'text/event-stream', text), true)).toBe(code)
  })
})

describe('the offline model', () => {
  const script = JSON.stringify({
    rules: [
      { tool_results: 0, answer: { tool_calls: [{ name: 'keep', arguments: { n: 1 } }] } },
      { tool: 'kept', answer: { content: 'It says {{tool}}, {{user}}.' } },
    ],
  })
  const offline: ModelProvider = {
    ref: { label: 'o', baseUrl: 'offline:', offline: true },
    baseUrl: 'offline:',
    script,
  }
  const send = (input: object[], stream: boolean) =>
    createModelPort({ credential: () => undefined }).send({
      provider: offline,
      agent: 'front',
      network: 'demo',
      api: 'responses',
      body: JSON.stringify({ input, model: 'm', stream }),
      signal: new AbortController().signal,
      beforeSend: async () => 'send',
      onText: () => undefined,
    })
  const user = { role: 'user', type: 'message', content: 'please' }

  test.each([false, true])('follows its script at this endpoint too (streaming: %s)', async (stream) => {
    const first = await send([user], stream)
    expect(first).toMatchObject({
      calls: [{ id: 'call_offline_0_0', tool: 'keep', args: '{"n":1}' }],
      model: 'offline-model',
    })
    const items = first.calls.flatMap(({ id, tool, args }) => [
      { type: 'function_call', call_id: id, name: tool, arguments: args },
      { type: 'function_call_output', call_id: id, output: 'kept' },
    ])
    expect((await send([user, ...items], stream)).text).toBe('It says kept, please.')
  })
})

// Streams as servers in the field send them, each named by its case.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ModelFailure, type ModelProvider, type ModelReply } from '@slyglass/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { createModelPort } from './model-port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** The reply to a stream of these chunks; `cut` breaks the connection in place of an end. */
async function replyTo(
  chunks: readonly object[],
  end: 'done' | 'cut' = 'done',
  more: { readonly provider?: Partial<ModelProvider>; readonly onText?: (text: string) => void } = {},
): Promise<ModelReply> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    if (end === 'done') response.end(`${lines}data: [DONE]\n\n`)
    else response.write(lines, () => response.destroy())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return createModelPort({ credential: () => undefined }).send({
    provider: { ref: { label: 'm', baseUrl, offline: false }, baseUrl, ...more.provider },
    agent: 'front',
    network: 'demo',
    body: '{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}',
    signal: new AbortController().signal,
    beforeSend: async () => 'send',
    onText: more.onText ?? (() => undefined),
  })
}

type Piece = Readonly<Record<string, unknown>>
const pieces = (...calls: readonly Piece[]) => ({ choices: [{ index: 0, delta: { tool_calls: calls } }] })
const piece = (index: number | undefined, id: string | null | undefined, name: string | undefined, args: string) => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), arguments: args },
})
const text = (content: string, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})
const end = (finish: string | null) => ({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })

describe('[B10] pieces of calls', () => {
  test('without an index are calls by their ids', async () => {
    const reply = await replyTo([
      pieces(piece(undefined, 'x1', 'f', '{}'), piece(undefined, 'x2', 'g', '{}')),
      end('tool_calls'),
    ])
    expect(reply.calls).toEqual([
      { id: 'x1', tool: 'f', args: '{}' },
      { id: 'x2', tool: 'g', args: '{}' },
    ])
  })

  test('without an id are one call with an id of its own, its arguments whole', async () => {
    const reply = await replyTo([
      pieces(piece(0, undefined, 'f', '{"q":')),
      pieces(piece(0, undefined, undefined, '"z"}')),
      end('tool_calls'),
    ])
    expect(reply.calls).toEqual([{ id: expect.stringMatching(/.+/), tool: 'f', args: '{"q":"z"}' }])
  })

  test('with id null after a proper one are a second call, with an id that differs', async () => {
    const reply = await replyTo([
      pieces(piece(0, 'x1', 'f', '{}')),
      pieces(piece(1, null, 'g', '{}')),
      end('tool_calls'),
    ])
    expect(reply.calls.map(({ tool }) => tool)).toEqual(['f', 'g'])
    expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2)
  })
})

test('[B11] an empty name in a later piece does not erase the first; what was written stays as it is', async () => {
  const reply = await replyTo([
    pieces(piece(0, 'c1', 'glob', '{"p":"*"}')),
    pieces(piece(0, undefined, '', '{"p":"src"}')),
    end('tool_calls'),
  ])
  expect(reply.calls).toEqual([{ id: 'c1', tool: 'glob', args: '{"p":"*"}{"p":"src"}' }])
})

test('[B29] two calls that share an index are two calls by their ids', async () => {
  const reply = await replyTo([
    pieces(piece(0, 'c1', 'add', '{"a":1}')),
    pieces(piece(0, 'c2', 'add', '{"a":')),
    pieces(piece(0, 'c2', undefined, '2}')),
    end('tool_calls'),
  ])
  expect(reply.calls).toEqual([
    { id: 'c1', tool: 'add', args: '{"a":1}' },
    { id: 'c2', tool: 'add', args: '{"a":2}' },
  ])
})

describe('[B34] an answer', () => {
  test('with a whole call and no finish reason is that call', async () => {
    const reply = await replyTo([pieces(piece(0, 'c1', 'now', '{}')), end(null)])
    expect(reply.calls).toEqual([{ id: 'c1', tool: 'now', args: '{}' }])
  })

  test('with an empty finish reason goes on', async () => {
    const reply = await replyTo([text('He', ''), text('llo', 'stop')])
    expect(reply).toMatchObject({ text: 'Hello', finishReason: 'stop', calls: [] })
  })

  test.each(['done', 'cut'] as const)('that ends in the middle of a call (%s) is none', async (how) => {
    const broken = replyTo([pieces(piece(0, 'c1', 'now', '{"a":'))], how)
    const failure = await broken.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ failure: { code: 'connection-cut', retryable: true } })
  })
})

describe('[B35] reasoning tags', () => {
  const FOLD = { reasoningTags: 'fold' } as const
  const SPLIT = [text('<th'), text('ink>plan: say </thi'), text('nk>42', 'stop')]

  test('are folded away where the setting says so, while the text streams too', async () => {
    const shown: string[] = []
    const reply = await replyTo(SPLIT, 'done', { provider: FOLD, onText: (piece) => shown.push(piece) })
    expect(reply).toMatchObject({ text: '42', reasoning: 'plan: say ', raw: '<think>plan: say </think>42' })
    expect(shown.join('')).toBe('42')
  })

  test('stay as they come without it', async () => {
    const reply = await replyTo(SPLIT)
    expect(reply.text).toBe('<think>plan: say </think>42')
    expect(reply).not.toHaveProperty('reasoning')
  })

  test('without an opening one, in a text about them, and never closed before a call', async () => {
    const folded = (chunks: readonly object[]) => replyTo(chunks, 'done', { provider: FOLD })
    expect(await folded([text('plan</think>42', 'stop')])).toMatchObject({ text: '42', reasoning: 'plan' })
    const about = 'Write `<think>` in backticks'
    expect((await folded([text(about, 'stop')])).text).toBe(about)
    const called = await folded([
      text('<think>I need the time'),
      pieces(piece(0, 'c1', 'now', '{}')),
      end('tool_calls'),
    ])
    expect(called).toMatchObject({ text: '', calls: [{ tool: 'now' }], reasoning: 'I need the time' })
  })
})

describe('[B53] a chat template that refuses the order of messages', () => {
  const refusals = [
    [400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
    [400, 'After the optional system message, conversation roles must alternate user and assistant roles'],
    [500, 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...'],
    [400, "Unexpected role 'user' after role 'tool'"],
    [400, 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant'],
    [400, 'System role not supported'],
    [422, 'System message must be at the beginning.'],
    [400, 'messages: text content blocks must be non-empty: messages.1 has empty content'],
  ] as const

  test.each(refusals)('is told by the setting that helps: %i %s', async (status, message) => {
    const failure = await refusalOf(status, message, {})
    expect(failure).toMatchObject({ code: 'roles-refused', retryable: false })
    expect(failure?.message).toContain('"Strict roles" in Settings')
    expect(failure?.message).toContain(message)
    expect((await refusalOf(status, message, { strictRoles: true }))?.message).toContain('on already')
  })

  test.each([
    [400, 'Invalid value for temperature'],
    [400, 'The model does not support tools'],
    [401, 'Your role may not read this'],
    [500, 'Out of memory'],
  ] as const)('is not taken for another refusal: %i %s', async (status, message) => {
    expect(await refusalOf(status, message, {})).not.toMatchObject({ code: 'roles-refused' })
  })
})

async function refusalOf(status: number, message: string, provider: Partial<ModelProvider>) {
  const baseUrl = 'http://127.0.0.1:9/v1'
  const answer = async () => new Response(JSON.stringify({ error: { message } }), { status })
  const failed = await createModelPort({ credential: () => undefined, fetch: answer })
    .send({
      provider: { ref: { label: 'm', baseUrl, offline: false }, baseUrl, ...provider },
      agent: 'front',
      network: 'demo',
      body: '{"model":"m","messages":[{"role":"user","content":"hi"}]}',
      signal: new AbortController().signal,
      beforeSend: async () => 'send',
      onText: () => undefined,
    })
    .catch((error: unknown) => error)
  return failed instanceof ModelFailure ? failed.failure : undefined
}

describe('[B58] what an answer holds decides, not its finish reason', () => {
  test('calls with "stop" are calls', async () => {
    const reply = await replyTo([pieces(piece(0, 'c1', 'now', '{}')), end('stop')])
    expect(reply).toMatchObject({ calls: [{ tool: 'now' }], finishReason: 'stop' })
  })

  test('a text with "tool_calls" is a text', async () => {
    const reply = await replyTo([text('Done.'), end('tool_calls')])
    expect(reply).toMatchObject({ text: 'Done.', calls: [], finishReason: 'tool_calls' })
  })
})

describe('[B59] chunks without choices', () => {
  test('are passed over, and usage that comes last counts', async () => {
    const reply = await replyTo([
      { choices: [], prompt_filter_results: [] },
      text('ok', 'stop'),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 } },
      { object: 'ping' },
    ])
    expect(reply).toMatchObject({ text: 'ok', usage: { promptTokens: 7, completionTokens: 1 } })
  })

  test('usage that never comes is none, not nought', async () => {
    expect(await replyTo([text('ok', 'stop')])).not.toHaveProperty('usage')
  })
})

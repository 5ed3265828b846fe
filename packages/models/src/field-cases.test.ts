// Streams as servers in the field send them, each named by its case.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ModelFailure, type ModelReply } from '@slyglass/runtime'
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
async function replyTo(chunks: readonly object[], end: 'done' | 'cut' = 'done'): Promise<ModelReply> {
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
    provider: { ref: { label: 'm', baseUrl, offline: false }, baseUrl },
    agent: 'front',
    network: 'demo',
    body: '{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}',
    signal: new AbortController().signal,
    beforeSend: async () => 'send',
    onText: () => undefined,
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

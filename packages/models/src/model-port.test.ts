import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { ModelFailure, type ModelProvider, type WireRequest } from '@slyglass/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { createModelPort, type ModelPortOptions } from './model-port.ts'
import { type FakeFault, type FakeOpenAi, startFakeOpenAi } from './testing/index.ts'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

async function fake(options: Parameters<typeof startFakeOpenAi>[0] = {}): Promise<FakeOpenAi> {
  const server = await startFakeOpenAi(options)
  running.push(server)
  return server
}

const providerAt = (baseUrl: string): ModelProvider => ({ ref: { label: 'm', baseUrl, offline: false }, baseUrl })

interface Asked {
  readonly baseUrl: string
  readonly body?: object | string
  readonly port?: Partial<ModelPortOptions>
  readonly decision?: 'send' | 'block'
  readonly signal?: AbortSignal
  readonly onText?: (text: string) => void
  readonly beforeSend?: (request: WireRequest) => Promise<'send' | 'block'>
}

const CHAT = { model: 'gpt-x', messages: [{ role: 'user', content: 'hi' }], stream: false }

async function ask(asked: Asked) {
  const seen: WireRequest[] = []
  const pieces: string[] = []
  const { body = CHAT, decision = 'send' } = asked
  const reply = await createModelPort({ credential: () => 'dummy', ...asked.port }).send({
    provider: providerAt(asked.baseUrl),
    agent: 'secret_agent',
    network: 'secret/network',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: asked.signal ?? new AbortController().signal,
    beforeSend:
      asked.beforeSend ??
      (async (request) => {
        seen.push(request)
        return decision
      }),
    onText: asked.onText ?? ((text) => pieces.push(text)),
  })
  return { reply, seen, pieces }
}

async function failureOf(asked: Asked): Promise<ModelFailure> {
  const error: unknown = await ask(asked).then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof ModelFailure) return error
  throw error
}

/** A server below HTTP: keeps every byte, answers with a fixed text. */
async function rawServer(answer: string) {
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (part) => {
      received.push(part)
      const text = Buffer.concat(received).toString('latin1')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length >= text.indexOf('\r\n\r\n') + 4 + length) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  running.push({ close })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received }
}

const COMPLETION =
  '{"id":"x","model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"Hello."},"finish_reason":"stop"}]}'
const http = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`

describe('what leaves', () => {
  const exact =
    '{"model": "m", "messages":[{"role":"user","content":"päper 🦊 \\u00e9"}], "temperature":0.0, "seed":12345678901234567890,"stream":false}'

  test('[M2.1] the bytes on the wire are the ones that beforeSend saw, number spelling and blanks included', async () => {
    const { baseUrl, received } = await rawServer(http(COMPLETION))
    const { reply, seen } = await ask({ baseUrl, body: exact })
    const wire = Buffer.concat(received)
    expect(wire.subarray(wire.indexOf('\r\n\r\n') + 4).equals(Buffer.from(exact, 'utf8'))).toBe(true)
    expect(seen).toHaveLength(1)
    expect(seen[0]!.body).toBe(exact)
    expect(seen[0]).toMatchObject({ url: `${baseUrl}/chat/completions`, method: 'POST' })
    expect(reply).toMatchObject({ text: 'Hello.', model: 'm-1' })
  })

  test('[M2.1] every header on the wire was seen, with the key replaced in what was seen', async () => {
    const { baseUrl, received } = await rawServer(http(COMPLETION))
    const { seen } = await ask({ baseUrl, port: { credential: () => 'sk-very-secret' } })
    const head = Buffer.concat(received).toString('latin1').split('\r\n\r\n')[0]!
    const sent = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    expect(sent.authorization).toBe('Bearer sk-very-secret')
    expect(seen[0]!.headers.authorization).toBe('Bearer ⟨credential⟩')
    expect(JSON.stringify(seen)).not.toContain('sk-very-secret')
    const transport = ['host', 'connection', 'content-length', 'accept-encoding', 'accept-language', 'sec-fetch-mode']
    const others = Object.keys(sent).filter((name) => !transport.includes(name))
    expect(others.toSorted()).toEqual(Object.keys(seen[0]!.headers).toSorted())
    expect(others.toSorted()).toEqual(['accept', 'authorization', 'content-type', 'user-agent'])
  })

  test('neither agent nor network name reaches a real endpoint', async () => {
    const { baseUrl, received } = await rawServer(http(COMPLETION))
    await ask({ baseUrl })
    expect(Buffer.concat(received).toString()).not.toMatch(/secret_agent|secret\/network/)
  })

  test('without a key no authorization header is sent', async () => {
    const server = await fake()
    await ask({ baseUrl: server.baseUrl, port: { credential: () => undefined } })
    await ask({ baseUrl: server.baseUrl, port: { credential: () => ' ' } })
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })

  test('a key that cannot stand in a header is refused before anything is sent, without showing it', async () => {
    const server = await fake()
    const failed = await failureOf({ baseUrl: server.baseUrl, port: { credential: () => 'sk\nabc' } })
    expect(failed.failure.code).toBe('credential-unusable')
    expect(JSON.stringify(failed.failure)).not.toContain('abc')
    expect(server.requests).toEqual([])
  })

  test('[S-33] a blocked request never leaves', async () => {
    const server = await fake()
    const failed = await failureOf({ baseUrl: server.baseUrl, decision: 'block' })
    expect(failed).toMatchObject({ status: undefined, failure: { code: 'blocked', retryable: false } })
    expect(server.requests).toEqual([])
  })

  test('an error of beforeSend comes out as it is, and nothing leaves', async () => {
    const server = await fake()
    class Fenced extends Error {}
    const beforeSend = async () => {
      throw new Fenced('taken over')
    }
    await expect(ask({ baseUrl: server.baseUrl, beforeSend })).rejects.toBeInstanceOf(Fenced)
    expect(server.requests).toEqual([])
  })
})

describe('what comes back', () => {
  const args = '{"n": 3.0,  "s": "ä\\n"}'
  const script = {
    rules: [
      {
        answer: {
          content: ' I look 🦊. ',
          chunks: 5,
          tool_calls: [
            { name: 'one', arguments: args },
            { name: 'two', arguments: '{' },
          ],
        },
      },
    ],
  }
  const reply = {
    text: ' I look 🦊. ',
    calls: [
      { id: 'call_none_0_0', tool: 'one', args },
      { id: 'call_none_0_1', tool: 'two', args: '{' },
    ],
    finishReason: 'tool_calls',
    model: 'gpt-x',
    usage: { promptTokens: 11, completionTokens: 7 },
  }

  test('[S-22] tool calls keep the exact text of their arguments', async () => {
    const server = await fake({ script })
    expect((await ask({ baseUrl: server.baseUrl })).reply).toEqual(reply)
  })

  test('[S-13] a stream gives the same answer in pieces', async () => {
    const server = await fake({ script })
    const body = { ...CHAT, stream: true, stream_options: { include_usage: true } }
    const streamed = await ask({ baseUrl: server.baseUrl, body })
    expect(streamed.reply).toEqual(reply)
    expect(streamed.pieces.length).toBeGreaterThan(1)
    expect(streamed.pieces.join('')).toBe(reply.text)
  })

  test('pieces of parallel calls may come mixed, without ids, and with repeated names', async () => {
    const piece = (calls: object[], finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: finish }] })}\n\n`
    const part = (index: number, text: string) => ({ index, function: { name: `t${index}`, arguments: text } })
    const body = [
      piece([part(0, '{"a"'), part(1, '{"b"')]),
      piece([part(1, ':2.0}')]),
      piece([part(0, ':1.0}')]),
      piece([], 'tool_calls'),
    ].join('')
    const server = await fake({ fault: { kind: 'body', body, contentType: 'text/event-stream' } })
    const { reply: mixed } = await ask({ baseUrl: server.baseUrl, body: { ...CHAT, stream: true } })
    expect(mixed.calls).toEqual([
      { id: 'call_0', tool: 't0', args: '{"a":1.0}' },
      { id: 'call_1', tool: 't1', args: '{"b":2.0}' },
    ])
  })

  test('an empty answer and a cut-off one are taken as they are', async () => {
    const rules = [
      { last: 'empty', answer: {} },
      { last: 'length', answer: { content: 'Cut o', finish_reason: 'length' } },
    ]
    const server = await fake({ script: { rules } })
    const say = (content: string) =>
      ask({ baseUrl: server.baseUrl, body: { ...CHAT, messages: [{ role: 'user', content }] } })
    expect((await say('empty')).reply).toMatchObject({ text: '', calls: [], finishReason: 'stop' })
    expect((await say('length')).reply).toMatchObject({ text: 'Cut o', finishReason: 'length' })
  })
})

const quota = '{"error":{"message":"You have no credit.","code":"insufficient_quota"}}'
const tooLong = '{"error":{"message":"Too many tokens.","code":"context_length_exceeded"}}'
const brokenStream = 'data: {"error":{"message":"model crashed"}}\n\n'
const midway = { ...CHAT, stream: true }

type Fault = readonly [name: string, fault: FakeFault, expected: object, body?: object]
const FAULTS: readonly Fault[] = [
  ['a wrong key', { kind: 'status', status: 401 }, { code: 'credential-refused', retryable: false }],
  ['a forbidden model', { kind: 'status', status: 403 }, { code: 'forbidden', retryable: false }],
  ['an unknown model', { kind: 'status', status: 404 }, { code: 'model-not-found', retryable: false }],
  ['a refused request', { kind: 'status', status: 400 }, { code: 'request-refused', retryable: false }],
  ['a conversation that is too long', { kind: 'status', status: 400, body: tooLong }, { code: 'context-too-long' }],
  ['a timeout of the provider', { kind: 'status', status: 408 }, { code: 'provider-busy', retryable: true }],
  ['a conflict', { kind: 'status', status: 409 }, { code: 'provider-busy', retryable: true }],
  ['too many requests', { kind: 'status', status: 429 }, { code: 'rate-limited', retryable: true }],
  ['no quota', { kind: 'status', status: 429, body: quota }, { code: 'quota-exhausted', retryable: false }],
  ['a broken provider', { kind: 'status', status: 500 }, { code: 'provider-error', retryable: true }],
  ['an overloaded provider', { kind: 'status', status: 503 }, { code: 'provider-error', retryable: true }],
  [
    'an error page',
    { kind: 'status', status: 502, body: '<html>bad</html>', contentType: 'text/html' },
    { code: 'not-a-model-endpoint' },
  ],
  ['a web page', { kind: 'html' }, { code: 'not-a-model-endpoint' }],
  ['a web page in place of a stream', { kind: 'html' }, { code: 'not-a-model-endpoint' }, midway],
  [
    'other JSON',
    { kind: 'body', body: '{"hello":1}', contentType: 'application/json' },
    { code: 'not-a-model-endpoint' },
  ],
  [
    'broken JSON',
    { kind: 'body', body: '{"choices":', contentType: 'application/json' },
    { code: 'not-a-model-endpoint' },
  ],
  [
    'a stream of broken JSON',
    { kind: 'body', body: 'data: {"cho\n\n', contentType: 'text/event-stream' },
    { code: 'not-a-model-endpoint' },
    midway,
  ],
  [
    'an answer that does not stream',
    { kind: 'body', body: COMPLETION, contentType: 'application/json' },
    { code: 'not-streaming' },
    midway,
  ],
  [
    'an error inside a stream',
    { kind: 'body', body: brokenStream, contentType: 'text/event-stream' },
    { code: 'provider-error' },
    midway,
  ],
  [
    'a stream without an end',
    { kind: 'body', body: 'data: {"choices":[]}\n\n', contentType: 'text/event-stream' },
    { code: 'connection-cut', retryable: true },
    midway,
  ],
  [
    'a redirect',
    { kind: 'redirect', to: 'http://127.0.0.1:9/v1/chat/completions' },
    { code: 'redirect-refused', retryable: false },
  ],
  ['a connection that closes at once', { kind: 'cut' }, { code: 'connection-cut', retryable: true }],
  ['a connection that breaks', { kind: 'cut-midway' }, { code: 'connection-cut', retryable: true }, midway],
  ['a model that never answers', { kind: 'hang' }, { code: 'model-timeout', retryable: true }],
  ['a model that falls silent', { kind: 'hang-midway' }, { code: 'model-timeout', retryable: true }, midway],
]

describe('what goes wrong', () => {
  // Only silence is waited for; everything else is answered long before, also on a busy machine.
  const patience = (fault: FakeFault): number => (fault.kind.startsWith('hang') ? 2_000 : 20_000)

  for (const [name, fault, expected, body] of FAULTS) {
    test(`[M2.1] ${name} is a failure of its own, and exactly one request was sent`, async () => {
      const server = await fake({ fault })
      const port = { timeouts: { answerMs: patience(fault), silenceMs: patience(fault) } }
      const failed = await failureOf({ baseUrl: server.baseUrl, port, ...(body && { body }) })
      expect(failed.failure).toMatchObject(expected)
      expect(failed.failure.message).toContain(`127.0.0.1:${server.port}`)
      expect(server.requests).toHaveLength(1)
    })
  }

  test('the status and the provider’s own words are kept', async () => {
    const body = '{"error": {"message": "No such thing: temperature", "code": null, "n": 1.0}}'
    const server = await fake({ fault: { kind: 'status', status: 400, body } })
    const failed = await failureOf({ baseUrl: server.baseUrl })
    expect(failed.status).toBe(400)
    expect(failed.failure.detail).toBe(body)
    expect(failed.failure.message).toContain('It says: No such thing: temperature')
  })

  test('a key that the provider repeats is not shown', async () => {
    const body = '{"error":{"message":"Incorrect API key provided: sk-very-secret."}}'
    const server = await fake({ fault: { kind: 'status', status: 401, body } })
    const failed = await failureOf({ baseUrl: server.baseUrl, port: { credential: () => 'sk-very-secret' } })
    expect(JSON.stringify(failed.failure)).not.toContain('sk-very-secret')
    expect(failed.failure.detail).toContain('⟨credential⟩')
  })

  test('a missing key is told apart from a wrong one', async () => {
    const server = await fake({ fault: { kind: 'status', status: 401 } })
    const failed = await failureOf({ baseUrl: server.baseUrl, port: { credential: () => undefined } })
    expect(failed.failure).toMatchObject({ code: 'credential-missing' })
    expect(failed.failure.message).toContain('Settings')
  })

  test('an address where nothing listens is named', async () => {
    const { port: taken, close } = await startFakeOpenAi()
    await close()
    const failed = await failureOf({ baseUrl: `http://127.0.0.1:${taken}/v1` })
    expect(failed).toMatchObject({ status: undefined, failure: { code: 'unreachable', retryable: true } })
    expect(failed.failure.message).toContain(`127.0.0.1:${taken} refused the connection`)
    expect(failed.failure.detail).toContain('ECONNREFUSED')
  })

  test('an unknown host is named', async () => {
    const failed = await failureOf({ baseUrl: 'http://no-such-host.invalid/v1' })
    expect(failed.failure.code).toBe('unreachable')
    expect(failed.failure.message).toContain('no-such-host.invalid was not found')
  })

  test('https to a plain port is a failure of the secure connection', async () => {
    const server = await fake()
    const failed = await failureOf({ baseUrl: server.baseUrl.replace('http:', 'https:') })
    expect(failed.failure.code).toBe('tls-failed')
  })

  test.each(['not a url', 'ftp://127.0.0.1/v1', '', ' ', 'http://user:pw@127.0.0.1/v1', 'http://127.0.0.1/v1?a=b'])(
    'the base URL "%s" is refused in words',
    async (baseUrl) => {
      let sent = 0
      const count: typeof fetch = async () => {
        sent += 1
        return new Response('{}')
      }
      const failed = await failureOf({ baseUrl, port: { fetch: count } })
      expect(failed.failure.code).toBe('invalid-url')
      expect(failed.failure.message).not.toContain('pw')
      expect(sent).toBe(0)
    },
  )
})

describe('stopping', () => {
  const faults: readonly (readonly [name: string, fault: FakeFault, body: object])[] = [
    ['while nothing comes', { kind: 'hang' }, CHAT],
    ['in the middle of a stream', { kind: 'hang-midway' }, midway],
  ]

  test.each(faults)('[S-15] %s rejects with the reason', async (_, fault, body) => {
    const server = await fake({ fault })
    const stop = new AbortController()
    const asked = ask({ baseUrl: server.baseUrl, body, signal: stop.signal })
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort(new Error('stopped by the person'))
    await expect(asked).rejects.toThrow('stopped by the person')
  })

  test('[S-15] before sending: nothing leaves', async () => {
    const server = await fake()
    const asked = ask({ baseUrl: server.baseUrl, signal: AbortSignal.abort(new Error('too late')) })
    await expect(asked).rejects.toThrow('too late')
    expect(server.requests).toEqual([])
  })

  test('[S-15] while the request is being checked: nothing leaves', async () => {
    const server = await fake()
    const stop = new AbortController()
    const beforeSend = async () => {
      stop.abort(new Error('changed my mind'))
      return 'send' as const
    }
    await expect(ask({ baseUrl: server.baseUrl, signal: stop.signal, beforeSend })).rejects.toThrow('changed my mind')
    expect(server.requests).toEqual([])
  })
})

test('no variable of the environment changes a request', async () => {
  const server = await fake()
  const names = ['OPENAI_CUSTOM_HEADERS', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_BASE_URL', 'OPENAI_API_KEY']
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = 'X-Leak: leaked'
  try {
    await ask({ baseUrl: server.baseUrl })
  } finally {
    for (const [at, name] of names.entries()) {
      if (before[at] === undefined) delete process.env[name]
      else process.env[name] = before[at]
    }
  }
  expect(JSON.stringify(server.requests[0]!.headers)).not.toContain('leaked')
})

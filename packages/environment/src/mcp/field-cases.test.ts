// What goes wrong in the field between a studio and MCP servers over HTTP, each named by its case.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpUnreached } from '@slyglass/runtime/failures'
import { afterEach, describe, expect, test } from 'vitest'
import { createMcpPort } from './mcp-port.ts'

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly cursor?: string; readonly name?: string }
}
type Answer = (message: Message, request: IncomingMessage, response: ServerResponse) => boolean

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A small server by hand: `answer` returns true for what it has answered itself. */
async function serve(answer: Answer) {
  const asked: string[] = []
  let sessions = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const message: Message = body === '' ? { method: '' } : JSON.parse(body)
    asked.push(`${request.method} ${request.url} ${message.method}`.trim())
    if (answer(message, request, response)) return
    if (request.method !== 'POST') response.writeHead(405).end()
    else if (message.id === undefined) response.writeHead(202).end()
    else if (message.method === 'initialize') {
      sessions += 1
      reply(response, message, greeting, { 'mcp-session-id': `s${sessions}` })
    } else reply(response, message, { content: [{ type: 'text', text: 'done' }] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { server: { url: `http://127.0.0.1:${port}/mcp`, headers: {} }, asked, sessions: () => sessions }
}

const greeting = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'by hand', version: '1' },
}

function reply(response: ServerResponse, { id }: Message, result: object, headers: Record<string, string> = {}): void {
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

function fail(response: ServerResponse, status: number, text = ''): true {
  response.writeHead(status).end(text)
  return true
}

const { signal } = new AbortController()
const tool = (name: string) => ({ name, description: `I am ${name}.`, inputSchema: { type: 'object' } })
const isCall = ({ method }: Message) => method === 'tools/call'
const count = (asked: readonly string[], word: string) => asked.filter((line) => line.includes(word)).length

describe('[B26] a server that was started again', () => {
  test('knows the session no more: a call opens a new one, once', async () => {
    let lost = 1
    const { server, asked, sessions } = await serve((message, _request, response) => {
      if (!isCall(message) || lost === 0) return false
      lost -= 1
      return fail(response, 404)
    })
    const reply = await createMcpPort().call(server, 'add', '{}', signal)
    expect(reply).toEqual({ ok: true, texts: ['done'] })
    expect([sessions(), count(asked, 'tools/call')]).toEqual([2, 2])
  })

  test('says 404 for ever: two tries and one clear failure', async () => {
    const { server, asked } = await serve((message, _request, response) => isCall(message) && fail(response, 404))
    await expect(createMcpPort().call(server, 'add', '{}', signal)).rejects.toThrow(/Error POSTing to endpoint/)
    expect(count(asked, 'tools/call')).toBe(2)
  })

  test.each([
    ['500', (response: ServerResponse) => fail(response, 500)],
    [
      'a connection that is cut',
      (response: ServerResponse) => {
        response.destroy()
        return true
      },
    ],
  ])('a call that may have run is not sent again: %s', async (_how, end) => {
    const { server, asked } = await serve((message, _request, response) => isCall(message) && end(response))
    const failed = createMcpPort().call(server, 'add', '{}', signal)
    await expect(failed).rejects.toThrow()
    await expect(failed).rejects.not.toBeInstanceOf(McpUnreached)
    expect(count(asked, 'tools/call')).toBe(1)
  })

  test('a stream that ends without the answer fails the call, and does not leave it waiting', async () => {
    const { server } = await serve((message, _request, response) => {
      if (!isCall(message)) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': soon\n\n')
      setTimeout(() => response.destroy(), 20)
      return true
    })
    await expect(createMcpPort({ resumedMs: 50 }).call(server, 'add', '{}', signal)).rejects.toThrow(
      'The connection ended before an answer came',
    )
  })

  test('one that cannot be reached was not asked, and that is told', async () => {
    const failed = createMcpPort().call({ url: 'http://127.0.0.1:9/mcp', headers: {} }, 'add', '{}', signal)
    await expect(failed).rejects.toBeInstanceOf(McpUnreached)
  })
})

describe('[B68] pages of a list', () => {
  const pages: Record<string, { tools: string[]; nextCursor?: string }> = {
    '': { tools: ['a', 'b', 'c'], nextCursor: 'c2' },
    c2: { tools: ['d', 'e'], nextCursor: '' },
    same: { tools: ['f'], nextCursor: 'same' },
    twice: { tools: ['a', 'g'], nextCursor: '' },
  }
  const listed = async (first: { tools: string[]; nextCursor?: string }) => {
    const notes: string[] = []
    const { server } = await serve((message, _request, response) => {
      if (message.method !== 'tools/list') return false
      const page = message.params?.cursor === undefined ? first : pages[message.params.cursor]
      reply(response, message, { ...page, tools: page?.tools.map(tool) })
      return true
    })
    const tools = await createMcpPort().list(server, signal, { note: (text) => void notes.push(text) })
    return { names: tools.map(({ name }) => name), notes }
  }

  test('are all read, and an empty cursor is the end', async () => {
    expect(await listed(pages[''] ?? { tools: [] })).toEqual({ names: ['a', 'b', 'c', 'd', 'e'], notes: [] })
  })

  test('a cursor that comes again ends the reading with a word', async () => {
    const { names, notes } = await listed({ tools: ['a'], nextCursor: 'same' })
    expect(names).toEqual(['a', 'f'])
    expect(notes.join()).toContain('leads back to the page "same"')
  })

  test('of two tools with one name the first is taken, with a word', async () => {
    const { names, notes } = await listed({ tools: ['a', 'b'], nextCursor: 'twice' })
    expect(names).toEqual(['a', 'b', 'g'])
    expect(notes).toEqual(['It lists a twice; the first one is taken.'])
  })
})

describe('[B70] the older transport', () => {
  /** POST /mcp as told; a stream at GET /mcp whose messages are posted to /messages. */
  const older = (post: Answer): Answer => {
    let stream: ServerResponse | undefined
    const send = (id: number | undefined, result: object) =>
      stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    return (message, request, response) => {
      if (request.method === 'GET') {
        stream = response
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('event: endpoint\ndata: /messages\n\n')
        return true
      }
      if (request.url !== '/messages') return post(message, request, response)
      response.writeHead(202).end()
      if (message.method === 'initialize') send(message.id, greeting)
      if (message.method === 'tools/list') send(message.id, { tools: [tool('old')] })
      return true
    }
  }

  test('S1: a good connection survives that its optional stream is not there', async () => {
    const { server } = await serve((message, request, response) => {
      if (request.method === 'GET') return fail(response, 404)
      if (message.method !== 'tools/list') return false
      setTimeout(() => reply(response, message, { tools: [tool('a')] }), 30)
      return true
    })
    expect(await createMcpPort().list(server, signal)).toMatchObject([{ name: 'a' }])
  })

  test.each([
    ['S2: POST is not allowed', 405, ''],
    ['S5: POST asks for a session', 400, 'missing session'],
  ])('%s: the older one is used, and remembered', async (_name, status, text) => {
    const { server, asked } = await serve(older((_message, _request, response) => fail(response, status, text)))
    const port = createMcpPort()
    for (let round = 0; round < 2; round += 1) expect(await port.list(server, signal)).toMatchObject([{ name: 'old' }])
    expect(count(asked, 'POST /mcp initialize')).toBe(1)
  })

  test.each([
    ['S3', 500, 'boiler is cold'],
    ['S4', 401, 'who are you'],
  ])('%s: the first failure is told, and nothing else is tried', async (_name, status, text) => {
    const { server, asked } = await serve(older((_message, _request, response) => fail(response, status, text)))
    await expect(createMcpPort().list(server, signal)).rejects.toThrow(text)
    expect(count(asked, 'GET')).toBe(0)
  })
})

describe('[B79] schemas', () => {
  test('come as they are, odd ones too, and cost no other tool', async () => {
    const schemas: object[] = [
      { type: 'object', properties: { f: { $ref: '#/$defs/F' } }, $defs: { F: { type: 'string', enum: ['a', 'b'] } } },
      { type: 'object' },
      {},
      { type: 'object', properties: { x: { type: ['string', 'null'] } }, required: ['y'] },
    ]
    const { server } = await serve((message, _request, response) => {
      if (message.method !== 'tools/list') return false
      reply(response, message, { tools: schemas.map((inputSchema, at) => ({ name: `t${at}`, inputSchema })) })
      return true
    })
    const tools = await createMcpPort().list(server, signal)
    expect(tools.map(({ schema }) => JSON.parse(schema))).toEqual(schemas)
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpPort } from './mcp-port.ts'

let server: Server
let url = ''
const seen: (string | undefined)[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push(request.headers.authorization)
    const parts = new McpServer({ name: 'parts', version: '1' })
    const schema = { a: z.number(), b: z.number().default(1) }
    parts.registerTool('add', { description: 'Adds.', inputSchema: schema }, ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }))
    parts.registerTool('many', { description: 'Gives several.' }, () => ({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'text', text: 'two' },
      ],
    }))
    parts.registerTool('fail', { description: 'Fails.' }, () => ({
      isError: true,
      content: [{ type: 'text', text: 'tired' }],
    }))
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await parts.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const signal = new AbortController().signal
const port = createMcpPort()

describe('an MCP server', () => {
  test('[N-8] lists its tools with their schemas; the given headers go with every request', async () => {
    const tools = await port.list({ url, headers: { Authorization: 'Bearer token' } }, signal)
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['add', 'Adds.'],
      ['many', 'Gives several.'],
      ['fail', 'Fails.'],
    ])
    expect(JSON.parse(tools[0]?.schema ?? '')).toMatchObject({ required: ['a'], properties: { b: { default: 1 } } })
    expect(new Set(seen)).toEqual(new Set(['Bearer token']))
  })

  test.each([
    ['add', '{"a":2}', { ok: true, texts: ['3'] }],
    ['many', '{}', { ok: true, texts: ['one', 'two'], media: [{ mimeType: 'image/png', base64: 'AA==' }] }],
    ['fail', '{}', { ok: false, texts: ['tired'] }],
  ])('[N-8] a call of %s', async (tool, args, expected) => {
    expect(await port.call({ url, headers: {} }, tool, args, signal)).toEqual(expected)
  })

  test('that nobody serves says why; one of the machine’s own network is not asked', async () => {
    await expect(port.list({ url: 'http://127.0.0.1:9/mcp', headers: {} }, signal)).rejects.toThrow(/fetch failed/)
    await expect(port.list({ url: 'http://169.254.169.254/mcp', headers: {} }, signal)).rejects.toThrow(
      'nothing is asked there',
    )
  })
})

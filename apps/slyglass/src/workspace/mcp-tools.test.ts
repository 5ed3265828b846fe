import { readNetwork } from '@slyglass/network'
import type { McpServer } from '@slyglass/runtime'
import { describe, expect, test } from 'vitest'
import { listMcpTools } from './mcp-tools.ts'
import { projectIdOf } from './projects.ts'

const text = `tools = [
  { name = desk, instructions = "Answer.", function.description = "Answers people.", tools = ["http://a.example/mcp", { url = "http://b.example/mcp", tools = [one] }] }
]`
const file = 'registries/desk.hocon'
const read = {
  network: readNetwork({ network: 'desk', file, texts: { [file]: text }, env: {}, networks: ['desk'] }),
  documents: [],
}
const project = { id: projectIdOf('/p'), name: 'p', root: '/p', sample: false }
const tool = (name: string) => ({ name, description: `does ${name}`, schema: '{}' })

const listing = (list: (server: McpServer, signal: AbortSignal) => Promise<ReturnType<typeof tool>[]>) => ({
  trust: { isTrusted: async () => true },
  networks: { manifest: async () => ({ manifest: null, networks: [], diagnostics: [] }), read: async () => read },
  mcp: { list },
  mcpServers: async () => new Map([['http://a.example/mcp', new Map([['http_headers', new Map([['key', 'k']])]])]]),
  askMs: 50,
})

describe('what MCP servers have, before any run', () => {
  test('each is asked with its headers, and those tools are told that the network wants', async () => {
    const asked: McpServer[] = []
    const told = await listMcpTools(
      listing(async (server) => {
        asked.push(server)
        return [tool('one'), tool('two')]
      }),
      project,
      'desk',
    )
    expect(asked.map(({ url, headers }) => [url, headers])).toEqual([
      ['http://a.example/mcp', { key: 'k' }],
      ['http://b.example/mcp', {}],
    ])
    expect(told).toMatchObject({
      value: {
        servers: [
          { agent: 'desk', server: 'http://a.example/mcp', tools: [tool('one'), tool('two')] },
          { agent: 'desk', server: 'http://b.example/mcp', tools: [tool('one')] },
        ],
      },
    })
  })

  test('one that never answers is given up, with its reason, and the other is told', async () => {
    const told = await listMcpTools(
      listing(async ({ url }, signal) => {
        if (url.includes('a.example')) return [tool('one')]
        return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
      }),
      project,
      'desk',
    )
    expect(told).toMatchObject({
      value: {
        servers: [{ tools: [tool('one')] }, { tools: [], problem: expect.stringContaining('did not answer within') }],
      },
    })
  })
})

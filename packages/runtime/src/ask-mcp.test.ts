import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { McpPort, McpServer } from './ports.ts'
import { fakeHosts, type ScriptedRule, scriptedModels, testBench, testRequest } from './testing/index.ts'

const URL = 'https://tools.test/mcp'
const SCHEMA = JSON.stringify({
  type: 'object',
  title: 'addArguments',
  properties: { a: { type: 'integer', title: 'A' }, title: { type: 'string', title: 'Title', default: 'x' } },
})
const TOOLS = [
  { name: 'parts/add', description: 'Adds.', schema: SCHEMA },
  { name: 'keep', description: 'Keeps far away.', schema: '{"type":"object","properties":{}}' },
]
const network = (tools: unknown[]) => ({
  llm_config: { use_responses_api: false },
  tools: [
    { name: 'front', function: { description: 'Asks.' }, instructions: 'AGENT:front Ask.', tools },
    { name: 'keep', function: { description: 'Keeps.' }, class: 'keep.Keep' },
  ],
})
const RULES: readonly ScriptedRule[] = [
  { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'parts__add', args: '{"a": 2, "more": 3.0}' }] } },
  { agent: 'front', answer: { content: 'Done.' } },
]

function play(tools: unknown[], reply: { ok: boolean; texts: string[] } | Error = { ok: true, texts: ['one', 'two'] }) {
  const asked: { server: McpServer; tool?: string; args?: string }[] = []
  const mcp: McpPort = {
    async list(server) {
      asked.push({ server })
      if (server.url.includes('dead')) throw new Error('nobody is there')
      return TOOLS
    },
    async call(server, tool, args) {
      asked.push({ server, tool, args })
      if (reply instanceof Error) throw reply
      return reply
    },
  }
  const models = scriptedModels(RULES)
  const sly = { http_headers: JSON.stringify({ [URL]: { Authorization: 'Bearer k-demo-7431-canary' } }) }
  const bench = testBench({ models, hosts: fakeHosts({ 'keep.Keep': () => 'kept' }), mcp, sly })
  return { bench, models, asked, request: testRequest(network(tools), 'go') }
}

describe('tools of an MCP server', () => {
  test('[N-8] are offered under safe names with the server’s schemas, and called by their own names', async () => {
    const { bench, models, asked, request } = play([URL])
    const log = await bench.run(request)
    const offered = JSON.parse(models.seen[0]?.body ?? '{}').tools
    expect(offered[0].function).toEqual({
      name: 'parts__add',
      description: 'Adds.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'integer' }, title: { type: 'string', default: 'x' } },
      },
      strict: false,
    })
    expect(asked.at(-1)).toMatchObject({ tool: 'parts/add', args: '{"a":2,"more":3.0}' })
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ outcome: 'ok', text: '["one", "two"]' })
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[N-8] headers come from sly data and are in no log and no model request', async () => {
    const { bench, models, asked, request } = play([URL])
    await bench.run(request)
    expect(asked.map(({ server }) => server.headers)).toEqual([
      { Authorization: 'Bearer k-demo-7431-canary' },
      { Authorization: 'Bearer k-demo-7431-canary' },
    ])
    expect(bench.store.bytes() + JSON.stringify(models.seen)).not.toContain('canary')
  })

  test('[N-8] a list limits them; what it names and the server lacks is told, and so is a taken name', async () => {
    const { bench, models, request } = play(['keep', { url: URL, tools: ['keep', 'absent'] }])
    const log = await bench.run(request)
    const names = JSON.parse(models.seen[0]?.body ?? '{}').tools.map((tool: { function: object }) => tool.function)
    expect(names).toMatchObject([{ name: 'keep', description: 'Keeps.' }])
    const notes = log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : []))
    expect(notes[0]).toBe(
      `agent 'front' of agent network 'test': the following tools cannot be found in ${URL}: ['absent']`,
    )
    expect(notes[1]).toContain(`MCP tool 'keep' from ${URL} has the same name as a tool already`)
  })

  test.each([
    [{ ok: false, texts: ['tired'] }, 'Error: ToolException: tired'],
    [new Error('the line is cut'), 'Error: the line is cut'],
    [{ ok: true, texts: [] }, ''],
  ])('an answer %o is read as %j', async (reply, text) => {
    const { bench, request } = play([URL], reply)
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ text })
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
  })

  test('a server that nobody serves is left out with a word', async () => {
    const { bench, request } = play(['https://dead.test/mcp'])
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'note.noted')).toMatchObject({
      text: expect.stringContaining(
        'the URL https://dead.test/mcp was unreachable. Not including it as a tool.\nnobody is there',
      ),
    })
  })

  test('[M1.4] a replay offers and answers the same without asking', async () => {
    const { bench, request } = play([URL])
    const log = await bench.run(request)
    const again = play([URL])
    const replayed = await again.bench.run(request, { record: { log, onDifference: 'fail' } })
    expect(replayed.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
    expect([again.asked, again.models.seen]).toEqual([[], []])
  })
})

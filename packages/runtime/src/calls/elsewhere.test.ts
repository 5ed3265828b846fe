// Calls under rules that others answer: MCP servers, other networks, agents of the same network.
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { McpPort } from '../ports.ts'
import {
  endsOf,
  fakeHosts,
  type ScriptedRule,
  scriptedModels,
  testBench,
  testRequest,
  toldTexts,
} from '../testing/index.ts'

const SCHEMA = JSON.stringify({ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] })
const front = (tools: readonly string[]) => ({
  name: 'front',
  function: { description: 'Asks.' },
  instructions: 'AGENT:front Ask.',
  tools,
})
const asking = (tool: string, args: string): readonly ScriptedRule[] => [
  { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool, args }] } },
  { agent: 'front', answer: { content: 'Done.' } },
]

function playServer(call: McpPort['call'], args = '{"a": 2}', studio: object = { retries: 1, timeout_ms: 100 }) {
  const mcp: McpPort = { list: async () => [{ name: 'add', description: 'Adds.', schema: SCHEMA }], call }
  const models = scriptedModels(asking('add', args))
  const bench = testBench({ models, hosts: fakeHosts({}), mcp })
  const network = { llm_config: { use_responses_api: false }, studio, tools: [front(['https://tools.test/mcp'])] }
  return { bench, models, request: testRequest(network, 'go') }
}

describe('a tool of an MCP server', () => {
  test('[U-13] is not asked with arguments that do not fit its schema', async () => {
    let asked = 0
    const { bench, models, request } = playServer(async () => {
      asked += 1
      return { ok: true, texts: ['4'] }
    }, '{"a": "two"}')
    await bench.run(request)
    expect(asked).toBe(0)
    expect(toldTexts(models.seen)[0]).toContain(
      "Invalid arguments for 'add': Type mismatch: a: expected integer, got string",
    )
  })

  test('is not held to regular expressions of its server, which could keep this process busy', async () => {
    const pattern = JSON.stringify({
      type: 'object',
      properties: { q: { type: 'string', pattern: '^(a+)+$' }, pattern: { type: 'string' } },
    })
    const mcp: McpPort = {
      list: async () => [{ name: 'grep', description: 'Searches.', schema: pattern }],
      call: async () => ({ ok: true, texts: ['found'] }),
    }
    const models = scriptedModels(asking('grep', JSON.stringify({ q: `${'a'.repeat(60)}!`, pattern: 'x' })))
    const bench = testBench({ models, hosts: fakeHosts({}), mcp })
    const network = {
      llm_config: { use_responses_api: false },
      studio: { retries: 1 },
      tools: [front(['https://tools.test/mcp'])],
    }
    await bench.run(testRequest(network, 'go'))
    expect(toldTexts(models.seen)).toEqual(['found'])
  })

  test('[U-8] tells its own failure once', async () => {
    let asked = 0
    const { bench, request } = playServer(async () => {
      asked += 1
      return { ok: false, texts: ['no such sum'] }
    })
    const log = await bench.run(request)
    expect(asked).toBe(1)
    expect(endsOf(log)).toEqual(['add failed returned-error'])
  })

  test('[U-43] that never answers is given up after its time, twice', async () => {
    const { bench, models, request } = playServer(() => new Promise(() => undefined))
    const log = await bench.run(request)
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(toldTexts(models.seen)[0]).toContain('add timed out after 100 ms\nAttempts: 2\n')
    expect(log.filter((event) => isOf(event, 'attempt.finished') && event.failure?.code === 'timed-out')).toHaveLength(
      2,
    )
  })
})

describe('an agent or network that is called', () => {
  const hang = () => new Promise<never>(() => undefined)
  const worker = (more: object = {}) => ({
    name: 'worker',
    function: { description: 'Works.' },
    instructions: 'AGENT:worker Work.',
    tools: ['hang'],
    ...more,
  })
  const hanging = { name: 'hang', function: { description: 'Hangs.' }, class: 't.hang', studio: { timeout_ms: null } }
  const RULES = [...asking('worker', '{}'), { agent: 'worker', answer: { calls: [{ tool: 'hang', args: '{}' }] } }]
  const texts = (log: readonly RunEvent[]) =>
    log.flatMap((event) => (isOf(event, 'tool.finished') && event.parent === 'r.a' ? [event.text] : []))

  test('[U-42] an agent keeps its own limit of time, and is not run again', async () => {
    const models = scriptedModels(RULES)
    const bench = testBench({ models, hosts: fakeHosts({ 't.hang': hang }) })
    const network = {
      studio: { retries: 3 },
      tools: [front(['worker']), worker({ max_execution_seconds: 2 }), hanging],
    }
    const log = await bench.run(testRequest(network, 'go'))
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(texts(log)).toEqual(['Agent timed out: max_execution_seconds=2s exceeded.'])
    expect(log.filter((event) => isOf(event, 'agent.started') && event.agent === 'worker')).toHaveLength(1)
  })

  test('[U-44] a network that never answers is ended by the ceiling, in a replay too', async () => {
    const models = scriptedModels([...asking('__far', '{"inquiry": "x"}'), { agent: 'far', answer: { deaf: true } }])
    const far = { tools: [{ name: 'far', function: { description: 'Is far.' }, instructions: 'AGENT:far Wait.' }] }
    const network = { studio: { parallel: { default_timeout_ms: 1000 } }, tools: [front(['/far'])] }
    const ports = { models, hosts: fakeHosts({}), peers: { far } }
    const request = testRequest(network, 'go')
    const log = await testBench(ports).run(request)
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(texts(log)).toEqual(['Tool execution timed out: __far did not respond within 1000ms.'])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
    const replay = await testBench(ports).run(request, { record: { log, onDifference: 'fail' } })
    expect(texts(replay)).toEqual(texts(log))
    expect(replay.at(-1)).toMatchObject({ outcome: 'ok' })
  })
})

import { type JsonObject, toJson } from '@slyglass/base'
import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { McpAnswer, McpPort, McpServer } from './ports.ts'
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

function play(tools: unknown[], reply: McpAnswer | Error = { ok: true, texts: ['one', 'two'] }) {
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

  test('[B23] half a character of a result is U+FFFD, and a note says so; a good pair is one character', async () => {
    const { bench, models, request } = play([URL], { ok: true, texts: ['a\ud83cb \ud83c\udf78'] })
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ text: 'a\ufffdb 🍸' })
    const notes = log.flatMap((event) => (event.type === 'note.noted' && event.source === 'mcp' ? [event.text] : []))
    expect(notes).toEqual(["The server's result held half a character. U+FFFD stands in its place."])
    expect(JSON.stringify([log, models.seen])).not.toMatch(/\\ud83c/i)
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

  test('what a server says beside its answer is in the attempt: progress, output, notes', async () => {
    const { request } = play([URL])
    const mcp: McpPort = {
      list: async () => TOOLS,
      async call(_server, _tool, _args, _signal, on) {
        on?.progress?.('{"progress":1,"total":2}', '1 of 2')
        on?.output?.('info: half of it\n')
        on?.note?.('It says that its tools changed.')
        return { ok: true, texts: ['done'] }
      },
    }
    const other = testBench({ models: scriptedModels(RULES), hosts: fakeHosts({}), mcp })
    const log = await other.run(request)
    const attempt = log.find((event) => event.type === 'attempt.started' && event.of === 'tool')?.span
    const said = log.flatMap((event) => {
      if (event.span !== attempt) return []
      if (event.type === 'attempt.delta') return [[event.kind, event.text, event.structure]]
      return event.type === 'note.noted' ? [[event.source, event.text, undefined]] : []
    })
    expect(said).toEqual([
      ['progress', '1 of 2', '{"progress":1,"total":2}'],
      ['output', 'info: half of it\n', undefined],
      ['mcp', 'It says that its tools changed.', undefined],
    ])
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('what a server gives back of a private value is masked, in its progress and its notes too', async () => {
    const secret = 'k-demo-7431-canary'
    const mcp: McpPort = {
      list: async () => TOOLS,
      async call(_server, _tool, _args, _signal, on) {
        on?.progress?.(JSON.stringify({ progress: 1, message: secret }), `at ${secret}`)
        on?.output?.(`info: ${secret}\n`)
        on?.note?.(`It says ${secret}.`)
        return { ok: true, texts: [`the key is ${secret}`] }
      },
    }
    const models = scriptedModels(RULES)
    const sly = { api_key: JSON.stringify(secret) }
    const bench = testBench({ models, hosts: fakeHosts({}), mcp, sly })
    const log = await bench.run(testRequest(network([URL]), 'go'))
    expect(bench.store.bytes()).not.toContain(secret)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ text: 'the key is ⟨sly:api_key⟩' })
  })
})

describe('[B47] which tools of a server are meant', () => {
  const offered = async (tools: unknown[], info: object = { tools: ['keep'] }) => {
    const mcp: McpPort = { list: async () => TOOLS, call: async () => ({ ok: true, texts: [] }) }
    const models = scriptedModels([{ agent: 'front', answer: { content: 'Done.' } }])
    const known = toJson({ [URL]: info }) as JsonObject
    const bench = testBench({ models, hosts: fakeHosts({}), mcp, mcpServers: async () => known })
    const log = await bench.run(testRequest(network(tools), 'go'))
    const names = (JSON.parse(models.seen[0]?.body ?? '{}').tools ?? []).map(
      (one: { function: { name: string } }) => one.function.name,
    )
    return { names, notes: log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : [])).join() }
  }

  test.each([
    ['only the address: those of the file', [URL], ['keep']],
    ['an object without a list: those of the file', [{ url: URL }], ['keep']],
    ['an empty list: all, as neuro-san has it', [{ url: URL, tools: [] }], ['parts__add', 'keep']],
    ['a list of its own wins', [{ url: URL, tools: ['parts/add', 'zz'] }], ['parts__add']],
  ])('%s', async (_case, tools, expected) => {
    const { names, notes } = await offered(tools)
    expect(names).toEqual(expected)
    expect(notes.includes("cannot be found in https://tools.test/mcp: ['zz']")).toBe(
      expected.length === 1 && expected[0] !== 'keep',
    )
  })
})

describe('[B79] schemas of a server', () => {
  test.each([
    [
      'references keep what they point to',
      '{"type":"object","properties":{"f":{"$ref":"#/$defs/F"}},"$defs":{"F":{"type":"string"}}}',
      {},
    ],
    ['without properties', '{"type":"object"}', { properties: {} }],
    ['with nothing at all', '{}', { type: 'object', properties: {} }],
    [
      'requiring what it does not describe',
      '{"type":"object","properties":{"x":{"type":["string","null"]}},"required":["y"]}',
      {},
    ],
  ])('%s', async (_case, schema, more) => {
    const mcp: McpPort = {
      list: async () => [{ name: 'odd', description: 'Odd.', schema }],
      call: async () => ({ ok: true, texts: [] }),
    }
    const models = scriptedModels([{ agent: 'front', answer: { content: 'Done.' } }])
    const bench = testBench({ models, hosts: fakeHosts({}), mcp })
    const log = await bench.run(testRequest(network([URL]), 'go'))
    const offered = JSON.parse(models.seen[0]?.body ?? '{}').tools[0].function.parameters
    expect(offered).toEqual({ ...JSON.parse(schema), ...more })
    const notes = log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : [])).join()
    expect(notes.includes('odd from https://tools.test/mcp requires y')).toBe(schema.includes('required'))
  })
})

describe('a server that is a program', () => {
  const PROGRAM = { command: 'node', args: ['server.js', 'a b'], env: { LEVEL: 'low' }, cwd: 'tools' }
  const asked: McpServer[] = []
  const mcp: McpPort = {
    async list(server) {
      asked.push(server)
      return TOOLS
    },
    call: async () => ({ ok: true, texts: [] }),
  }
  const run = (studio: object, info?: object) => {
    asked.length = 0
    const models = scriptedModels([{ agent: 'front', answer: { content: 'Done.' } }])
    const known = toJson(info === undefined ? {} : { 'stdio:parts': info }) as JsonObject
    const bench = testBench({ models, hosts: fakeHosts({}), mcp, mcpServers: async () => known })
    return bench.run(testRequest({ ...network([{ url: 'stdio:parts' }]), studio }, 'go'))
  }

  test('is named in the network, and is told command, arguments and variables as they are', async () => {
    await run({ mcp: { 'stdio:parts': PROGRAM } })
    expect(asked[0]).toMatchObject({ url: 'stdio:parts', headers: {}, program: PROGRAM })
  })

  test('is named in the file of servers, whose variables are in no log; the network’s word wins', async () => {
    const log = await run({ mcp: { 'stdio:parts': { args: ['--here'] } } }, { ...PROGRAM, env: { KEY: 'k-canary' } })
    expect(asked[0]?.program).toMatchObject({ command: 'node', args: ['--here'], env: { KEY: 'k-canary' } })
    expect(JSON.stringify(log)).not.toContain('k-canary')
  })

  test('that nothing describes is left out with a word on what to write', async () => {
    const log = await run({})
    const notes = log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : [])).join()
    expect(notes).toContain('nothing says which program stdio:parts is. Write studio.mcp."stdio:parts".command')
    expect(asked).toEqual([])
  })
})

test('[N-41] pictures of a server’s answer are kept beside the log; the model reads the texts', async () => {
  const media = [{ mimeType: 'image/png', base64: 'iVBORw0KGgo=' }]
  const { bench, models, request } = play([URL], { ok: true, texts: ['drawn'], media })
  const log = await bench.run(request)
  const answers = log.flatMap((event) =>
    event.type === 'attempt.finished' && event.answer?.of === 'tool' ? [event.answer] : [],
  )
  expect(answers).toMatchObject([{ text: 'drawn', media: [{ kind: 'image', mimeType: 'image/png', bytes: 8 }] }])
  expect(await bench.store.chunk(answers[0]?.media?.[0]?.sha as never)).toBe('iVBORw0KGgo=')
  expect(models.seen.map(({ body }) => body).join() + JSON.stringify(log)).not.toContain('iVBORw0KGgo')
})

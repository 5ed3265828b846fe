// What the log keeps of a call: who, with which arguments, how it ended and how long it took.
import { jsonAt, parseJson } from '@slyglass/base'
import { isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { McpPort } from '../ports.ts'
import { endsOf, fakeHosts, playRuled, Returned, scriptedModels, testBench, testRequest } from '../testing/index.ts'

const SECRETS = ['pw-55117', 'key-90210', 'deep-31415']
const ARGS = {
  user: 'ann',
  password: SECRETS[0],
  nested: [{ API_KEY: SECRETS[1], more: { secret: { v: SECRETS[2] } } }],
}
const CLEANED =
  '{"user":"ann","password":"[redacted]","nested":[{"API_KEY":"[redacted]","more":{"secret":"[redacted]"}}]}'
const properties = { user: { type: 'string' }, password: { type: 'string' }, nested: { type: 'array' } }
const parameters = { type: 'object', properties }
const strict = { type: 'object', properties: { ...properties, password: { type: 'integer' } } }

describe('the record of a call', () => {
  test('[U-75] holds cleaned arguments, at any depth, however the call ends, and so do its failures', async () => {
    const told = (args: ReadonlyMap<string, unknown>) => `login of ${String(args.get('user'))}: ${args.get('password')}`
    const { log, told: read } = await playRuled({
      studio: { retries: 1 },
      tools: {
        plain: { run: () => 'fine', parameters },
        chatty: {
          run: (args, { host }) => {
            host.onOutput('stdout', `args: ${told(args)}`)
            host.onProgress(JSON.stringify({ using: args.get('password') }), told(args))
            return 'fine'
          },
          parameters,
        },
        raises: {
          run: (args) => {
            throw new Error(told(args))
          },
          parameters,
        },
        returns: {
          run: (args) => {
            throw new Returned(told(args))
          },
          parameters,
        },
        misfit: { run: () => 'never', parameters: strict },
      },
      turns: [['plain', 'chatty', 'raises', 'returns', 'misfit'].map((tool) => ({ tool, args: JSON.stringify(ARGS) }))],
    })
    expect(endsOf(log)).toEqual([
      'plain ok',
      'chatty ok',
      'raises failed exception',
      'returns failed returned-error',
      'misfit failed invalid-arguments',
    ])
    const starts = log.filter((event) => isOf(event, 'tool.started'))
    expect(starts.map(({ args }) => args)).toEqual([CLEANED, CLEANED, CLEANED, CLEANED, CLEANED])
    // The model's own words are kept as it said them; everything that is told of the calls is not.
    const isOfModel = (event: RunEvent) =>
      isOf(event, 'model.finished') || (isOf(event, 'attempt.finished') && event.answer?.of === 'model')
    const records = log.filter((event) => !isOfModel(event))
    for (const secret of SECRETS) expect(records.filter((one) => JSON.stringify(one).includes(secret))).toEqual([])
    for (const secret of SECRETS) expect(read.join('\n')).not.toContain(secret)
    expect(read[2]).toContain('login of ann: [redacted]')
    const printed = log.flatMap((event) => (isOf(event, 'attempt.delta') && event.kind !== 'text' ? [event.text] : []))
    expect(printed.sort()).toEqual(['args: login of ann: [redacted]', 'login of ann: [redacted]'])
  })

  test('[U-75] has a beginning and an end with its time, whatever was returned', async () => {
    const { log, clock } = await playRuled({
      studio: { retries: 1, deps: { user_id: 'u-7' } },
      tools: { text: () => 'plain text', empty: () => '', failed: () => Promise.reject(new Returned('no')) },
      turns: [[{ tool: 'text' }, { tool: 'empty' }, { tool: 'failed' }]],
    })
    expect(clock.now()).toBeGreaterThan(0)
    expect(log[0]).toMatchObject({ type: 'run.started', deps: '{"user_id":"u-7"}' })
    const ends = log.filter((event) => isOf(event, 'tool.finished'))
    expect(ends.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'failed'])
    for (const end of ends) {
      const begun = log.find((event) => isOf(event, 'tool.started') && event.span === end.span)
      expect(end.at).toBeGreaterThanOrEqual(begun?.at ?? Number.POSITIVE_INFINITY)
    }
  })
})

describe('the person of a call', () => {
  const usersOf = (log: readonly RunEvent[]) =>
    log.flatMap((event) => (isOf(event, 'tool.started') ? [`${event.tool} ${event.userId}`] : []))

  test('[U-75] is the user_id that is shared, or that an entry writes for its tool alone, and nobody without one', async () => {
    const plain = () => 'fine'
    const tools = {
      common: plain,
      own: { run: plain, studio: { deps: { user_id: 12 } } },
      kept: { run: plain, studio: { redact: ['user_id'] } },
    }
    const turns = [[{ tool: 'common' }, { tool: 'own' }, { tool: 'kept' }, { tool: 'none' }]]
    const shared = await playRuled({ studio: { retries: 0, deps: { user_id: 'u-7' } }, tools, turns })
    expect(usersOf(shared.log)).toEqual(['common u-7', 'own 12', 'kept [redacted]', 'none u-7'])
    const nobody = await playRuled({ studio: { retries: 0 }, tools: { common: plain }, turns: [[{ tool: 'common' }]] })
    expect(usersOf(nobody.log)).toEqual(['common undefined'])
  })

  test('[U-75] is told of calls that code makes as well', async () => {
    const { log } = await playRuled({
      studio: { retries: 0, deps: { user_id: 'u-7' } },
      tools: {
        outer: async (_args, { host }) => ((await host.onUse?.('inner', '{}'))?.ok === true ? 'used' : 'not used'),
        inner: () => 'fine',
      },
      turns: [[{ tool: 'outer' }]],
    })
    expect(usersOf(log)).toEqual(['outer u-7', 'inner u-7'])
  })
})

describe('the record of a call that others answer', () => {
  const SECRET = 'pw-55117'
  const schema = { type: 'object', properties: { user: { type: 'string' }, password: { type: 'string' } } }
  const front = { name: 'front', function: { description: 'Asks.' }, instructions: 'AGENT:front Ask.' }
  const rules = [
    {
      agent: 'front',
      assistantTurns: 0,
      answer: { calls: [{ tool: 'login', args: `{"user":"ann","password":"${SECRET}"}` }] },
    },
    { agent: 'front', answer: { content: 'Done.' } },
  ]
  const studio = { retries: 0 }
  const ofCalls = (log: readonly RunEvent[]) =>
    log.filter(
      (event) =>
        event.type.startsWith('tool.') ||
        event.type === 'attempt.delta' ||
        event.type === 'note.noted' ||
        (isOf(event, 'attempt.started') && event.args !== undefined) ||
        (isOf(event, 'attempt.finished') && event.answer?.of === 'tool'),
    )

  test('[U-75] an MCP server that repeats the arguments in its failure is recorded without them', async () => {
    const mcp: McpPort = {
      list: async () => [{ name: 'login', description: 'Logs in.', schema: JSON.stringify(schema) }],
      call: async (_server, _tool, args, _signal, on) => {
        on?.output?.(`trying ${args}`)
        on?.progress?.(args, `asked with ${args}`)
        return { ok: false, texts: [`no login with ${args}`] }
      },
    }
    const bench = testBench({ models: scriptedModels(rules), hosts: fakeHosts({}), mcp })
    const network = { studio, tools: [{ ...front, tools: ['https://tools.test/mcp'] }] }
    const log = await bench.run(testRequest(network, 'go'))
    expect(endsOf(log)).toEqual(['login failed returned-error'])
    const said = JSON.stringify(ofCalls(log))
    expect(said).toContain('no login with')
    expect(said).toContain('asked with')
    expect(said).not.toContain(SECRET)
  })

  test('[U-75] a class of LangChain that repeats them too', async () => {
    const listed = parseJson(JSON.stringify([{ name: 'login', description: 'Logs in.', parameters: schema }]))
    const hosts = fakeHosts({
      'slyglass_host.langchain_tools.ListTools': () => (listed.ok ? listed.value : null),
      'slyglass_host.langchain_tools.CallTool': (args) => {
        throw new Error(`no login with ${String(jsonAt(args, 'arguments', 'password'))}`)
      },
    })
    const bench = testBench({ models: scriptedModels(rules), hosts })
    const network = {
      studio,
      toolbox_info_file: 'toolbox/own.hocon',
      tools: [
        { ...front, tools: ['door'] },
        { name: 'door', toolbox: 'door' },
      ],
    }
    const request = testRequest(network, 'go')
    const documents = [...request.documents, { path: 'toolbox/own.hocon', text: '{ door { class = "doors.Door" } }' }]
    const log = await bench.run({ ...request, documents })
    expect(endsOf(log)).toHaveLength(1)
    const said = JSON.stringify(ofCalls(log))
    expect(said).toContain('no login with [redacted]')
    expect(said).not.toContain(SECRET)
  })
})

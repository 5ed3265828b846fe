import { type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ModelFailure } from './ports.ts'
import {
  type FakeTool,
  fakeHosts,
  type ScriptedRule,
  scriptedModels,
  testBench,
  testRequest,
  VirtualClock,
} from './testing/index.ts'

const SOLO = {
  llm_config: { model_name: 'gpt-4o' },
  tools: [{ name: 'front', function: { description: 'I answer.' }, instructions: 'AGENT:front Answer.' }],
}
const withTool = (front: object = {}, tool: object = {}) => ({
  llm_config: { model_name: 'gpt-4o' },
  tools: [
    {
      name: 'front',
      function: { description: 'I answer.' },
      instructions: 'AGENT:front Work.',
      tools: ['keep'],
      ...front,
    },
    { name: 'keep', function: { description: 'Keeps.' }, class: 'keep.Keep', ...tool },
  ],
})
const body = (message: string) =>
  JSON.stringify({ error: { message, type: 'scripted_error', param: null, code: null } })
const http = (status: number, message: string, code = 'provider-error') =>
  new ModelFailure(
    { code, message: `The endpoint said ${status}.`, detail: body(message), retryable: status >= 500 },
    status,
  )

interface Played {
  readonly log: readonly RunEvent[]
  readonly requests: number
}

async function play(network: object, rules: readonly ScriptedRule[], keep: FakeTool = () => 'kept'): Promise<Played> {
  const clock = new VirtualClock()
  const models = scriptedModels(rules, (ms, signal) => clock.sleep(ms, signal))
  const bench = testBench({ models, hosts: fakeHosts({ 'keep.Keep': keep }), clock })
  const log = await bench.run(testRequest(network, 'go'))
  expect(verifyLog(log, 'finished')).toEqual([])
  return { log, requests: models.seen.length }
}

const endOf = ({ log }: Played) => log.at(-1)
const call = { tool: 'keep', args: '{}' }

describe('a model that cannot be asked', () => {
  test('a wrong key is not tried again; answer and spans say so', async () => {
    const failure = http(401, 'Incorrect API key provided: dummy.', 'credential-refused')
    const played = await play(SOLO, [{ answer: { failure } }])
    expect(played.requests).toBe(1)
    expect(endOf(played)).toMatchObject({ outcome: 'failed', failure: { code: 'credential-refused' } })
    expect(endOf(played)).toMatchObject({
      answer: expect.stringMatching(/^\nA value for the OPENAI_API_KEY environment/),
    })
    expect(played.log.find((event) => event.type === 'attempt.finished')).toMatchObject({
      outcome: 'failed',
      failure: { detail: expect.stringMatching(/^Error code: 401 - \{'error': \{'message': 'Incorrect API key/) },
    })
  })

  test('a broken endpoint is asked three times in each of three tries; the answer is neuro-san’s', async () => {
    const played = await play(SOLO, [{ answer: { failure: http(500, 'scripted 500') } }])
    expect(played.requests).toBe(9)
    expect(endOf(played)).toMatchObject({
      outcome: 'failed',
      answer:
        "Error from front: Agent stopped due to exception Error code: 500 - {'error': {'message': 'scripted 500', " +
        "'type': 'scripted_error', 'param': None, 'code': None}}",
      failure: { code: 'provider-error' },
    })
    const notes = played.log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : []))
    expect(notes).toHaveLength(3)
    expect(notes[0]).toMatch(/^Retrying: the LLM API returned an error \(OpenAIAPIError\) - Error code: 500/)
    expect(played.log.find((event) => event.type === 'limit.reached')).toMatchObject({ limit: 'attempts', value: 3 })
  })

  test('a bad request is repeated by the agent, not by the request: three in all', async () => {
    expect((await play(SOLO, [{ answer: { failure: http(400, 'scripted 400', 'request-refused') } }])).requests).toBe(3)
  })

  test('a script of the offline model that cannot be read is told once and not tried again', async () => {
    const message = 'The script cannot be used: it is no JSON. Correct registries/desk.offline.json.'
    const failure = new ModelFailure({ code: 'offline-script-invalid', message, retryable: false })
    const played = await play(SOLO, [{ answer: { failure } }])
    expect(played.requests).toBe(1)
    expect(endOf(played)).toMatchObject({ answer: `Error from front: Agent stopped due to exception ${message}` })
    expect(played.log.filter(({ type }) => type === 'note.noted' || type === 'limit.reached')).toEqual([])
  })

  test('an address where nobody answers says where and what to do', async () => {
    const message = 'The model endpoint at http://127.0.0.1:9 did not answer: connection refused. Check the address.'
    const failure = new ModelFailure({ code: 'unreachable', message, retryable: true })
    const played = await play(SOLO, [{ answer: { failure } }])
    expect(endOf(played)).toMatchObject({ outcome: 'failed', failure: { code: 'unreachable', message } })
    expect(endOf(played)).toMatchObject({ answer: `Error from front: Agent stopped due to exception ${message}` })
  })

  test.each([
    [true, 3],
    [false, 1],
  ])(
    'a good status before a bad answer is told by what happened; a try that may help (%s) is made by the agent',
    async (retryable, requests) => {
      const message = 'The model endpoint at http://127.0.0.1:9 answered with a web page. Check the base URL.'
      for (const status of [200, 204, 302]) {
        const failure = new ModelFailure({ code: 'not-a-model-endpoint', message, retryable }, status)
        const played = await play(SOLO, [{ answer: { failure } }])
        expect(played.requests).toBe(requests)
        expect(endOf(played)).toMatchObject({ answer: `Error from front: Agent stopped due to exception ${message}` })
        const said = JSON.stringify(played.log)
        expect(said).not.toContain('Error code')
        expect(said.includes('Retrying: ')).toBe(retryable)
      }
    },
  )

  test('a failure that passes leaves attempts behind, and an ordinary answer', async () => {
    const rules = [{ attempt: 0, answer: { failure: http(503, 'busy') } }, { answer: { content: 'Answer.' } }]
    const played = await play(SOLO, rules)
    expect(endOf(played)).toMatchObject({ outcome: 'ok', answer: 'Answer.' })
    expect(played.log.find((event) => event.type === 'model.finished')).toMatchObject({ attempts: 2 })
  })

  test('an inner agent that fails is a failed tool, and its caller goes on', async () => {
    const network = withTool({}, { class: null, instructions: 'AGENT:keep Help.' })
    const rules = [
      { agent: 'front', assistantTurns: 0, answer: { calls: [call] } },
      { agent: 'front', answer: { content: 'Never mind.' } },
      { agent: 'keep', answer: { failure: http(400, 'no') } },
    ]
    const played = await play(network, rules)
    expect(endOf(played)).toMatchObject({ outcome: 'ok', answer: 'Never mind.' })
    expect(played.log.find((event) => event.type === 'tool.finished')).toMatchObject({
      outcome: 'failed',
      text: expect.stringMatching(/^Error from front\.keep: Agent stopped due to exception Error code: 400/),
      failure: { code: 'provider-error' },
    })
  })
})

describe('tools that cannot be called', () => {
  const asked = [{ agent: 'front', assistantTurns: 0, answer: { calls: [call] } }, { answer: { content: 'Done.' } }]

  test('[N-85] a tool that raises: the model reads the error, the span keeps it, the run goes on', async () => {
    const played = await play(withTool(), asked, () => {
      throw new Error('it broke: {kind}')
    })
    expect(endOf(played)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
    expect(played.log.find((event) => event.type === 'tool.finished')).toMatchObject({
      outcome: 'failed',
      text: 'Error: it broke: {kind}',
      failure: { code: 'raised' },
    })
  })

  test('a class that is not found never ran, and the log says so', async () => {
    const played = await play(withTool({}, { class: 'gone.Gone' }), asked)
    expect(played.log.find((event) => event.type === 'tool.finished')).toMatchObject({
      outcome: 'failed',
      failure: { code: 'class-not-found' },
    })
    expect(played.log.find((event) => event.type === 'attempt.started' && event.of === 'tool')).not.toHaveProperty(
      'source',
    )
  })

  test('references that this version cannot call are left out, with a warning each', async () => {
    const network = withTool({ tools: ['/elsewhere', 'https://host/mcp', 'keep'] })
    const played = await play(network, [{ answer: { content: 'Hi.' } }])
    const warnings = played.log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : []))
    expect(warnings).toEqual([
      expect.stringContaining(
        'Agent/tool /elsewhere was unreachable. Not including it as a tool.\nThere is no network "elsewhere"',
      ),
      'https://host/mcp is an MCP server, so front goes on without it. This version cannot call it.',
    ])
    const parts = played.log.find((event) => event.type === 'attempt.started')
    expect(parts).toBeDefined()
  })

  test('output beyond the limit is left out and said to be', async () => {
    const played = await play(withTool(), asked, (_args, { host }) => {
      for (let n = 0; n < 100; n += 1) host.onOutput('stdout', 'x'.repeat(100_000))
      return 'kept'
    })
    const written = played.log.flatMap((event) => (event.type === 'attempt.delta' ? [event.text.length] : []))
    expect(written.reduce((sum, length) => sum + length, 0)).toBe(1024 * 1024)
    expect(played.log.filter((event) => event.type === 'limit.reached')).toMatchObject([{ limit: 'output' }])
  })
})

describe('[N-91] limits of an agent', () => {
  const loop = [{ agent: 'front', answer: { calls: [call] } }]

  test.each([
    [2, 1, 1],
    [3, 2, 1],
    [4, 2, 2],
  ])('max_steps = %i: %i model turns and %i rounds of tools', async (max_steps, turns, rounds) => {
    const played = await play(withTool({ max_steps }), loop)
    expect(played.requests).toBe(turns)
    expect(played.log.filter((event) => event.type === 'tool.started')).toHaveLength(rounds)
    expect(endOf(played)).toMatchObject({
      outcome: 'failed',
      answer: expect.stringMatching(
        `^Error from front: Agent stopped due to exception Recursion limit of ${max_steps} reached`,
      ),
      failure: { code: 'step-limit' },
    })
  })

  test('max_execution_seconds stops what runs and is the answer', async () => {
    const slow = [{ answer: { content: 'Too late.', delayMs: 5000 } }]
    const network = { ...SOLO, max_execution_seconds: 1 }
    const played = await play(network, slow)
    expect(endOf(played)).toMatchObject({
      outcome: 'failed',
      answer: 'Agent timed out: max_execution_seconds=1s exceeded.',
      failure: { code: 'timed-out' },
    })
    expect(played.log.find((event) => event.type === 'attempt.finished')).toMatchObject({ outcome: 'cancelled' })
    expect(played.log.find((event) => event.type === 'limit.reached')).toMatchObject({ limit: 'seconds', value: 1 })
  })

  test('max_attempts = 1: the agent is not tried again', async () => {
    const network = { ...SOLO, max_attempts: 1 }
    const played = await play(network, [{ answer: { failure: http(400, 'no') } }])
    expect(played.requests).toBe(1)
  })

  test('[N-90] an error fragment turns the answer into an error', async () => {
    const network = { ...SOLO, error_fragments: ['Error:'], error_formatter: 'json' }
    const played = await play(network, [{ answer: { content: 'Error: none left' } }])
    expect(endOf(played)).toMatchObject({
      answer: '```json\n{\n    "error": "Error: none left",\n    "tool": "front"\n}\n```',
    })
  })
})

test('a mistake of our own ends the run instead of leaving it open', async () => {
  const models = { send: () => Promise.reject(new TypeError('x is not a function')) }
  const log = await testBench({ models, hosts: fakeHosts({}) }).run(testRequest(SOLO, 'go'))
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'defect' } })
})

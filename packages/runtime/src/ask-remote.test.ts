import { verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { RemoteAnswer, RemoteNetworkPort } from './ports.ts'
import { fakeHosts, type ScriptedRule, scriptedModels, testBench, testRequest } from './testing/index.ts'

const URL = 'http://far.test/deep/carrier'
const NETWORK = {
  tools: [
    {
      name: 'front',
      function: { description: 'Asks.' },
      instructions: 'AGENT:front Ask.',
      tools: [URL],
      allow: {
        to_downstream: { sly_data: { token: 'api_key' } },
        from_downstream: { sly_data: { eta: true, far_id: 'order_id' } },
      },
    },
  ],
}
const RULES: readonly ScriptedRule[] = [
  { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: '__deep__carrier', args: '{"inquiry":"Where?"}' }] } },
  { agent: 'front', answer: { content: 'Asked.' } },
]

function play(answer: RemoteAnswer | Error, described: string | Error = '{"description":"Moves parcels."}') {
  const asked: { reference: string; request: unknown }[] = []
  const remote: RemoteNetworkPort = {
    async describe() {
      if (described instanceof Error) throw described
      return described
    },
    async chat(reference, request) {
      asked.push({ reference, request })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const models = scriptedModels(RULES)
  const sly = { token: '"k-demo-7431-canary"', other: '"s-demo-9999-canary"', request_metadata: '{"user_id":"ada"}' }
  const bench = testBench({ models, hosts: fakeHosts({}), remote, sly })
  return { bench, models, asked, request: testRequest(NETWORK, 'go') }
}

const ANSWER: RemoteAnswer = {
  text: 'Tuesday.',
  sly: new Map([
    ['eta', '"Tue"'],
    ['far_id', '17'],
    ['far_secret', '1'],
  ]),
}

describe('a network of another server', () => {
  test('[B23] half a character of its answer is U+FFFD, and a note says so', async () => {
    const { bench, models, request } = play({ ...ANSWER, text: 'Tues\udcffday 🍸' })
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ text: 'Tues\ufffdday 🍸' })
    const note = log.find((event) => event.type === 'note.noted' && event.text.includes('half a character'))
    expect(note).toMatchObject({ level: 'warning', text: expect.stringContaining(URL) })
    expect(JSON.stringify([log, models.seen])).not.toMatch(/\\udcff/i)
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[N-95] gets words, the private values that the rules name, and the request metadata as headers', async () => {
    const { bench, asked, request } = play(ANSWER)
    const log = await bench.run(request)
    expect(asked).toEqual([
      {
        reference: URL,
        request: {
          message: '```json\n{"inquiry": "Where?"}```',
          sly: new Map([['api_key', '"k-demo-7431-canary"']]),
          headers: { user_id: 'ada' },
        },
      },
    ])
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ outcome: 'ok', text: 'Tuesday.' })
    expect(bench.vault.values().get('order_id')).toBe('17')
    expect(bench.vault.values().has('far_secret')).toBe(false)
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('a structure follows the text, sorted and fenced', async () => {
    const { bench, request } = play({ ...ANSWER, structure: '{"b":1,"a":{"d":2,"c":3}}' })
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({
      text: 'Tuesday.\n```json\n{\n    "a": {\n        "c": 3,\n        "d": 2\n    },\n    "b": 1\n}\n```',
    })
  })

  test('that breaks off is a failed tool, and the run goes on', async () => {
    const { bench, request } = play(new Error('Nobody listens.'))
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({
      outcome: 'failed',
      text: expect.stringContaining(`Problem accessing external agent ${URL}. Nobody listens.`),
      failure: { code: 'network-unreachable' },
    })
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Asked.' })
  })

  test('that is not there is left out with a word', async () => {
    const { bench, request } = play(ANSWER, new Error('Nobody answers.'))
    const log = await bench.run(request)
    expect(log.find((event) => event.type === 'note.noted')).toMatchObject({
      text: `Agent/tool ${URL} was unreachable. Not including it as a tool.\nProblem accessing external agent ${URL}. Nobody answers.`,
    })
  })

  test('[M1.4] a replay takes the answer and asks nobody', async () => {
    const { bench, request } = play(ANSWER)
    const log = await bench.run(request)
    const again = play(ANSWER)
    const replayed = await again.bench.run(request, { record: { log, onDifference: 'fail' } })
    expect(replayed.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Asked.' })
    expect([again.asked, again.models.seen]).toEqual([[], []])
  })
})

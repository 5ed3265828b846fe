import { describe, expect, test } from 'vitest'
import {
  type FakeTool,
  fakeHosts,
  type ScriptedRule,
  scriptedModels,
  testBench,
  testRequest,
  VirtualClock,
} from './testing/index.ts'

const TOKEN = 'tok-QX81-zzyy-77'
const NETWORK = {
  llm_config: { model_name: 'gpt-4o', streaming: true },
  tools: [
    { name: 'front', function: { description: 'I work.' }, instructions: 'AGENT:front Work.', tools: ['tell'] },
    {
      name: 'tell',
      function: { description: 'Tells.', parameters: { type: 'object', properties: { n: { type: 'int' } } } },
      class: 'tell.Tell',
    },
  ],
}
const RULES: readonly ScriptedRule[] = [
  { assistantTurns: 0, answer: { calls: [{ tool: 'tell', args: '{}' }] } },
  { answer: { content: 'Done.' } },
]

async function runTool(
  tool: FakeTool,
  sly: Record<string, string> = { tok: JSON.stringify(TOKEN) },
  clock = new VirtualClock(),
) {
  const models = scriptedModels(RULES, (ms, signal) => clock.sleep(ms, signal))
  const bench = testBench({ models, hosts: fakeHosts({ 'tell.Tell': tool }), sly, clock })
  const log = await bench.run(testRequest(NETWORK, 'go'))
  const requests = log.flatMap((event) => (event.type === 'attempt.started' && event.request ? [event.request] : []))
  const hits = requests.flatMap(({ scan }) => scan.hits.map(({ key }) => key))
  return { log, bytes: bench.store.bytes(), hits, sent: models.seen.map(({ body }) => body).join('\n'), requests }
}

describe('a private value that a tool takes off the board', () => {
  const takers: Record<string, FakeTool> = {
    'and fails with': (_, { board }) => {
      board.delete('tok')
      throw new Error(`GET https://crm.test/?key=${TOKEN} -> 403`)
    },
    'and returns': (_, { board }) => {
      board.delete('tok')
      return new Map([['was', TOKEN]])
    },
    'replaces and returns': (_, { board }) => {
      board.set('tok', '"another-one-9911"')
      return `rotated ${TOKEN}`
    },
    'cuts out of a larger one and returns': (_, { board }) => {
      board.set('all', '{"list":["other value"]}')
      return `inner-${TOKEN}`
    },
  }
  test.each(Object.entries(takers))('%s stays masked, and what the model got of it is counted', async (_, tool) => {
    const sly = { tok: JSON.stringify(TOKEN), all: JSON.stringify({ list: ['other value', `inner-${TOKEN}`] }) }
    const { bytes, hits, sent } = await runTool(tool, sly)
    expect(sent).toContain(TOKEN)
    expect(bytes).not.toContain(TOKEN)
    expect(new Set(hits)).toContain('tok')
  })

  test('is not counted among the values that there are', async () => {
    const { requests } = await runTool((_, { board }) => {
      board.delete('tok')
      return 'ok'
    })
    expect(requests.map(({ scan }) => scan.values)).toEqual([1, 0])
    expect(requests.at(-1)?.scan.classes).toEqual({ strong: 0, weak: 0, public: 0, unsearchable: 0 })
  })
})

test('[E7] a key whose name spells a private value is not named in the log, and the place is told', async () => {
  const { bytes, log } = await runTool((_, { board }) => {
    board.set(`seen ${TOKEN}`, '"secret-of-its-own"')
    return 'I tell secret-of-its-own'
  })
  expect(bytes).not.toContain(TOKEN)
  expect(log.flatMap((event) => (event.type === 'sly.changed' ? event.set : []))).toMatchObject([
    { key: 'seen ⟨sly:tok⟩' },
  ])
  expect(log.flatMap((event) => (event.type === 'sly.leaked' ? [event.where] : []))).toContain('sly.changed key')
})

test('the name of an inner key is no secret where the board has the same key', async () => {
  const sly = { customer_id: '"c-9911-zz"', orders: '{"customer_id":"c-9911-zz"}' }
  const { log } = await runTool((_, { board }) => {
    board.set('customer_id', '"c-9912-zz"')
    return 'ok'
  }, sly)
  expect(log.flatMap((event) => (event.type === 'sly.changed' ? event.set : []))).toMatchObject([
    { key: 'customer_id' },
  ])
})

describe('an output that is cut', () => {
  const pieces = (bytes: string): readonly string[] =>
    Array.from({ length: TOKEN.length - 6 }, (_, at) => TOKEN.slice(at, at + 7)).filter((piece) =>
      bytes.includes(piece),
    )

  test.each([1, 3, 8, 12, TOKEN.length - 1])(
    'at character %i of a value by the host shows no part of it',
    async (seen) => {
      const { bytes, log } = await runTool((_, { host }) => {
        host.onOutput('stdout', `${'x'.repeat(900)} ${TOKEN} ${'y'.repeat(500)} ${TOKEN.slice(0, seen)}`)
        host.onOutputCut?.('stdout')
        host.onOutput('stdout', '\n[99 bytes more were left out]\n')
        return 'ok'
      })
      expect(pieces(bytes)).toEqual([])
      const shown = log.flatMap((event) => (event.type === 'attempt.delta' ? [event.text] : [])).join('')
      expect(shown).toMatch(/^x{900} ⟨sly:tok⟩ y+…\n\[99 bytes more were left out\]\n$/)
    },
  )

  test.each([1, 7, 13, TOKEN.length])(
    'at the limit of a run with %i characters of a value left shows no part of it',
    async (over) => {
      const { bytes, log } = await runTool((_, { host }) => {
        host.onOutput('stderr', `${'x'.repeat(1024 * 1024 - TOKEN.length + over)}${TOKEN} and more`)
        return 'ok'
      })
      expect(pieces(bytes)).toEqual([])
      expect(log.filter((event) => event.type === 'limit.reached')).toHaveLength(1)
    },
  )
})

test('[E7] what a call has written and not handed over yet is masked in what it prints and reports meanwhile', async () => {
  const clock = new VirtualClock()
  const { bytes } = await runTool(
    async (_, { host, board }) => {
      host.onPrivate?.(new Map([['fresh', `"${TOKEN}"`]]))
      host.onOutput('stdout', `logged in with ${TOKEN}\n`)
      host.onProgress('{"step":1}', `got ${TOKEN}`)
      await clock.sleep(400)
      board.set('fresh', `"${TOKEN}"`)
      return 'ok'
    },
    {},
    clock,
  )
  expect(bytes).not.toContain(TOKEN)
})

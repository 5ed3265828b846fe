import { JsonNumber } from '@slyglass/base'
import { type RunEvent, verifyLog } from '@slyglass/run-log'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostCall, RunStore } from './ports.ts'
import { crashingStore } from './testing/crash.ts'
import {
  fakeHosts,
  MemoryRunStore,
  type ScriptedRule,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
  VirtualClock,
} from './testing/index.ts'

const NETWORK = {
  llm_config: { model_name: 'gpt-4o', streaming: true },
  tools: [
    {
      name: 'front',
      function: { description: 'I work.' },
      instructions: 'AGENT:front Work.',
      tools: ['tell', 'helper'],
      allow: { to_upstream: { sly_data: { token: 'pass', total: true } } },
    },
    {
      name: 'tell',
      function: {
        description: 'Tells.',
        parameters: { type: 'object', properties: { say: { type: 'string' }, n: { type: 'int' } } },
      },
      class: 'tell.Tell',
    },
    {
      name: 'helper',
      function: { description: 'Helps.', parameters: { type: 'object', properties: { inquiry: { type: 'string' } } } },
      instructions: 'AGENT:helper Help.',
    },
  ],
}
const CANARY = 'k-demo-7431-canary'
const QUOTED = 'pa"ss\\wörd-91'
const NUMBER = '90210777'
const SLY = { token: JSON.stringify(CANARY), phrase: JSON.stringify(QUOTED), code: NUMBER, short: '"ab"' }

const call = (tool: string, args: object) => ({ tool, args: JSON.stringify(args) })
const find = (log: readonly RunEvent[], type: string) => log.filter((event) => event.type === type)

describe('private values', () => {
  test('[E7] in every channel at once: none of them is in any byte that is kept, and each place is told', async () => {
    const rules: readonly ScriptedRule[] = [
      {
        agent: 'front',
        assistantTurns: 0,
        answer: {
          content: `I call with ${CANARY}`,
          pieces: ['I call with k-demo', '-7431-', 'canary'],
          calls: [call('tell', { say: QUOTED, n: Number(NUMBER) }), call('helper', { inquiry: `Is it ${CANARY}?` })],
        },
      },
      { agent: 'helper', answer: { content: `It is ${NUMBER} and ${QUOTED}.` } },
      { agent: 'front', answer: { content: `Done with ${CANARY}.` } },
    ]
    const clock = new VirtualClock()
    const hosts = fakeHosts({
      'tell.Tell': async (_args, { host, board }) => {
        host.onOutput('stdout', `printing ${CANARY.slice(0, 7)}`)
        await clock.sleep(80)
        host.onOutput('stdout', `${CANARY.slice(7)} and ${QUOTED}\n`)
        host.onOutput('stderr', NUMBER)
        host.onProgress(JSON.stringify({ at: CANARY }), `progress ${QUOTED}`)
        board.set('total', '3.0')
        throw new Error(`failed with ${CANARY} and ${NUMBER}`)
      },
    })
    const models = scriptedModels(rules, (ms, signal) => clock.sleep(ms, signal))
    const bench = testBench({ models, hosts, sly: SLY, clock })
    const log = await bench.run(testRequest(NETWORK, `Use ${CANARY} and ${NUMBER}`, { streaming: 'on' }))
    expect(verifyLog(log, 'finished')).toEqual([])
    const bytes = bench.store.bytes()
    for (const value of [CANARY, QUOTED, JSON.stringify(QUOTED).slice(1, -1), NUMBER])
      expect(bytes).not.toContain(value)
    const places = new Set(find(log, 'sly.leaked').map((event) => (event.type === 'sly.leaked' ? event.where : '')))
    for (const place of ['run.started message', 'tool.finished text', 'attempt.delta text', 'run.finished answer'])
      expect(places).toContain(place)
    const streamed = log.flatMap((event) =>
      event.type === 'attempt.delta' && event.kind === 'text' ? [event.text] : [],
    )
    expect(streamed.join('')).toBe('I call with ⟨sly:token⟩')
    expect(models.seen.some(({ body }) => body.includes(CANARY))).toBe(true)
  })

  test('[S-34] what a request holds is counted by the search over its exact bytes', async () => {
    const hosts = fakeHosts({ 'tell.Tell': () => `here: ${CANARY}` })
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [call('tell', {})] } },
      { agent: 'front', answer: { content: 'Thanks.' } },
    ])
    const bench = testBench({ models, hosts, sly: SLY })
    const log = await bench.run(testRequest(NETWORK, 'go'))
    const scans = log.flatMap((event) =>
      event.type === 'attempt.started' && event.request ? [event.request.scan] : [],
    )
    expect(scans.map((scan) => scan.hits.length)).toEqual([0, 1])
    expect(scans[1]).toMatchObject({
      values: 4,
      classes: { strong: 3, weak: 0, public: 0, unsearchable: 1 },
      hits: [{ key: 'token', strength: 'strong' }],
    })
    const offset = scans[1]?.hits[0]?.offset ?? 0
    const body = Buffer.from(models.seen[1]?.body ?? '', 'utf8')
    expect(body.subarray(offset, offset + CANARY.length).toString('utf8')).toBe(CANARY)
  })

  test('[M2.1] the parts of a request joined are its exact body, and a growing conversation is kept once', async () => {
    const hosts = fakeHosts({ 'tell.Tell': () => 'x'.repeat(5000) })
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [call('tell', { say: 'ü 😀' })] } },
      { agent: 'front', assistantTurns: 1, answer: { calls: [call('tell', { say: 'again' })] } },
      { agent: 'front', answer: { content: 'Thanks.' } },
    ])
    const bench = testBench({ models, hosts, sly: SLY })
    const log = await bench.run(testRequest(NETWORK, 'go'))
    const requests = log.flatMap((event) => (event.type === 'attempt.started' && event.request ? [event.request] : []))
    for (const [index, request] of requests.entries()) {
      const texts = await Promise.all(request.parts.map((sha) => bench.store.chunk(sha)))
      expect(texts.join('')).toBe(models.seen[index]?.body)
      expect(request.bytes).toBe(Buffer.byteLength(models.seen[index]?.body ?? '', 'utf8'))
    }
    const parts = requests.flatMap((request) => request.parts)
    expect(new Set(parts).size).toBeLessThan(parts.length)
  })

  test('[M4] a change is merged against the board that its host saw, not the one it was handed at first', async () => {
    const inner = fakeHosts({ 'tell.Tell': () => 'done' })
    // A host whose calls share a live board: by the end of this call a sibling's value was there, and was taken away.
    const hosts = {
      ...inner,
      call: async (call: HostCall) => {
        const reply = await inner.call(call)
        bench.vault.update(new Map([['shared', '"newer"']]))
        return { ...reply, sly: { ...reply.sly, del: ['shared'] }, slyBase: new Map([['shared', '"newer"']]) }
      },
    }
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [call('tell', {})] } },
      { agent: 'front', answer: { content: 'Thanks.' } },
    ])
    const bench = testBench({ models, hosts, sly: SLY })
    const log = await bench.run(testRequest(NETWORK, 'go'))
    const changes = log.flatMap((event) => (event.type === 'sly.changed' ? [event] : []))
    expect(changes).toMatchObject([{ removed: [{ key: 'shared' }], conflicts: [] }])
    expect(bench.vault.values().has('shared')).toBe(false)
  })

  test('[M1.3] a value that becomes private later changes no earlier question: the log replays with nothing touched', async () => {
    const late = 'late-secret-884422'
    const tool = fakeHosts({
      'tell.Tell': (args, { board }) => {
        if (args.get('n') instanceof JsonNumber) board.set('late', JSON.stringify(late))
        return `told ${late} ${CANARY}`
      },
    })
    const rules: readonly ScriptedRule[] = [
      { agent: 'front', assistantTurns: 0, answer: { calls: [call('tell', { say: CANARY })] } },
      {
        agent: 'front',
        assistantTurns: 1,
        answer: { calls: [call('tell', { n: 1 }), call('helper', { inquiry: CANARY })] },
      },
      { agent: 'helper', answer: { content: 'Yes.' } },
      { agent: 'front', answer: { content: `All told: ${late}` } },
    ]
    const bench = testBench({ models: scriptedModels(rules), hosts: tool, sly: SLY })
    const recorded = await bench.run(testRequest(NETWORK, 'go'))
    const untouched = scriptedModels([])
    const replay = testBench({ models: untouched, hosts: fakeHosts({}) })
    const log = await replay.run(testRequest(NETWORK, 'go'), { record: { log: recorded, onDifference: 'fail' } })
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'All told: ⟨sly:late⟩' })
    expect(untouched.seen).toEqual([])
  })

  test('[E7] [M2.3] random texts around random pieces: a streamed value is never written in two halves', async () => {
    const text = fc.string({ minLength: 0, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, text, fc.array(fc.nat(60), { maxLength: 5 }), async (before, after, cuts) => {
        const whole = `${before}${CANARY}${after}`
        const points = [...new Set(cuts.map((cut) => cut % whole.length))].sort((a, b) => a - b)
        const pieces = [0, ...points].map((from, index) => whole.slice(from, points[index] ?? whole.length))
        const clock = new VirtualClock()
        const answer = { content: whole, pieces }
        const models = scriptedModels([{ answer }], (ms, signal) => clock.sleep(ms, signal))
        const bench = testBench({ models, hosts: fakeHosts({}), sly: { token: JSON.stringify(CANARY) }, clock })
        const log = await bench.run(testRequest(NETWORK, 'go', { streaming: 'on' }))
        const deltas = log.flatMap((event) => (event.type === 'attempt.delta' ? [event.text] : []))
        expect(deltas.join('')).not.toContain(CANARY)
        expect(deltas.join('')).toContain('⟨sly:token⟩')
      }),
      { numRuns: process.env.SLYGLASS_SOAK === '1' ? 500 : 40 },
    )
  })

  test('[M1.4] a run whose conversation was masked goes on after a crash, at every commit', async () => {
    const rules: readonly ScriptedRule[] = [
      {
        agent: 'front',
        toolResults: 0,
        answer: { calls: [call('tell', { say: CANARY, n: 90210777 }), call('helper', { inquiry: QUOTED })] },
      },
      { agent: 'helper', answer: { content: `Yes, ${NUMBER}.` } },
      { agent: 'front', answer: { content: `Done with ${CANARY}.` } },
    ]
    const network = { ...NETWORK, studio: { on_doubt: 'rerun' } }
    const history = [{ type: 'AI', text: `{"it was": "${CANARY}"}` }] as const
    const hosts = () => fakeHosts({ 'tell.Tell': () => `told ${CANARY}` })
    const models = scriptedModels(rules)
    const whole = testBench({ models, hosts: hosts(), sly: SLY })
    await whole.run(testRequest(network, `Use ${CANARY}`, { history }))
    const bodies = models.seen.map(({ body }) => body)
    expect(bodies.filter((body) => body.includes(CANARY)).length).toBe(2)
    for (let commit = 2; commit < 20; commit += 1) {
      const [store, process] = [new MemoryRunStore(), { dead: false }]
      const wrapStore = (inner: RunStore) => crashingStore(inner, { commit, written: true }, process)
      const before = testBench({ models: scriptedModels(rules), hosts: hosts(), store, sly: SLY, wrapStore })
      await before.run(testRequest(network, `Use ${CANARY}`, { history }))
      const again = scriptedModels(rules)
      const after = testBench({ models: again, hosts: hosts(), store })
      await after.runtime.execute(TEST_RUN, new AbortController().signal)
      const log = await after.log()
      // What is sent is what would have been sent: no placeholder in the place of a value.
      expect(again.seen.map(({ body }) => body).filter((body) => !bodies.includes(body))).toEqual([])
      expect(Object.fromEntries((await after.openedVault()).values())).toEqual(SLY)
      expect(store.bytes()).not.toContain(CANARY)
      expect([commit, log.at(-1)]).toMatchObject([commit, { outcome: 'ok', answer: 'Done with ⟨sly:token⟩.' }])
      expect(verifyLog(log, 'finished')).toEqual([])
    }
  })

  test('[N-67] the boundary to the client names what passed and what stayed, never a value', async () => {
    const models = scriptedModels([{ answer: { content: 'Hello.' } }])
    const bench = testBench({ models, hosts: fakeHosts({}), sly: SLY })
    const log = await bench.run(testRequest(NETWORK, 'go'))
    expect(find(log, 'sly.crossed')).toMatchObject([
      {
        boundary: 'to-upstream',
        peer: 'client',
        passed: [{ key: 'token', as: 'pass' }],
        withheld: ['phrase', 'code', 'short'],
        rule: 'allow.to_upstream.sly_data',
      },
    ])
  })

  test('[N-66] without a rule nothing passes, and the event has no rule', async () => {
    const [front, ...others] = NETWORK.tools
    const network = { ...NETWORK, tools: [{ ...front, allow: {} }, ...others] }
    const bench = testBench({
      models: scriptedModels([{ answer: { content: 'Hi.' } }]),
      hosts: fakeHosts({}),
      sly: SLY,
    })
    const [crossed] = find(await bench.run(testRequest(network, 'go')), 'sly.crossed')
    expect(crossed).toMatchObject({ passed: [], withheld: ['token', 'phrase', 'code', 'short'] })
    expect(crossed).not.toHaveProperty('rule')
  })
})

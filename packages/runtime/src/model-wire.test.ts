// What is told of a model request and its answer where the endpoint has ways of its own, each named by its case.
import { type EventOf, type EventType, isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { RunRequest } from './ports.ts'
import { crashingStore } from './testing/crash.ts'
import {
  fakeHosts,
  MemoryRunStore,
  type ScriptedAnswer,
  SURROUNDINGS,
  scriptedModels,
  testBench,
  testRequest,
} from './testing/index.ts'

const DESK = {
  llm_config: { model_name: 'gpt-4o', use_responses_api: false },
  tools: [
    { name: 'front', function: { description: 'I ask.' }, instructions: 'AGENT:front Ask.', tools: ['now'] },
    { name: 'now', function: { description: 'The time.' }, class: 'now.Tool' },
  ],
}
const STRICT = { provider: { ...SURROUNDINGS.provider, strictRoles: true as const } }
const now = () => fakeHosts({ 'now.Tool': () => '12:00' })
const CALL = { tool: 'now', args: '{}' }

async function play(first: ScriptedAnswer, more: Partial<RunRequest> = {}, sly: Record<string, string> = {}) {
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: first },
    { agent: 'front', answer: { content: 'Done.' } },
  ])
  const hosts = now()
  const bench = testBench({ models, hosts, sly })
  const log = await bench.run(testRequest(DESK, 'go', more))
  return { log, bench, hosts, sent: models.seen.map(({ body }) => JSON.parse(body).messages as Said[]), models }
}

interface Said {
  readonly role: string
  readonly content: string
}
const roles = (said: readonly Said[] | undefined) => said?.map(({ role }) => role)
const only = <T extends EventType>(log: readonly RunEvent[], type: T): readonly EventOf<T>[] =>
  log.filter((event): event is EventOf<T> => isOf(event, type))
const notes = (log: readonly RunEvent[]) => only(log, 'note.noted').map(({ text }) => text)

describe('[B53] with strict roles', () => {
  const history = [
    { type: 'HUMAN', text: 'a' },
    { type: 'HUMAN', text: 'b' },
  ] as const

  test('neighbours are merged on the wire only, and the log shows the request as it was sent', async () => {
    const { log, bench, models, sent } = await play({ content: 'Hello.' }, { ...STRICT, history })
    expect(roles(sent[0])).toEqual(['system', 'user'])
    expect(sent[0]?.[1]?.content).toBe('a\n\nb\n\ngo')
    const begun = only(log, 'attempt.started')
    expect(begun).toMatchObject([{ strictRoles: true }])
    const kept = await Promise.all((begun[0]?.request?.parts ?? []).map((sha) => bench.store.chunk(sha)))
    expect(kept.join('')).toBe(models.seen[0]?.body)
    expect(only(log, 'agent.started')[0]?.input).toBe('go')
    const plain = await play({ content: 'Hello.' }, { history })
    expect(roles(plain.sent[0])).toEqual(['system', 'user', 'user', 'user'])
  })
  test('a call with its result goes out in turns, and a next turn is made from what was said, not from what was sent', async () => {
    const { sent, log } = await play({ calls: [CALL] }, STRICT)
    expect(sent.map(roles)).toEqual([
      ['system', 'user'],
      ['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    ])
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'Done.' })
    expect(only(log, 'agent.finished')).toMatchObject([{ answer: 'Done.' }])
  })

  test('the search looks through the bytes that are sent', async () => {
    const secret = 'k-demo-7431-canary'
    const told = [...history, { type: 'HUMAN' as const, text: `it is ${secret}` }]
    const { log, models } = await play({ content: 'Hello.' }, { ...STRICT, history: told }, { code: `"${secret}"` })
    const scan = only(log, 'attempt.started')[0]?.request?.scan
    expect(scan?.hits).toMatchObject([{ key: 'code' }])
    const bytes = Buffer.from(models.seen[0]?.body ?? '')
    const at = scan?.hits[0]?.offset ?? -1
    expect(bytes.subarray(at, at + secret.length).toString()).toBe(secret)
  })

  test('a run that goes on under other settings knows what it had asked', async () => {
    const store = new MemoryRunStore()
    const life = { dead: false }
    const answers = () =>
      scriptedModels([
        { agent: 'front', assistantTurns: 0, answer: { calls: [CALL] } },
        { agent: 'front', answer: { content: 'Done.' } },
      ])
    const first = testBench({
      models: answers(),
      hosts: now(),
      store,
      wrapStore: (inner) => crashingStore(inner, { commit: 6, written: true }, life),
    })
    await first.run(testRequest(DESK, 'go', { ...STRICT, history })).catch(() => undefined)
    expect(only(await first.log(), 'attempt.finished')).toMatchObject([{ outcome: 'ok' }])
    const models = answers()
    const second = testBench({ models, hosts: now(), store })
    await second.runtime.execute(testRequest(DESK, 'go').run, new AbortController().signal)
    expect((await second.log()).at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'Done.' })
    expect(models.seen.map(({ body }) => roles(JSON.parse(body).messages))).toEqual([
      ['system', 'user', 'user', 'user', 'assistant', 'tool'],
    ])
  })
})

describe('[B58] a reason that contradicts its answer', () => {
  test('"stop" with a call: the call is run, and a note tells', async () => {
    const { log, hosts } = await play({ calls: [CALL], finishReason: 'stop' })
    expect(hosts.began).toEqual(['now.Tool {}'])
    expect(notes(log)).toEqual([expect.stringMatching(/Odd reason.*"stop".*called now/)])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
  })

  test('"tool_calls" without one: the text is the answer, and a note tells', async () => {
    const { log } = await play({ content: 'Done.', finishReason: 'tool_calls' })
    expect(notes(log)).toEqual([expect.stringMatching(/Odd reason.*"tool_calls"/)])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
  })

  test.each([[{ calls: [CALL] }], [{ calls: [CALL], finishReason: '' }], [{ content: 'Cut', finishReason: 'length' }]])(
    'is none where they fit or nothing was said: %j',
    async (answer) => {
      expect(notes((await play(answer)).log)).toEqual([])
    },
  )
})

test('[B35] reasoning that was folded away is in the log and in no later request', async () => {
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { content: '', calls: [CALL] } },
    { agent: 'front', answer: { content: '42' } },
  ])
  const folding = {
    async send(request: Parameters<typeof models.send>[0]) {
      const reply = await models.send(request)
      return { ...reply, reasoning: 'plan: canary-plan', raw: `<think>plan: canary-plan</think>${reply.text}` }
    },
  }
  const log = await testBench({ models: folding, hosts: now() }).run(testRequest(DESK, 'go'))
  const answers = only(log, 'attempt.finished').flatMap(({ answer }) => (answer?.of === 'model' ? [answer] : []))
  expect(answers).toMatchObject([
    { text: '', reasoning: 'plan: canary-plan', raw: '<think>plan: canary-plan</think>' },
    { text: '42', reasoning: 'plan: canary-plan', raw: '<think>plan: canary-plan</think>42' },
  ])
  expect(models.seen.map(({ body }) => body).join('')).not.toContain('canary-plan')
})

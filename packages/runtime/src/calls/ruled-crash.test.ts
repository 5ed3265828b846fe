// A run under rules that dies at each of its commits and goes on in another process, under another schedule: same answer, same
// shared values, same texts, nothing that took effect twice except what is in doubt.
import type { JsonText } from '@slyglass/base'
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { HookPort } from '../ports.ts'
import { randomFrom } from '../testing/busy-desk.ts'
import { type CrashPoint, crashingStore } from '../testing/crash.ts'
import {
  fakeHosts,
  MemoryRunStore,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
  VirtualClock,
} from '../testing/index.ts'

const SOAK = process.env.SLYGLASS_SOAK === '1'
const parameters = { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] }

const network = (parallel: boolean) => ({
  llm_config: { model_name: 'gpt-4o' },
  studio: {
    parallel_tool_calls: parallel,
    on_doubt: 'rerun',
    timeout_ms: 5000,
    todos: { enabled: true, render: 'per_request' },
    deps: { log: [] },
    hooks: [
      { event: 'pre_tool_use', run: 'p.ts#rename', match: 'note' },
      { event: 'post_tool_use', run: 'p.ts#stamp', match: 'note' },
    ],
  },
  tools: [
    {
      name: 'front',
      function: { description: 'I ask others.' },
      instructions: 'AGENT:front Ask.',
      tools: ['helper', 'note', 'flaky', 'danger'],
    },
    {
      name: 'helper',
      function: { description: 'I help.', parameters },
      instructions: 'AGENT:helper Help.',
      tools: ['note'],
    },
    { name: 'note', function: { description: 'Notes.', parameters }, class: 't.note' },
    { name: 'flaky', function: { description: 'Fails once.', parameters }, class: 't.flaky' },
    {
      name: 'danger',
      function: { description: 'Is dangerous.', parameters },
      class: 't.danger',
      studio: { requires_approval: true },
    },
  ],
})

const call = (tool: string, args: object) => ({ tool, args: JSON.stringify(args) })
const RULES = [
  {
    agent: 'front',
    assistantTurns: 0,
    answer: {
      calls: [
        call('helper', { what: 'go' }),
        call('note', { what: 'one' }),
        call('flaky', { what: 'x' }),
        call('danger', { what: 'y' }),
        call('add_todo', { text: 'T' }),
        call('nothing', {}),
      ],
    },
  },
  {
    agent: 'front',
    assistantTurns: 1,
    answer: { calls: [call('complete_todo', { id: 1 }), call('note', { what: 'two' })] },
  },
  { agent: 'front', answer: { content: 'All is done.' } },
  {
    agent: 'helper',
    assistantTurns: 0,
    answer: { calls: [call('note', { what: 'h1' }), call('note', { what: 'h2' })] },
  },
  { agent: 'helper', answer: { content: 'Helped.' } },
]

function ports(seed: number, clock: VirtualClock, effects: Map<string, number>, process: { dead: boolean }) {
  const random = randomFrom(seed)
  const wait = async (signal: AbortSignal) => {
    await clock.sleep(Math.floor(random() * 40), signal)
    if (process.dead) await new Promise(() => undefined)
  }
  const models = scriptedModels(RULES, async (_ms, signal) => wait(signal))
  const append = (what: string) => new Map([['__update_context__', new Map([[`seen_${what}`, true]])]])
  const hosts = fakeHosts({
    't.note': async (args, { host }) => {
      await wait(host.signal)
      effects.set(host.idempotencyKey, (effects.get(host.idempotencyKey) ?? 0) + 1)
      return append(String(args.get('what')))
    },
    't.flaky': async (_args, { host }) => {
      await wait(host.signal)
      if (JSON.parse(host.context ?? '{}').retry === 0) throw new Error('once')
      return 'at last'
    },
    't.danger': async (args, { host }) => {
      await wait(host.signal)
      return `danger ${String(args.get('what'))}`
    },
  })
  const hooks: HookPort = {
    async run({ hook, payload, signal }): Promise<JsonText> {
      await wait(signal)
      const told = JSON.parse(payload) as { arguments: { what: string }; result: string }
      if (hook.name === 'stamp')
        return JSON.stringify({ decision: 'modify', changes: { result: `stamped ${told.result}` } })
      return JSON.stringify({ decision: 'modify', changes: { arguments: { what: `${told.arguments.what}!` } } })
    },
  }
  return { models, hosts, hooks, clock }
}

/** Answers the one question about `danger`, whichever process asks. */
async function answerQuestions(store: MemoryRunStore, done: AbortSignal): Promise<void> {
  for await (const events of store.tail(TEST_RUN, -1, done))
    for (const event of events) {
      if (!isOf(event, 'approval.requested') || event.parent === null) continue
      const { argsSha, parent, span } = event
      await store.send(TEST_RUN, {
        id: span,
        kind: 'approve',
        call: parent,
        argsSha,
        decision: 'edit',
        args: '{"what": "less"}',
      })
    }
}

interface Ended {
  readonly log: readonly RunEvent[]
  readonly effects: ReadonlyMap<string, number>
  readonly commits: number
}

async function play(parallel: boolean, seed: number, point?: CrashPoint): Promise<Ended | undefined> {
  const [store, effects, first, done] = [
    new MemoryRunStore(),
    new Map<string, number>(),
    { dead: false },
    new AbortController(),
  ]
  const request = testRequest(network(parallel), 'go', { source: 'chat' })
  let commits = 0
  const before = testBench({
    ...ports(seed, new VirtualClock(), effects, first),
    store,
    wrapStore: (inner) => {
      const crashing = crashingStore(inner, point ?? { commit: Number.POSITIVE_INFINITY, written: true }, first)
      return {
        ...crashing,
        commit: (...given) => {
          commits += 1
          return crashing.commit(...given)
        },
      }
    },
  })
  const started = before.runtime.start(request).catch(() => undefined)
  await started
  const answering = answerQuestions(store, done.signal).catch(() => undefined)
  await before.runtime.settled(TEST_RUN)
  const left = await before.log().catch(() => [])
  if (point !== undefined && left.length > 0 && left.at(-1)?.type !== 'run.finished') {
    const second = { dead: false }
    const after = testBench({ ...ports(seed + 1000, new VirtualClock(), effects, second), store })
    await after.runtime.execute(TEST_RUN, new AbortController().signal)
  }
  done.abort()
  await answering
  if (left.length === 0) return undefined
  return { log: await before.log(), effects, commits }
}

const finished = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'tool.finished') ? [`${event.span} ${event.outcome} ${event.text}`] : [])).sort()
const changes = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'agent.finished') ? [event.changes?.replaceAll(/"20[^"]*Z"/g, 'TIME')] : []))
/** Times are the only thing that may differ between two executions. */
const timeless = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/"20[^"]*Z"/g, 'TIME'))

describe('a run under rules whose process dies', () => {
  test.each([false, true])(
    '[M1.4] [U-85] goes on to the same end from every place (parallel: %s)',
    async (parallel) => {
      let recoveries = 0
      for (let seed = 1; seed <= (SOAK ? 12 : 1); seed += 1) {
        const whole = await play(parallel, seed)
        if (whole === undefined) throw new Error('the run did not begin')
        expect(whole.log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'All is done.' })
        expect(finished(whole.log).join('\n')).toContain('danger less')
        for (let commit = 1; commit <= whole.commits; commit += 1)
          for (const written of SOAK ? [true, false] : [commit % 2 === 0]) {
            const ended = await play(parallel, seed, { commit, written })
            if (ended === undefined) continue
            recoveries += 1
            const where = `seed ${seed}, commit ${commit}, ${written ? 'written' : 'lost'}`
            expect([where, verifyLog(ended.log, 'finished')]).toEqual([where, []])
            expect([where, timeless(finished(ended.log))]).toEqual([where, timeless(finished(whole.log))])
            expect([where, changes(ended.log).sort()]).toEqual([where, changes(whole.log).sort()])
            for (const count of ended.effects.values()) expect(count).toBeLessThanOrEqual(2)
          }
      }
      expect(recoveries).toBeGreaterThan(30)
    },
    SOAK ? 1_800_000 : 120_000,
  )
})

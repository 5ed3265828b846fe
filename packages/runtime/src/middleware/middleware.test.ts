import { printJson } from '@slyglass/base'
import { type RunEvent, traceReducer, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { type HostCall, ModelFailure } from '../ports.ts'
import { crashingStore } from '../testing/crash.ts'
import { type FakeClass, fakeMiddleware } from '../testing/fake-middleware.ts'
import {
  fakeHosts,
  MemoryRunStore,
  type ScriptedRule,
  scriptedModels,
  TEST_RUN,
  testBench,
  testRequest,
} from '../testing/index.ts'

const SOAK = process.env.SLYGLASS_SOAK === '1'
const KEY = { type: 'object', properties: { key: { type: 'number' } } }

function network(middleware: readonly unknown[], more: object = {}): object {
  return {
    llm_config: { model_name: 'gpt-4o', class: 'openai', use_responses_api: false },
    max_attempts: 1,
    ...more,
    tools: [
      {
        name: 'front',
        function: { description: 'Front.' },
        instructions: 'AGENT:front Work.',
        tools: ['note', 'helper'],
        middleware,
      },
      { name: 'note', function: { description: 'Notes.', parameters: KEY }, class: 'desk.Note' },
      {
        name: 'helper',
        function: { description: 'Helps.', parameters: KEY },
        instructions: 'AGENT:helper Help.',
        tools: ['note'],
      },
    ],
  }
}

const RULES: readonly ScriptedRule[] = [
  { agent: 'helper', toolResults: 0, answer: { calls: [{ tool: 'note', args: '{"key":7}' }] } },
  { agent: 'helper', answer: { content: 'helped' } },
  {
    agent: 'front',
    toolResults: 0,
    answer: {
      calls: [
        { tool: 'note', args: '{"key": 3.0}', id: 'one' },
        { tool: 'helper', args: '{"key":1}', id: 'two' },
      ],
    },
  },
  { agent: 'front', answer: { content: 'done' } },
]

/** A class that uses every hook: adds a message, changes each request, makes each call twice, rewrites the answer. */
const BUSY: FakeClass = {
  before_agent: () => ({ messages: [{ role: 'user', content: 'Be brief.', id: 'brief' }], extra: { seen: 1 } }),
  before_model: ({ extra }) => ({ extra: { seen: Number(extra.seen) + 1 } }),
  wrap_model_call: async ({ system }, ask) => {
    const { messages } = await ask({ system: `${system} Think.` })
    return { result: (messages as { id: string }[]).map((message) => ({ ...message, keep: message.id })) }
  },
  wrap_tool_call: async ({ call }, ask) => {
    const first = await ask({})
    const again = call?.tool === 'note' ? await ask({ call: { ...call, args: '{"key":2}' } }) : first
    return { text: `${first.text} and ${again.text}` }
  },
  after_model: ({ messages }) => {
    const last = messages.at(-1)
    return last?.content === 'done' ? { messages: [{ ...last, content: 'DONE' }] } : {}
  },
  after_agent: () => ({}),
}
const QUIET: FakeClass = { before_model: () => ({}), wrap_model_call: keepAnswer, wrap_tool_call: keepResult }

async function keepAnswer(_told: unknown, ask: (changed: object) => Promise<Readonly<Record<string, unknown>>>) {
  const { messages } = await ask({})
  return { result: (messages as { id: string }[]).map((message) => ({ ...message, keep: message.id })) }
}

async function keepResult(_told: unknown, ask: (changed: object) => Promise<Readonly<Record<string, unknown>>>) {
  const { text, number } = await ask({})
  return { text, keep: number }
}

const BOTH = [{ class: 'desk.Busy' }, { class: 'desk.Quiet' }]
const KEPT = (log: readonly RunEvent[]) => log.at(-1)

interface Counted {
  readonly effects: Map<string, number>
  dead: boolean
}

function ports(counted: Counted, classes: Readonly<Record<string, FakeClass>>) {
  const alive = () => {
    if (counted.dead) throw new Error('the process is dead')
  }
  const count = (call: HostCall) => {
    alive()
    counted.effects.set(call.idempotencyKey, (counted.effects.get(call.idempotencyKey) ?? 0) + 1)
  }
  const models = scriptedModels(RULES, async () => alive())
  const tools = fakeHosts({
    'desk.Note': async (args, { host }) => {
      count(host)
      await Promise.resolve()
      alive()
      return `noted ${printJson(args.get('key') ?? null)}`
    },
  })
  const counting = Object.entries(classes).map(([name, steps]) => {
    const entries = Object.entries(steps).map(([hook, step]): [string, FakeClass[string]] => [
      hook,
      async (told, ask, call) => {
        count(call)
        const answer = await step(told, ask, call)
        alive()
        return answer
      },
    ])
    return [name, Object.fromEntries(entries) as FakeClass] as const
  })
  return { models, tools, hosts: fakeMiddleware(tools, Object.fromEntries(counting)) }
}

const CLASSES = { 'desk.Busy': BUSY, 'desk.Quiet': QUIET }
const fresh = (): Counted => ({ effects: new Map(), dead: false })

describe('hooks around an agent', () => {
  test('[M1.2] every step is an attempt of its own that says its class, its hook and what it changes', async () => {
    const { models, hosts } = ports(fresh(), CLASSES)
    const log = await testBench({ models, hosts }).run(testRequest(network(BOTH), 'go'))
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(KEPT(log)).toMatchObject({ type: 'run.finished', outcome: 'ok', answer: 'DONE' })
    const steps = log.flatMap((event) =>
      event.type === 'attempt.started' && event.middleware !== undefined
        ? [`${event.span} ${event.middleware.class}`]
        : [],
    )
    expect(steps.slice(0, 7)).toEqual([
      'r.a!1.create#1 desk.Busy',
      'r.a!2.create#1 desk.Quiet',
      'r.a!1.before_agent#1 desk.Busy',
      'r.a.m1!1.before_model#1 desk.Busy',
      'r.a.m1!2.before_model#1 desk.Quiet',
      'r.a.m1!1.wrap_model_call#1 desk.Busy',
      'r.a.m1!2.wrap_model_call#1 desk.Quiet',
    ])
    const changed = log.find((event) => event.type === 'context.changed')
    expect(changed).toMatchObject({
      span: 'r.a.m1!1.wrap_model_call#1',
      changes: '{"system":"AGENT:front Work. Think."}',
    })
    const rows = traceReducer.reduce(traceReducer.initial, log).spans
    expect(rows.get('r.a.m2!1.after_model#1' as never)).toMatchObject({ kind: 'hook', name: 'desk.Busy after_model' })
  })

  test('what a class adds and changes is what the model is asked; untouched arguments keep their digits', async () => {
    const { models, hosts } = ports(fresh(), CLASSES)
    await testBench({ models, hosts }).run(testRequest(network(BOTH), 'go'))
    const asked = models.seen.filter((one) => one.agent === 'front').map((one) => JSON.parse(one.body).messages)
    expect(asked[0]).toEqual([
      { role: 'system', content: 'AGENT:front Work. Think.' },
      { role: 'user', content: 'go' },
      { role: 'user', content: 'Be brief.' },
    ])
    expect(asked[1][3].tool_calls[0].function.arguments).toBe('{"key": 3.0}')
    expect(asked[1].slice(4).map((one: { content: string }) => one.content)).toEqual([
      'noted 3.0 and noted 2',
      'helped and helped',
    ])
  })

  test('a call that a class changes or repeats is a call of its own, below the first', async () => {
    const { models, hosts } = ports(fresh(), CLASSES)
    const log = await testBench({ models, hosts }).run(testRequest(network(BOTH), 'go'))
    const calls = log.flatMap((event) =>
      event.type === 'tool.started' ? [[event.span, event.parent, event.args]] : [],
    )
    expect(calls).toContainEqual(['r.a.t1.1~1.2', 'r.a.t1.1', '{"key":2}'])
    const ends = log.flatMap((event) => (event.type === 'tool.finished' ? [[event.span, event.text]] : []))
    expect(ends).toContainEqual(['r.a.t1.1~1.2', 'noted 2'])
  })

  test('a class that answers in place of the model or of a tool leaves both alone', async () => {
    const gate: FakeClass = { wrap_tool_call: () => ({ text: 'refused' }) }
    const mute: FakeClass = { wrap_model_call: () => ({ result: [{ role: 'assistant', content: 'no model' }] }) }
    const refusing = ports(fresh(), { 'desk.Gate': gate })
    const refused = await testBench(refusing).run(testRequest(network([{ class: 'desk.Gate' }]), 'go'))
    expect(refusing.tools.began).toEqual([])
    expect(refused.filter((event) => event.type === 'tool.finished')).toMatchObject([
      { text: 'refused', attempts: 0, outcome: 'ok' },
      { text: 'refused', attempts: 0, outcome: 'ok' },
    ])
    const silent = ports(fresh(), { 'desk.Mute': mute })
    const muted = await testBench(silent).run(testRequest(network([{ class: 'desk.Mute' }]), 'go'))
    expect([KEPT(muted), silent.models.seen]).toMatchObject([{ answer: 'no model' }, []])
    expect(muted.some((event) => event.type === 'model.started')).toBe(false)
  })

  test('a class that raises stops the agent in its words, and every span is closed', async () => {
    const broken = (hook: string): FakeClass => ({
      [hook]: () => {
        throw new Error('it broke')
      },
    })
    for (const hook of [
      'before_agent',
      'before_model',
      'wrap_model_call',
      'after_model',
      'wrap_tool_call',
      'after_agent',
    ]) {
      const { models, hosts } = ports(fresh(), { 'desk.Broken': broken(hook) })
      const log = await testBench({ models, hosts }).run(testRequest(network([{ class: 'desk.Broken' }]), 'go'))
      expect([hook, verifyLog(log, 'finished')]).toEqual([hook, []])
      expect(KEPT(log)).toMatchObject({
        outcome: 'failed',
        answer: 'Error from front: Agent stopped due to exception it broke',
        failure: { code: 'middleware-raised' },
      })
    }
  })

  test('an entry that is no object, and a class that is listed twice, end the agent with a reason', async () => {
    for (const list of [['desk.Quiet'], [{ class: 'desk.Quiet' }, { class: 'desk.Quiet' }]]) {
      const { models, hosts } = ports(fresh(), CLASSES)
      const log = await testBench({ models, hosts }).run(testRequest(network(list), 'go'))
      expect(KEPT(log)).toMatchObject({ outcome: 'failed', failure: { code: 'middleware-invalid' } })
      expect(models.seen).toEqual([])
    }
  })

  test('[E7] a private value that a class puts into a request is found before it leaves, and masked in the log', async () => {
    const telling: FakeClass = {
      wrap_model_call: async (_told, ask) => {
        const { messages } = await ask({ system: 'AGENT:front k-demo-7431-canary' })
        return { result: messages as object[] }
      },
    }
    const { models, hosts } = ports(fresh(), { 'desk.Telling': telling })
    const bench = testBench({ models, hosts, sly: { secret: '"k-demo-7431-canary"' } })
    const log = await bench.run(testRequest(network([{ class: 'desk.Telling' }]), 'go'))
    expect(bench.store.bytes()).not.toContain('k-demo-7431-canary')
    expect(log.find((event) => event.type === 'context.changed')).toMatchObject({
      changes: '{"system":"AGENT:front ⟨sly:secret⟩"}',
    })
    const asked = log.find((event) => event.type === 'attempt.started' && event.of === 'model')
    expect(asked).toMatchObject({ request: { scan: { hits: [{ key: 'secret' }] } } })
  })
})

describe('a step that is going on', () => {
  test('may call the network by code; such calls are below it', async () => {
    const asking: FakeClass = {
      before_agent: async (_told, _ask, call) => {
        const noted = await call.onUse?.('note', '{"key":5}')
        const helped = await call.onUse?.('helper', '{"key":6}')
        return { extra: { noted, helped } }
      },
    }
    const { models, hosts } = ports(fresh(), { 'desk.Asking': asking })
    const log = await testBench({ models, hosts }).run(testRequest(network([{ class: 'desk.Asking' }]), 'go'))
    expect(verifyLog(log, 'finished')).toEqual([])
    const called = log.flatMap((event) =>
      event.type === 'tool.started' && event.origin !== undefined ? [[event.parent, event.tool]] : [],
    )
    expect(called).toEqual([
      ['r.a!1.before_agent#1', 'note'],
      ['r.a!1.before_agent#1', 'helper'],
    ])
    const answer = log.find((event) => event.type === 'attempt.finished' && event.span === 'r.a!1.before_agent#1')
    expect(JSON.stringify(answer)).toContain('noted 5')
  })

  test.each(['before_model', 'wrap_model_call', 'wrap_tool_call'])(
    '[M1.4] is stopped with the run: %s',
    async (hook) => {
      let entered = () => {}
      const inside = new Promise<void>((resolve) => {
        entered = resolve
      })
      const stuck: FakeClass = {
        [hook]: (_told, _ask, call) =>
          new Promise((_, reject) => {
            entered()
            call.signal.addEventListener('abort', () => reject(new Error('stopped')))
          }),
      }
      const { models, hosts } = ports(fresh(), { 'desk.Stuck': stuck })
      const bench = testBench({ models, hosts })
      await bench.runtime.start(testRequest(network([{ class: 'desk.Stuck' }]), 'go'))
      await inside
      await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
      await bench.runtime.settled(TEST_RUN)
      const log = await bench.log()
      expect([KEPT(log), verifyLog(log, 'finished')]).toMatchObject([{ outcome: 'cancelled' }, []])
      expect(log.find((event) => event.type === 'attempt.finished' && event.span.includes(`1.${hook}`))).toMatchObject({
        outcome: 'cancelled',
      })
    },
  )

  test('a model that fails is told to the class; what it lets through is the failure of the model', async () => {
    const failure = new ModelFailure({ code: 'provider', message: 'no', detail: '{"error":{"message":"bad"}}' }, 400)
    const models = scriptedModels([{ attempt: 0, answer: { failure } }, { answer: { content: 'second try' } }])
    const again: FakeClass = {
      wrap_model_call: async (told, ask) => keepAnswer(told, ask).catch(() => keepAnswer(told, ask)),
    }
    const { hosts } = ports(fresh(), { 'desk.Again': again, 'desk.Quiet': QUIET })
    const tried = await testBench({ models, hosts }).run(testRequest(network([{ class: 'desk.Again' }]), 'go'))
    expect(KEPT(tried)).toMatchObject({ outcome: 'ok', answer: 'second try' })
    expect(tried.filter((event) => event.type === 'model.started').map(({ span }) => span)).toEqual([
      'r.a.m1',
      'r.a.m1~1.2',
    ])
    const broken = scriptedModels([{ answer: { failure } }])
    const failed = await testBench({ models: broken, hosts }).run(testRequest(network([{ class: 'desk.Quiet' }]), 'go'))
    expect(KEPT(failed)).toMatchObject({ outcome: 'failed', failure: { code: 'provider' } })
    expect(verifyLog(failed, 'finished')).toEqual([])
  })
})

describe('what a class answered is an answer', () => {
  test('[M1.4] a replay takes every step from the log and touches nothing', async () => {
    const recorded = await testBench(ports(fresh(), CLASSES)).run(testRequest(network(BOTH), 'go'))
    const counted = fresh()
    const { models, hosts } = ports(counted, CLASSES)
    const log = await testBench({ models, hosts }).run(testRequest(network(BOTH), 'go'), {
      record: { log: recorded, onDifference: 'fail' },
    })
    expect(KEPT(log)).toMatchObject({ outcome: 'ok', answer: 'DONE' })
    expect([models.seen, counted.effects.size]).toEqual([[], 0])
    expect(verifyLog(log, 'finished')).toEqual([])
    const spans = (events: readonly RunEvent[]) => events.map((event) => `${event.type} ${event.span}`).sort()
    expect(spans(log)).toEqual(spans(recorded))
  })

  test('[M1.5] a process that dies at any commit: same answer, and no step or tool runs again but what was in doubt', async () => {
    const whole = fresh()
    let commits = 0
    const bench = testBench({
      ...ports(whole, CLASSES),
      wrapStore: (store) => ({
        ...crashingStore(store, { commit: Number.POSITIVE_INFINITY, written: true }, whole),
        async commit(run, epoch, batch) {
          commits += 1
          return store.commit(run, epoch, batch)
        },
      }),
    })
    const request = testRequest(network(BOTH, { studio: { on_doubt: 'rerun' } }), 'go')
    await bench.run(request)
    for (let commit = 2; commit <= commits; commit += 1)
      for (const written of SOAK ? [true, false] : [commit % 2 === 0]) {
        const store = new MemoryRunStore()
        const first = fresh()
        const before = testBench({
          ...ports(first, CLASSES),
          store,
          wrapStore: (inner) => crashingStore(inner, { commit, written }, first),
        })
        await before.run(request).catch(() => undefined)
        const second = { effects: first.effects, dead: false }
        await testBench({ ...ports(second, CLASSES), store }).runtime.execute(TEST_RUN, new AbortController().signal)
        const log = await before.log()
        const where = `commit ${commit}, ${written ? 'written' : 'lost'}`
        expect([where, verifyLog(log, 'finished')]).toEqual([where, []])
        expect([where, KEPT(log)]).toMatchObject([where, { outcome: 'ok', answer: 'DONE' }])
        const lost = log.flatMap((event) =>
          event.type === 'attempt.finished' && event.failure?.code === 'host-lost' ? [event.span] : [],
        )
        const twice = [...second.effects.values()].filter((count) => count > 1)
        expect([where, twice.length <= lost.length, Math.max(...second.effects.values()) <= 2]).toEqual([
          where,
          true,
          true,
        ])
      }
  })
})

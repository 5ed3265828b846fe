import { type RunEvent, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { HostCall, HostReply, ToolHostPort } from './ports.ts'
import { busyDesk, busyPorts } from './testing/busy-desk.ts'
import { fakeHosts, scriptedModels, TEST_RUN, testBench, testRequest, VirtualClock } from './testing/index.ts'

const NETWORK = {
  llm_config: { model_name: 'gpt-4o' },
  tools: [
    {
      name: 'front',
      function: { description: 'I wait.' },
      instructions: 'AGENT:front Wait.',
      tools: ['wait', 'helper'],
    },
    { name: 'wait', function: { description: 'Waits.' }, class: 'wait.Wait' },
    { name: 'helper', function: { description: 'Helps.' }, instructions: 'AGENT:helper Help.', tools: ['wait'] },
  ],
}
const CALLS = [
  { tool: 'wait', args: '{}' },
  { tool: 'helper', args: '{}' },
]
const RULES = [
  { agent: 'front', answer: { calls: CALLS } },
  { agent: 'helper', answer: { calls: [CALLS[0] ?? { tool: '', args: '' }] } },
]

const finished = (log: readonly RunEvent[], type: string) =>
  log.flatMap((event) => (event.type === type && 'outcome' in event ? [[event.span, event.outcome]] : []))

/** A host whose calls end only when told, or never. */
function hangingHosts(
  deaf: boolean,
  warnings?: readonly string[],
): ToolHostPort & { calls: HostCall[]; released: string[] } {
  const [calls, released]: [HostCall[], string[]] = [[], []]
  return {
    calls,
    released,
    async call(call) {
      calls.push(call)
      const known = { language: 'python', file: 'wait.py', sha: 'a'.repeat(64) as never, isolation: 'host' } as const
      await call.onStart({ ...known, ...(warnings && { warnings }) })
      if (deaf) return new Promise(() => undefined)
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }))
      return { ...CANCELLED, ...(warnings && { warnings }) }
    },
    async release(run) {
      released.push(run)
    },
  }
}

const CANCELLED: HostReply = {
  ok: false,
  failure: { code: 'cancelled', message: 'The call was cancelled.' },
  text: '',
  sly: { set: {}, del: [], opaque: {} },
  reads: [],
  abandoned: false,
  synchronous: false,
}

async function startHanging(deaf: boolean, warnings?: readonly string[]) {
  const hosts = hangingHosts(deaf, warnings)
  const bench = testBench({ models: scriptedModels(RULES), hosts })
  await bench.runtime.start(testRequest(NETWORK, 'go'))
  await bench.clock.sleep(100)
  return { hosts, bench }
}

describe('a stop', () => {
  test.each([false, true])('[M1.4] ends everything as cancelled within 3 s (host is deaf: %s)', async (deaf) => {
    const { hosts, bench } = await startHanging(deaf)
    expect(hosts.calls).toHaveLength(2)
    const asked = bench.clock.now()
    expect(await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })).toBe('accepted')
    expect(await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })).toBe('duplicate')
    await bench.runtime.settled(TEST_RUN)
    const log = await bench.log()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled', answer: '' })
    expect((log.at(-1)?.at ?? 0) - asked).toBeLessThanOrEqual(3000)
    const told = log.find((event) => event.type === 'note.noted' && event.span === 'r')
    expect(told?.at).toBe(asked)
    const ends = log.filter((event) => event.type === 'attempt.finished' && /t\d+\.\d+#1$/.test(event.span))
    expect(ends.map((event) => ('abandoned' in event ? event.abandoned : undefined))).toEqual(
      deaf ? [true, true] : [undefined, undefined],
    )
    expect(finished(log, 'tool.finished').map(([, outcome]) => outcome)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ])
    expect(hosts.released).toEqual([TEST_RUN])
    expect(bench.runtime.activeRuns()).toEqual([])
  })

  test.each([false, true])(
    '[N-50] leaves what a call was warned of: said while it runs, and once (host is deaf: %s)',
    async (deaf) => {
      const { bench } = await startHanging(deaf, ['An older version is used.'])
      const warned = async () =>
        (await bench.log()).flatMap((event) =>
          event.type === 'note.noted' && event.level === 'warning' ? [event] : [],
        )
      const during = await warned()
      expect(during.map(({ text, source }) => [text, source])).toEqual(
        Array.from({ length: 2 }, () => ['An older version is used.', 'tool']),
      )
      await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
      await bench.runtime.settled(TEST_RUN)
      expect(await warned()).toEqual(during)
      expect(verifyLog(await bench.log(), 'finished')).toEqual([])
    },
  )

  test('[M1.4] reaches a model that never answers', async () => {
    const bench = testBench({ models: scriptedModels([{ answer: { deaf: true } }]), hosts: fakeHosts({}) })
    await bench.runtime.start(testRequest(NETWORK, 'go'))
    await bench.clock.sleep(50)
    await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
    await bench.runtime.settled(TEST_RUN)
    const log = await bench.log()
    expect(log.at(-1)).toMatchObject({ outcome: 'cancelled' })
    expect(log.find((event) => event.type === 'attempt.finished')).toMatchObject({ abandoned: true })
  })

  test('[M1.4] that met a crash is obeyed before anything is asked again', async () => {
    const { bench } = await startHanging(true)
    const left = (await bench.log()).length
    await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
    const hosts = hangingHosts(true)
    const models = scriptedModels(RULES)
    const next = testBench({ models, hosts, store: bench.store })
    await next.runtime.execute(TEST_RUN, new AbortController().signal)
    const log = await bench.log()
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' })
    expect(verifyLog(log, 'finished')).toEqual([])
    expect([models.seen.length, hosts.calls.length]).toEqual([0, 0])
    expect(log.slice(left).some((event) => event.type === 'attempt.started')).toBe(false)
  })
})

describe('a run without its server', () => {
  test('[M1.4] is ended as failed with host-lost, everything recorded stays', async () => {
    const { bench } = await startHanging(true)
    const before = await bench.log()
    await testBench({ models: scriptedModels([]), hosts: fakeHosts({}), store: bench.store }).runtime.interrupt(
      TEST_RUN,
    )
    const log = await bench.log()
    expect(log.slice(0, before.length)).toEqual(before)
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(log.at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'host-lost' } })
    await bench.runtime.settled(TEST_RUN)
  })

  test('[M5] the old owner is fenced off, writes nothing more and frees its hosts', async () => {
    const { bench, hosts } = await startHanging(false)
    await bench.store.own(TEST_RUN)
    const before = await bench.log()
    await bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
    await bench.runtime.settled(TEST_RUN)
    expect(await bench.log()).toEqual(before)
    expect(hosts.released).toEqual([TEST_RUN])
  })

  test('[M5] a server that shuts down lets its runs go; another one finishes them', async () => {
    const [clock, effects] = [new VirtualClock(), new Map<string, number>()]
    const bench = testBench({ ...busyPorts(1, clock, effects), clock })
    const leaving = new AbortController()
    await bench.runtime.start(testRequest(busyDesk('rerun'), 'go'))
    await bench.store.own(TEST_RUN)
    await bench.runtime.settled(TEST_RUN)
    const [later, more] = [new VirtualClock(), new Map<string, number>()]
    const second = testBench({ ...busyPorts(2, later, more), clock: later, store: bench.store, vault: bench.vault })
    const executing = second.runtime.execute(TEST_RUN, leaving.signal).catch((error: unknown) => error)
    await later.sleep(120)
    leaving.abort()
    expect(await executing).toMatchObject({ name: 'Detached' })
    const open = await bench.log()
    expect(open.some((event) => event.type === 'run.finished')).toBe(false)
    const last = new VirtualClock()
    const third = testBench({ ...busyPorts(3, last, more), clock: last, store: bench.store, vault: bench.vault })
    await third.runtime.execute(TEST_RUN, new AbortController().signal)
    const log = await bench.log()
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'All is done.' })
  })
})

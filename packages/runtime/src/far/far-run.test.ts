import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonText, parseJson, printJson } from '@slyglass/base'
import {
  activityReducer,
  isOf,
  type RunEvent,
  type ToolKind,
  traceReducer,
  transcriptReducer,
  verifyLog,
} from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { FarFailure } from '../outside-failures.ts'
import { Cancelled } from '../stops.ts'
import { fakeHosts, scriptedModels, TEST_RUN, TEST_SESSION, testBench } from '../testing/index.ts'
import type { FarRunRequest } from './far-ports.ts'

const RECORDINGS = join(import.meta.dirname, '../../../../fixtures/recordings')

const bench = (sly: Readonly<Record<string, JsonText>> = {}) =>
  testBench({ models: scriptedModels([]), hosts: fakeHosts({}), sly })

async function* linesOf(lines: readonly JsonText[]): AsyncGenerator<JsonText> {
  yield* lines
}

const message = (response: object) => JSON.stringify({ response })
const at = (...tools: readonly string[]) => tools.map((tool) => ({ tool, instantiation_index: 1 }))
const answer = (text: string, more: object = {}) => message({ type: 'AGENT_FRAMEWORK', text, ...more })

interface Asked extends Partial<FarRunRequest> {
  readonly lines?: readonly JsonText[]
  readonly sly?: Readonly<Record<string, JsonText>>
}

async function ask({ lines = [], sly, ...more }: Asked) {
  const around = bench(sly)
  const sent: JsonText[] = []
  const kept: JsonText[] = []
  await around.runtime.startFar({
    run: TEST_RUN,
    session: TEST_SESSION,
    project: 'srv_test',
    network: 'desk',
    address: 'http://far.test:8080',
    message: 'go',
    frontMan: 'front',
    kinds: new Map(),
    chat: (body) => {
      sent.push(body)
      return linesOf(lines)
    },
    keepContext: (context) => void kept.push(context),
    ...more,
  })
  await around.runtime.settled(TEST_RUN)
  const log = await around.log()
  return { log, sent, kept, vault: around.vault, transcript: transcriptReducer.reduce(transcriptReducer.initial, log) }
}

const endOf = (log: readonly RunEvent[]) => log.find((event) => isOf(event, 'run.finished'))
const toolsOf = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (event.type === 'tool.started' ? [[event.span, event.tool, event.kind, event.args]] : []))

/** The lines of every request of every recording that streamed. */
function recordedStreams(): readonly (readonly [string, readonly JsonText[]])[] {
  return readdirSync(RECORDINGS).flatMap((name) => {
    const file = join(RECORDINGS, name, 'client-stream.jsonl')
    if (!existsSync(file)) return []
    const streams = new Map<string, JsonText[]>()
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const parsed = parseJson(line)
      if (!parsed.ok || !(parsed.value instanceof Map) || parsed.value.get('event') !== 'line') continue
      const [request, value] = [String(parsed.value.get('request')), parsed.value.get('value')]
      if (value !== undefined) streams.set(request, [...(streams.get(request) ?? []), printJson(value)])
    }
    return [...streams].map(([request, lines]) => [`${name} ${request}`, lines] as const)
  })
}

const streams = recordedStreams()

test('there are recorded streams to hear', () => {
  expect(streams.length).toBeGreaterThan(60)
})

test.each(streams)(
  '[E1] [E2] [E3] the recorded stream %s gives a log that keeps the laws, and ends',
  async (_, lines) => {
    const { log } = await ask({ lines })
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(endOf(log)?.failure?.code).not.toBe('defect')
    const [trace, activity] = [traceReducer.initial, activityReducer.initial]
    const states = [...traceReducer.reduce(trace, log).spans.values()].map(({ state }) => state)
    expect(states).not.toContain('running')
    expect(activityReducer.reduce(activity, log).running).toBe(false)
  },
)

test('the log says which tools were called with what, and what they answered', async () => {
  const lines = streams.find(([name]) => name === 'sly-data deny')?.[1] ?? []
  const kinds = new Map<string, ToolKind>([
    ['post', 'coded-tool'],
    ['middle', 'agent'],
  ])
  const { log, transcript } = await ask({ lines, kinds })
  expect(toolsOf(log).slice(0, 3)).toEqual([
    ['r.a.t1.1', 'post', 'coded-tool', '{"note":"hello"}'],
    ['r.a.t2.1', 'middle', 'agent', '{"say":"look"}'],
    ['r.a.t2.1.a.t1.1', 'read', 'unknown', '{}'],
  ])
  const calls = transcript.entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
  expect(calls.map(({ tool, state, text }) => [tool, state, text])[0]).toEqual(['post', 'ok', 'posted'])
  expect(calls[1]?.inner[0]).toMatchObject({ kind: 'user', text: "The say is 'look'." })
  expect(log.filter((event) => event.type.startsWith('model.'))).toEqual([])
})

test('what the server does not tell is not made up: a call that is only heard of has no arguments', async () => {
  const lines = [
    message({ type: 'AGENT_PROGRESS', origin: at('front', 'quiet'), text: 'half', structure: { done: 0.5 } }),
    answer('Done.'),
  ]
  const { log } = await ask({ lines })
  expect(toolsOf(log)).toEqual([['r.a.t1.1', 'quiet', 'unknown', '']])
  expect(log.find((event) => isOf(event, 'attempt.started'))).not.toHaveProperty('args')
  expect(log.find((event) => isOf(event, 'attempt.delta'))).toMatchObject({ kind: 'progress', text: 'half' })
})

test('private values go along with their digits, come back onto the board, and are in no event', async () => {
  const lines = [
    '{"response":{"type":"AGENT_FRAMEWORK","text":"The secret is tulip-bulb-9.","sly_data":{"running_cost":6.00,"word":"tulip-bulb-9"}}}',
  ]
  const { log, sent, vault } = await ask({ lines, sly: { running_cost: '3.0', key: '"canary-4711"' } })
  expect(sent[0]).toBe(
    '{"user_message":{"type":"HUMAN","text":"go"},"sly_data":{"running_cost":3.0,"key":"canary-4711"},"chat_filter":{"chat_filter_type":"MAXIMAL"}}',
  )
  expect([...vault.values()]).toEqual([
    ['running_cost', '6.00'],
    ['key', '"canary-4711"'],
    ['word', '"tulip-bulb-9"'],
  ])
  expect(
    log.filter((event) => isOf(event, 'sly.crossed')).map((event) => isOf(event, 'sly.crossed') && event.boundary),
  ).toEqual(['to-downstream', 'from-downstream'])
  const text = JSON.stringify(log)
  expect(text).not.toContain('canary-4711')
  expect(text).not.toContain('tulip-bulb-9')
  expect(endOf(log)?.answer).toBe('The secret is ⟨sly:word⟩.')
})

test('the context of the last answer is kept for the next turn and sent with it, exactly', async () => {
  const context = { chat_histories: [{ origin: at('front'), messages: [] }] }
  const first = await ask({ lines: [answer('Hello.', { chat_context: context })] })
  expect(first.kept).toEqual([JSON.stringify(context)])
  const second = await ask({ lines: [answer('Again.')], context: '{"n":1.0}' })
  expect(second.sent[0]).toContain('"chat_context":{"n":1.0}')
})

test.each([
  ['an error line', ['{"error": "Request timeout"}'], 'far-error'],
  ['a line that is no JSON', ['<html>'], 'not-neuro-san'],
  ['a stream without an answer', [message({ type: 'HUMAN', origin: at('front'), text: 'go' })], 'stream-cut'],
])('%s is the failure of the run, in words', async (_, lines, code) => {
  const { log, transcript } = await ask({ lines })
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(endOf(log)).toMatchObject({ outcome: 'failed', failure: { code } })
  expect(transcript.entries.at(-1)).toMatchObject({ kind: 'failure' })
})

test('a stream that is cut keeps what came: open calls end as cancelled', async () => {
  async function* cut(): AsyncGenerator<JsonText> {
    yield message({
      type: 'AGENT',
      origin: at('front'),
      text: 'Invoking: `post` with:',
      structure: { invoking_start: true, invoked_agent_name: 'post', params: {} },
    })
    throw new FarFailure({ code: 'stream-cut', message: 'The connection was closed.' })
  }
  const { log } = await ask({ chat: () => cut() })
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({ outcome: 'cancelled' })
  expect(endOf(log)).toMatchObject({ outcome: 'failed', failure: { code: 'stream-cut' } })
})

test('a stop leaves the stream at once and is written as one', async () => {
  const around = bench()
  let left: unknown
  await around.runtime.startFar({
    ...{ run: TEST_RUN, session: TEST_SESSION, project: 'srv_test', network: 'desk', address: 'http://far.test:8080' },
    ...{ message: 'go', frontMan: 'front', kinds: new Map() },
    async *chat(_, signal) {
      yield message({ type: 'HUMAN', origin: at('front'), text: 'go' })
      await new Promise((_resolve, reject) => {
        const leave = () => {
          left = signal.reason
          reject(signal.reason)
        }
        if (signal.aborted) leave()
        else signal.addEventListener('abort', leave)
      })
    },
    keepContext: () => undefined,
  })
  await around.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
  await around.runtime.settled(TEST_RUN)
  const log = await around.log()
  expect(left).toBeInstanceOf(Cancelled)
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(endOf(log)).toMatchObject({ outcome: 'cancelled' })
})

// Logs of released formats stay here for good: they must still be read, obey the laws, and show the same.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  activityReducer,
  boardAfter,
  compactLog,
  decodeLog,
  encodeEvent,
  historyReducer,
  type LogEvent,
  sessionHistory,
  slyLedgerReducer,
  type Trace,
  traceReducer,
  transcriptReducer,
  usageReducer,
  verifyLog,
} from './index.ts'

const FOLDER = new URL('../fixtures/', import.meta.url)

function readLog(name: string): { readonly text: string; readonly log: readonly LogEvent[] } {
  const text = readFileSync(new URL(name, FOLDER), 'utf8')
  const log = decodeLog(text)
  if (!log.ok) throw new Error(log.error)
  return { text, log: log.value }
}

test.each(readdirSync(FOLDER).filter((name) => name.endsWith('.runlog.jsonl')))(
  '[E6] the golden log %s is read without an unknown event, obeys the laws and is written back the same',
  (name) => {
    const { text, log } = readLog(name)
    expect(log.filter((event) => event.type === 'opaque')).toEqual([])
    expect(verifyLog(log, 'finished')).toEqual([])
    expect(`${log.map(encodeEvent).join('\n')}\n`).toBe(text)
  },
)

describe('the desk’s log', () => {
  const { log } = readLog('desk.v1.runlog.jsonl')
  const tree = (trace: Trace, id = trace.root, depth = 0): readonly string[] => {
    const span = id === undefined ? undefined : trace.spans.get(id)
    if (span === undefined) return []
    const line = `${'  '.repeat(depth)}${span.kind} ${span.name} ${span.state}`
    return [line, ...span.children.flatMap((child) => tree(trace, child, depth + 1))]
  }

  test('as a trace: who did what, below whom, and how it ended', () => {
    const trace = traceReducer.reduce(traceReducer.initial, log)
    expect(tree(trace)).toEqual([
      'run test ok',
      '  agent desk ok',
      '    model gpt-4o-2024-08-06 ok',
      '      attempt gpt-4o-2024-08-06 failed',
      '      attempt gpt-4o-2024-08-06 ok',
      '    tool lookup ok',
      '      attempt lookup ok',
      '    tool courier ok',
      '      agent courier ok',
      '        model gpt-4o-2024-08-06 ok',
      '          attempt gpt-4o-2024-08-06 ok',
      '        tool lookup failed',
      '          attempt lookup failed',
      '        model gpt-4o-2024-08-06 ok',
      '          attempt gpt-4o-2024-08-06 ok',
      '    tool lookup failed',
      '    model gpt-4o-2024-08-06 ok',
      '      attempt gpt-4o-2024-08-06 ok',
    ])
    const attempt = [...trace.spans.values()].find((span) => span.id === 'r.a.t1.1#1')
    expect(attempt).toMatchObject({
      args: '{"order":7}',
      source: { file: 'coded_tools/lookup.py', class: 'lookup.Lookup' },
      wrote: ['eta'],
      reads: [],
      progress: { text: 'half way', structure: '{"step":1,"of":2}' },
      text: 'looking with ⟨sly:api_key⟩\n',
    })
    expect(trace.marks.map((mark) => mark.tone)).toContain('warning')
  })

  test('as a conversation: what was said and called, delegations inside their calls', () => {
    const { entries, running, outcome } = transcriptReducer.reduce(transcriptReducer.initial, log)
    expect([running, outcome]).toEqual([false, 'ok'])
    expect(entries.map((entry) => entry.kind)).toEqual(['user', 'note', 'agent', 'calls', 'agent'])
    expect(entries.at(-1)).toMatchObject({
      text: 'Order 7 is in {Lyon}; it comes on ⟨sly:eta⟩, I think.',
      streaming: false,
    })
    const [lookup, courier, refused] = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
    expect(lookup).toMatchObject({ state: 'ok', result: '{"city":"Lyon"}', slyKeys: ['api_key', 'running_cost'] })
    expect(courier?.inner.map((entry) => entry.kind)).toEqual(['user', 'calls', 'agent'])
    expect(courier?.inner[0]).toMatchObject({ text: "The inquiry is 'Where is {{7}}?'." })
    expect(refused).toMatchObject({ state: 'failed', failure: { code: 'invalid-arguments' } })
  })

  test('as activity: each entry by its newest call, each edge once', () => {
    const activity = activityReducer.reduce(activityReducer.initial, log)
    expect([...activity.edges]).toEqual([
      ['desk>lookup', 'failed'],
      ['desk>courier', 'ok'],
      ['courier>lookup', 'failed'],
    ])
    const half = activityReducer.reduce(activityReducer.initial, log.slice(0, 24))
    expect(half.entries.get('lookup')).toMatchObject({ state: 'running', open: 3, note: 'half way' })
    expect(half.entries.get('courier')).toMatchObject({ state: 'running', open: 1 })
    expect(half.running).toBe(true)
  })

  test('[S-34] as a ledger: requests, values by class, occurrences, and who wrote what', () => {
    const ledger = slyLedgerReducer.reduce(slyLedgerReducer.initial, log)
    expect([ledger.requests.length, ledger.values, ledger.occurrences]).toEqual([5, 3, 0])
    expect(ledger.classes).toEqual({ strong: 2, weak: 0, public: 0, unsearchable: 1 })
    expect(ledger.keys.get('eta')?.writes.map((write) => write.by)).toEqual(['r.a.t1.1#1'])
    expect(ledger.crossings).toMatchObject([
      { passed: [{ key: 'eta', as: 'eta' }], withheld: ['api_key', 'running_cost'] },
    ])
    expect(new Set(ledger.leaks.map((leak) => leak.key))).toEqual(new Set(['api_key', 'eta']))
    expect([...boardAfter(log).keys()]).toEqual(['api_key', 'running_cost', 'eta'])
  })

  test('as usage: tokens by agent, requests that failed without any', () => {
    const usage = usageReducer.reduce(usageReducer.initial, log)
    expect(usage).toMatchObject({ promptTokens: 44, completionTokens: 28, requests: 5, toolCalls: 4 })
    expect(usage.byAgent.get('courier')).toEqual({ promptTokens: 22, completionTokens: 14 })
  })

  test('as history: question, results of calls that began, answer; braces doubled', () => {
    expect(historyReducer.reduce(historyReducer.initial, log).messages).toEqual([
      { type: 'HUMAN', text: 'Where is order 7?' },
      { type: 'AI', text: "{{'city': 'Lyon'}}" },
      { type: 'AI', text: 'On the A7.' },
      { type: 'AI', text: 'Order 7 is in {{Lyon}}; it comes on ⟨sly:eta⟩, I think.' },
    ])
    const stopped = log.map((event) =>
      event.type === 'run.finished' ? { ...event, outcome: 'cancelled' as const } : event,
    )
    expect(sessionHistory([stopped, log.slice(0, 20)])).toEqual([])
    expect(sessionHistory([log, log])).toHaveLength(8)
  })

  test('[E4] compaction drops streamed text that answers repeat, and nothing else', () => {
    const dropped = log.filter((event) => !compactLog(log).includes(event))
    expect(dropped.map((event) => event.seq)).toEqual([7, 8, 42, 43])
  })
})

import { runId, spanId } from '@slyglass/base'
import { type LogEvent, transcriptReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { joinFailures } from './told-failures.ts'

const failure = { code: 'unreachable', message: 'http://127.0.0.1:1 refused the connection.' }
const TOLD = 'Agent stopped: refused the connection'

function entriesOf(...events: readonly (readonly [string, string, object])[]) {
  const log = events.map(
    ([type, span, fields], seq) =>
      ({
        v: 1,
        run: runId('run_1'),
        seq,
        at: seq,
        parent: null,
        type,
        span: spanId(span),
        ...fields,
      }) as unknown as LogEvent,
  )
  return transcriptReducer.reduce(transcriptReducer.initial, log).entries
}

const asked = ['run.started', 'r', { message: 'hello', sly: [] }] as const
const begun = ['agent.started', 'r.a', { agent: 'Ann', role: 'front-man', input: 'hello' }] as const
const ended = ['agent.finished', 'r.a', { outcome: 'failed', answer: TOLD, failure }] as const
const runEnd = ['run.finished', 'r', { outcome: 'failed', failure }] as const

describe('a failure in the conversation', () => {
  test('it is one entry, which keeps the words that callers of the network read', () => {
    const shown = joinFailures(entriesOf(asked, begun, ended, runEnd))
    expect(shown.map(({ entry }) => entry.kind)).toEqual(['user', 'failure'])
    expect(shown[1]?.told).toBe(TOLD)
  })

  test('words of the model before the failure stay', () => {
    const asking = ['model.started', 'r.a.m1', { agent: 'Ann', turn: 1 }] as const
    const said = ['model.finished', 'r.a.m1', { outcome: 'ok', text: 'Let me look.', calls: [] }] as const
    const without = ['agent.finished', 'r.a', { outcome: 'failed', answer: '', failure }] as const
    const shown = joinFailures(entriesOf(asked, begun, asking, said, without, runEnd))
    expect(shown.map(({ entry }) => entry.kind)).toEqual(['user', 'agent', 'failure'])
    expect(shown[2]).not.toHaveProperty('told')
  })

  test('an agent that only answers is shown as it was', () => {
    const answered = ['agent.finished', 'r.a', { outcome: 'ok', answer: 'Done.' }] as const
    const shown = joinFailures(entriesOf(asked, begun, answered, ['run.finished', 'r', { outcome: 'ok' }]))
    expect(shown.map(({ entry }) => entry.kind)).toEqual(['user', 'agent'])
  })
})

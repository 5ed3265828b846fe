import { runId, sha256, spanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readCalls } from './called-alone.ts'
import type { Draft, RunEvent } from './events.ts'

const SHA = sha256('0'.repeat(64))
const [call, attempt, question] = [spanId('r.a.t1.1'), spanId('r.a.t1.1#1'), spanId('r.a.t1.1?')]

function logOf(...drafts: readonly Draft[]): readonly RunEvent[] {
  return drafts.map((draft, seq) => ({ v: 1, runId: runId('run_a'), seq, at: seq * 10, ...draft }) as RunEvent)
}

const started: Draft = {
  ...{ type: 'tool.started', span: call, parent: spanId('r.a'), agent: 'desk', tool: 'pay', kind: 'coded-tool' },
  ...{ callId: 'call_1', args: '{}', instance: 1 },
  batch: { id: 'r.a.t1', size: 1, mode: 'sequential', ceilingMs: 1 },
}
const begun: Draft = { type: 'attempt.started', span: attempt, parent: call, of: 'tool', number: 1, digest: SHA }
const said = (text: string, stream: 'stdout' | 'stderr' = 'stdout'): Draft => {
  return { type: 'attempt.delta', span: attempt, parent: call, kind: 'output', stream, text }
}

describe('what came of a tool that was called alone', () => {
  test('what it says, changes and gives is one row, while it runs and after', () => {
    const running = logOf(started, begun, said('a'), said('b\n'), said('oh', 'stderr'))
    expect(readCalls(running).calls).toMatchObject([
      {
        tool: 'pay',
        output: [
          { stream: 'stdout', text: 'ab\n' },
          { stream: 'stderr', text: 'oh' },
        ],
      },
    ])
    expect(readCalls(running).calls[0]?.outcome).toBeUndefined()
    const by = attempt
    const key = { key: 'sum', fingerprint: 'f', bytes: 1, by }
    const ended = logOf(
      started,
      begun,
      { type: 'sly.changed', span: attempt, parent: call, set: [key], removed: [{ key: 'old', by }], conflicts: [] },
      { type: 'attempt.finished', span: attempt, parent: call, outcome: 'ok', reads: ['sum'] },
      { type: 'tool.finished', span: call, parent: spanId('r.a'), outcome: 'ok', text: 'x', result: '1', attempts: 1 },
      { type: 'run.finished', span: spanId('r'), parent: null, outcome: 'ok', answer: 'x' },
    )
    expect(readCalls(ended)).toMatchObject({
      outcome: 'ok',
      calls: [{ outcome: 'ok', text: 'x', value: '1', changed: ['sum'], removed: ['old'], reads: ['sum'], ms: 20 }],
    })
  })

  test('a question waits until it is answered; calls of the tool’s own code are not among the calls', () => {
    const asked: Draft = {
      ...{ type: 'approval.requested', span: question, parent: call, tool: 'pay', args: '{}', argsSha: SHA },
    }
    const inner: Draft = { ...started, span: spanId('r.a.t1.1#1/other:abc:1'), parent: attempt }
    expect(readCalls(logOf(started, asked)).waiting).toEqual({ call, tool: 'pay', args: '{}', argsSha: SHA })
    const answered: Draft = { type: 'approval.answered', span: question, parent: call, decision: 'approved' }
    const after = readCalls(logOf(started, asked, answered, begun, inner))
    expect(after.waiting).toBeUndefined()
    expect(after.calls).toHaveLength(1)
  })
})

import type { SpanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { type Batch, type Draft, lanesOf, limitsReducer, type RunEvent, traceReducer } from './index.ts'
import { approvalSpan, attemptSpan, FRONT_MAN_SPAN, RUN_SPAN, toolSpan } from './paths.ts'
import { LogBuilder, SOME_SHA, startedDraft } from './testing/index.ts'

const batch: Batch = { id: 'b', size: 3, mode: 'parallel', ceilingMs: 500, ruled: true }
const [a, b, c] = [1, 2, 3].map((n) => toolSpan(FRONT_MAN_SPAN, 1, n)) as [SpanId, SpanId, SpanId]

const started = (span: SpanId, tool: string): Draft => ({
  type: 'tool.started',
  ...{ span, parent: FRONT_MAN_SPAN, agent: 'desk', tool, kind: 'coded-tool', batch },
  ...{ callId: span, args: '{}', instance: 1 },
})
const tries = (span: SpanId) =>
  ({
    type: 'attempt.started',
    span: attemptSpan(span, 1),
    parent: span,
    of: 'tool',
    number: 1,
    digest: SOME_SHA,
  }) as const
const tried = (span: SpanId) =>
  ({ type: 'attempt.finished', span: attemptSpan(span, 1), parent: span, outcome: 'ok' }) as const
const ended = (span: SpanId, outcome: 'ok' | 'denied' = 'ok') =>
  ({ type: 'tool.finished', span, parent: FRONT_MAN_SPAN, outcome, text: '', attempts: 1 }) as const

/** Three calls: the first waits for a person and ends last, the second is refused, the third ends first. */
function log(): LogBuilder {
  const question = { span: approvalSpan(a), parent: a }
  return new LogBuilder()
    .add(startedDraft('go'))
    .add({
      type: 'agent.started',
      span: FRONT_MAN_SPAN,
      parent: RUN_SPAN,
      agent: 'desk',
      role: 'front-man',
      instance: 1,
      input: 'go',
    })
    .add(started(a, 'pay'))
    .add(started(b, 'ship'))
    .add(started(c, 'look'))
    .add({ type: 'approval.requested', ...question, tool: 'pay', args: '{}', argsSha: SOME_SHA })
    .add({ type: 'approval.answered', ...question, decision: 'approved' })
    .add(tries(a))
    .add(tries(c))
    .add(tried(c))
    .add(tried(a))
    .add(ended(a))
    .add(ended(b, 'denied'))
    .add(ended(c))
}

describe('the calls of one answer', () => {
  const { events } = log()
  const trace = traceReducer.reduce(traceReducer.initial, events)
  const at = (type: RunEvent['type'], span: SpanId) =>
    events.find((event) => event.type === type && event.span === span)?.at

  test('[U-34] each lane tells its checks, the time of a person, its work and its end', () => {
    const lanes = lanesOf(trace, b)?.lanes ?? []
    expect(lanes.map(({ tool, state }) => [tool, state])).toEqual([
      ['pay', 'ok'],
      ['ship', 'denied'],
      ['look', 'ok'],
    ])
    const [pay, ship] = lanes
    const question = approvalSpan(a)
    expect(pay?.checked).toEqual({ from: at('tool.started', a), to: at('approval.requested', question) })
    expect(pay?.waited).toEqual({ from: at('approval.requested', question), to: at('approval.answered', question) })
    expect(pay?.ran?.from).toBe(at('attempt.started', attemptSpan(a, 1)))
    expect(ship?.ran).toBeUndefined()
    expect(ship?.checked.to).toBe(at('tool.started', b))
  })

  test('[U-46] the order in which work ended stands beside the order in which ends were written', () => {
    const lanes = lanesOf(trace, a)?.lanes ?? []
    expect(lanes.map(({ tool, completed, committed }) => [tool, completed, committed])).toEqual([
      ['pay', 3, 1],
      ['ship', 1, 2],
      ['look', 2, 3],
    ])
  })

  test('[U-46] the ceiling is counted from the first call that runs, and only under rules', () => {
    expect(lanesOf(trace, a)?.ceilingAt).toBe((at('attempt.started', attemptSpan(a, 1)) ?? 0) + 500)
    const free = events.map((event) =>
      event.type === 'tool.started' ? { ...event, batch: { ...batch, ruled: false } } : event,
    )
    expect(lanesOf(traceReducer.reduce(traceReducer.initial, free), a)?.ceilingAt).toBeUndefined()
  })

  test('a call alone has no lanes', () => {
    const alone = events.map((event) =>
      event.type === 'tool.started' ? { ...event, batch: { ...batch, size: 1 } } : event,
    )
    expect(lanesOf(traceReducer.reduce(traceReducer.initial, alone), a)).toBeUndefined()
  })
})

test('[U-86] what a run used, and the limit that ended it', () => {
  const { events } = log()
    .add({
      ...{ type: 'model.finished', span: FRONT_MAN_SPAN, parent: FRONT_MAN_SPAN, outcome: 'ok', text: '', calls: [] },
      ...{ attempts: 2, usage: { promptTokens: 30, completionTokens: 4 } },
    })
    .add({ type: 'limit.reached', span: FRONT_MAN_SPAN, parent: RUN_SPAN, limit: 'tool_calls', value: 3 })
  const limits = limitsReducer.reduce(limitsReducer.initial, events)
  expect(limits).toMatchObject({ requests: 2, toolCalls: 3, tokens: 34 })
  expect(limits.reached).toMatchObject([{ limit: 'tool_calls', value: 3 }])
})

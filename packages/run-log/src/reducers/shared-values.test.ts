import { printJson, spanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import {
  approvalsReducer,
  type LogEvent,
  openApprovals,
  RESUMED,
  sessionHistory,
  sharedAfter,
  sharedValuesReducer,
  traceReducer,
  transcriptReducer,
} from '../index.ts'
import { approvalSpan, attemptSpan, FRONT_MAN_SPAN, RUN_SPAN, toolSpan } from '../paths.ts'
import { LogBuilder, SOME_SHA, startedDraft } from '../testing/index.ts'

const call = toolSpan(FRONT_MAN_SPAN, 1, 1)
const ops = (text: string) => `{"ops":[${text}]}`

describe('what tools share', () => {
  const log = new LogBuilder()
    .add({ ...startedDraft('go'), deps: '{"todos":[],"count":1}' })
    .add({
      type: 'context.changed',
      span: call,
      parent: FRONT_MAN_SPAN,
      changes: ops('{"op":"append","key":"todos","value":{"id":1}}'),
    })
    .add({
      type: 'context.changed',
      span: spanId(`${call}.a.t1.1`),
      parent: spanId(`${call}.a`),
      changes: ops('{"op":"set","key":"count","value":9}'),
    })
    .add({ type: 'context.changed', span: FRONT_MAN_SPAN, parent: null, changes: '{"offers":[]}' })
    .add({
      type: 'context.changed',
      span: call,
      parent: FRONT_MAN_SPAN,
      changes: ops('{"op":"set","key":"count","value":2},{"op":"log_event","type":"x","data":null}'),
    })

  test("[U-59] is what the front man's calls left, each change with its call", () => {
    const state = sharedValuesReducer.reduce(sharedValuesReducer.initial, log.events)
    expect(printJson(state.values)).toBe('{"todos":[{"id":1}],"count":2}')
    expect(state.changes).toEqual([
      { seq: 1, call, keys: ['todos'] },
      { seq: 4, call, keys: ['count'] },
    ])
    expect(printJson(sharedAfter(log.events))).toBe(printJson(state.values))
  })
})

test('[U-89] what looks like a credential is not handed to the next run', () => {
  const deps = '{"user":{"id":1,"api_key":"k","Password":"p"},"session_token":"t","todos":[]}'
  const log = new LogBuilder().add({ ...startedDraft('go'), deps })
  expect(printJson(sharedAfter(log.events))).toBe('{"user":{"id":1},"todos":[]}')
})

const CALLED = { agent: 'desk', kind: 'coded-tool', callId: 'c', args: '{}', instance: 1 } as const

describe('the conversation after calls under rules', () => {
  test('[U-37] holds what the model read of each call that ran, once', () => {
    const batch = { id: 'b', size: 2, mode: 'sequential', ceilingMs: 1, ruled: true } as const
    const tool = { ...CALLED, tool: 'pay', batch }
    const denied = toolSpan(FRONT_MAN_SPAN, 1, 2)
    const log = new LogBuilder()
      .add(startedDraft('go'))
      .add({ type: 'tool.started', span: call, parent: FRONT_MAN_SPAN, ...tool })
      .add({ type: 'tool.started', span: denied, parent: FRONT_MAN_SPAN, ...tool })
    for (const number of [1, 2]) {
      const span = attemptSpan(call, number)
      log.add({ type: 'attempt.started', span, parent: call, of: 'tool', number, digest: SOME_SHA })
      log.add({
        type: 'attempt.finished',
        span,
        parent: call,
        outcome: 'failed',
        answer: { of: 'tool', text: 'Error: boom' },
      })
    }
    log
      .add({
        type: 'tool.finished',
        span: call,
        parent: FRONT_MAN_SPAN,
        outcome: 'failed',
        text: 'failed {2}',
        attempts: 2,
      })
      .add({ type: 'tool.finished', span: denied, parent: FRONT_MAN_SPAN, outcome: 'denied', text: 'no', attempts: 0 })
      .add({ type: 'run.finished', span: RUN_SPAN, parent: null, outcome: 'ok', answer: 'done' })
    expect(sessionHistory([log.events]).map(({ text }) => text)).toEqual(['go', 'failed {{2}}', 'done'])
  })
})

/** The call of the log as the chat shows it. */
function callOf(log: readonly LogEvent[]) {
  const { entries } = transcriptReducer.reduce(transcriptReducer.initial, log)
  return entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))[0]
}

describe('questions to people', () => {
  const span = approvalSpan(call)
  const batch = { id: 'b', size: 1, mode: 'sequential', ceilingMs: 1 } as const
  const started = { ...CALLED, tool: 'rm', batch }
  const asked = new LogBuilder()
    .add(startedDraft('go'))
    .add({ type: 'tool.started', span: call, parent: FRONT_MAN_SPAN, ...started })
    .add({ type: 'approval.requested', span, parent: call, tool: 'rm', args: '{}', argsSha: SOME_SHA, timeoutMs: 5 })

  test('[U-85] [M1.4] stand still while no server goes on with the run, also more than once', () => {
    const note = (source?: string) => ({
      ...({ type: 'note.noted', span: RUN_SPAN, parent: null, level: 'info', text: 'x' } as const),
      ...(source !== undefined && { source }),
    })
    const log = new LogBuilder()
      .add(startedDraft('go'))
      .add({ type: 'tool.started', span: call, parent: FRONT_MAN_SPAN, ...started })
      .add({ type: 'approval.requested', span, parent: call, tool: 'rm', args: '{}', argsSha: SOME_SHA, timeoutMs: 5 })
      .add(note())
      .add(note(RESUMED))
      .add(note())
      .add(note(RESUMED))
    // Each event is written so much later than the one before.
    const at = [0, 1, 2, 10, 1000, 1010, 5000]
    const events = log.events.map((event, index) => ({ ...event, at: at[index] ?? 0 }))
    expect(openApprovals(events)).toMatchObject([{ at: 2, timeoutMs: 5, stoodMs: 990 + 3990 }])
    expect(openApprovals(events.slice(0, 4))[0]).not.toHaveProperty('stoodMs')
  })

  test('[U-85] wait until they are answered', () => {
    expect(openApprovals(asked.events)).toMatchObject([
      { call, agent: 'desk', tool: 'rm', argsSha: SOME_SHA, timeoutMs: 5 },
    ])
    asked.add({ type: 'approval.answered', span, parent: call, decision: 'rejected', reason: 'no' })
    expect(openApprovals(asked.events)).toEqual([])
    const { asked: all } = approvalsReducer.reduce(approvalsReducer.initial, asked.events)
    expect(all).toMatchObject([{ call, answer: { decision: 'rejected', reason: 'no' } }])
    expect(callOf(asked.events)).toMatchObject({ state: 'denied', approval: { answer: { decision: 'rejected' } } })
    const trace = traceReducer.reduce(traceReducer.initial, asked.events)
    expect(trace.spans.get(span)).toMatchObject({ state: 'denied', approval: { decision: 'rejected', reason: 'no' } })
  })
})

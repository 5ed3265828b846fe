import { printJson, spanId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { approvalsReducer, openApprovals, sharedAfter, sharedValuesReducer } from '../index.ts'
import { approvalSpan, FRONT_MAN_SPAN, toolSpan } from '../paths.ts'
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

describe('questions to people', () => {
  const span = approvalSpan(call)
  const batch = { id: 'b', size: 1, mode: 'sequential', ceilingMs: 1 } as const
  const started = {
    agent: 'desk',
    tool: 'rm',
    kind: 'coded-tool',
    callId: 'c',
    args: '{}',
    batch,
    instance: 1,
  } as const
  const asked = new LogBuilder()
    .add(startedDraft('go'))
    .add({ type: 'tool.started', span: call, parent: FRONT_MAN_SPAN, ...started })
    .add({ type: 'approval.requested', span, parent: call, tool: 'rm', args: '{}', argsSha: SOME_SHA, timeoutMs: 5 })

  test('[U-85] wait until they are answered', () => {
    expect(openApprovals(asked.events)).toMatchObject([
      { call, agent: 'desk', tool: 'rm', argsSha: SOME_SHA, timeoutMs: 5 },
    ])
    asked.add({ type: 'approval.answered', span, parent: call, decision: 'rejected', reason: 'no' })
    expect(openApprovals(asked.events)).toEqual([])
    const { asked: all } = approvalsReducer.reduce(approvalsReducer.initial, asked.events)
    expect(all).toMatchObject([{ call, answer: { decision: 'rejected', reason: 'no' } }])
  })
})

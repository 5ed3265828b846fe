import { spanId } from '@slyglass/base'
import { expect, test } from 'vitest'
import {
  activatingCall,
  againSpan,
  agentSpan,
  approvalSpan,
  attemptSpan,
  callOfAttempt,
  codeCallerOf,
  codeCallSpan,
  enclosingAgent,
  FRONT_MAN_SPAN,
  hookSpan,
  modelSpan,
  RUN_SPAN,
  toolSpan,
} from './index.ts'

test('[M1.1] paths are built from their parents’ paths', () => {
  const call = toolSpan(FRONT_MAN_SPAN, 2, 1)
  const inner = agentSpan(call)
  expect([FRONT_MAN_SPAN, modelSpan(FRONT_MAN_SPAN, 2), call, inner]).toEqual([
    'r.a',
    'r.a.m2',
    'r.a.t2.1',
    'r.a.t2.1.a',
  ])
  const attempt = attemptSpan(toolSpan(inner, 1, 3), 2)
  expect([attempt, codeCallSpan(attempt, 'note', '1f', 0)]).toEqual([
    'r.a.t2.1.a.t1.3#2',
    'r.a.t2.1.a.t1.3#2/note:1f:0',
  ])
  expect([hookSpan(call, 'guard'), approvalSpan(call)]).toEqual(['r.a.t2.1!guard', 'r.a.t2.1?'])
})

test('[M1.1] a path tells whose it is', () => {
  const inner = agentSpan(toolSpan(FRONT_MAN_SPAN, 2, 1))
  expect(callOfAttempt(attemptSpan(modelSpan(inner, 1), 3))).toBe('r.a.t2.1.a.m1')
  expect(enclosingAgent(attemptSpan(modelSpan(inner, 1), 3))).toBe(inner)
  expect(enclosingAgent(hookSpan(toolSpan(inner, 1, 1), 'x.a'))).toBe(inner)
  expect(enclosingAgent(FRONT_MAN_SPAN)).toBe(FRONT_MAN_SPAN)
  expect(enclosingAgent(RUN_SPAN)).toBeUndefined()
  expect(activatingCall(inner)).toBe('r.a.t2.1')
  expect(activatingCall(FRONT_MAN_SPAN)).toBeUndefined()
  expect(enclosingAgent(spanId('r.a.t1.1#1/tool.a:1:0'))).toBe('r.a')
  expect(codeCallerOf(spanId('r.a.t1.1#1/tool.a:1:0'))).toBe('r.a.t1.1')
  expect(codeCallerOf(spanId('r.a.t1.1#1/one:1:0#1/two:2:0#3'))).toBe('r.a.t1.1#1/one:1:0')
  expect([codeCallerOf(spanId('r.a.t1.1#1')), codeCallerOf(spanId('r.a.t1.1#1/a:1:0.a.m1'))]).toEqual([
    undefined,
    undefined,
  ])
  const again = againSpan(toolSpan(inner, 1, 1), 2, 3)
  expect([again, enclosingAgent(attemptSpan(agentSpan(again), 1))]).toEqual(['r.a.t2.1.a.t1.1~2.3', agentSpan(again)])
  const asked = codeCallSpan(attemptSpan(hookSpan(modelSpan(inner, 1), '1.before_model'), 1), 'helper', '1f', 1)
  expect(enclosingAgent(asked)).toBe(inner)
  expect(enclosingAgent(modelSpan(agentSpan(asked), 1))).toBe(agentSpan(asked))
})

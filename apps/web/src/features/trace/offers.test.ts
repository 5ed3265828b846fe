import type { LogEvent, TraceSpan } from '@slyglass/run-log'
import { traceReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { offerOf } from './offers.ts'
import { factOf } from './row-words.ts'
import { allRows, buildRows } from './trace-rows.ts'

function traceOf(lines: readonly (readonly [type: string, span: string, parent: string | null, body: object])[]) {
  const events = lines.map(([type, span, parent, body], seq) => ({
    v: 1,
    runId: 'r1',
    seq,
    at: seq,
    type,
    span,
    parent,
    ...body,
  }))
  return traceReducer.reduce(traceReducer.initial, events as unknown as readonly LogEvent[])
}

const ask = (turn: number, offered?: readonly string[]) =>
  ['model.started', `r.a.m${turn}`, 'r.a', { agent: 'desk', turn, model: 'm', ...(offered && { offered }) }] as const
const run = [
  ['run.started', 'r', null, { network: 'n' }],
  ['agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', input: 'hi' }],
] as const

describe('the tools of a model request', () => {
  const trace = traceOf([
    ...run,
    ask(1, ['order', 'tool_describe']),
    [
      'tool.started',
      'r.a.t1.1',
      'r.a',
      {
        ...{ tool: 'math_add', kind: 'coded-tool', callId: 'c', args: '{}', instance: 1 },
        ...{
          batch: { id: 'b', size: 1, mode: 'parallel', ceilingMs: 1 },
          runtimeName: 'math.add',
          calledAs: 'Math.Add',
        },
      },
    ],
    ask(2, ['tool_describe', 'math_add']),
    ask(3, []),
  ])
  const offer = (id: string) => {
    const span = trace.spans.get(id as TraceSpan['id'])
    const told = span === undefined ? undefined : offerOf(trace, span)
    return told && [told.tools.map(({ name, isNew }) => (isNew ? `+${name}` : name)), told.gone]
  }

  test('[B-8] are told with what is new and what is gone since the request before', () => {
    expect(offer('r.a.m1')).toEqual([['order', 'tool_describe'], []])
    expect(offer('r.a.m2')).toEqual([['tool_describe', '+math_add'], ['order']])
    expect(offer('r.a.m3')).toEqual([[], ['tool_describe', 'math_add']])
  })

  test('are not told where the log does not tell them', () => {
    const plain = traceOf([...run, ask(1)])
    const span = plain.spans.get('r.a.m1' as TraceSpan['id'])
    expect(span && offerOf(plain, span)).toBeUndefined()
  })

  test('[B-4] [E-23] a call notes the name that the model wrote', () => {
    const row = allRows(buildRows(trace)).find(({ name }) => name === 'math_add')
    expect(row && factOf(row)).toBe('called as Math.Add')
  })
})

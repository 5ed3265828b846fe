import { runId, type SpanId } from '@slyglass/base'
import { type LogEvent, type Trace, type TraceSpan, traceReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { approvalSteps, attemptSteps, hookSteps } from './call-steps.ts'
import { argsOfRow, factOf, findRows, keepFound, originWords, rowLabel } from './row-words.ts'
import { allRows, buildRows, flattenRows, pathToSpan, rowOfEntry, type TraceRow } from './trace-rows.ts'
import { actOfKey } from './tree-keys.ts'

const batch = (size: number) => ({ id: `b${size}`, size, mode: 'parallel', ceilingMs: 0 })

/** A log written as `type span parent payload`; times are ten milliseconds apart. */
function traceOf(lines: readonly (readonly [string, string, string | null, object])[]): Trace {
  const events = lines.map(
    ([type, span, parent, payload], seq) =>
      ({ v: 1, runId: runId('run_1'), seq, at: seq * 10, span, parent, type, ...payload }) as unknown as LogEvent,
  )
  return traceReducer.reduce(traceReducer.initial, events)
}

const tool = (name: string, kind: string, size: number) => ({
  agent: 'desk',
  tool: name,
  kind,
  callId: name,
  args: '{"q":"x"}',
  batch: batch(size),
})

const delegation = traceOf([
  ['run.started', 'r', null, { network: 'desk_net' }],
  ['agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', input: 'hi' }],
  ['model.started', 'r.a.m1', 'r.a', { agent: 'desk', turn: 1, model: 'm' }],
  ['attempt.started', 'r.a.m1#1', 'r.a.m1', { of: 'model', number: 1 }],
  ['attempt.finished', 'r.a.m1#1', 'r.a.m1', { outcome: 'ok' }],
  [
    'model.finished',
    'r.a.m1',
    'r.a',
    { outcome: 'ok', text: '', calls: [], usage: { promptTokens: 1204, completionTokens: 38 } },
  ],
  ['tool.started', 'r.a.t1.1', 'r.a', tool('clerk', 'agent', 2)],
  ['tool.started', 'r.a.t1.2', 'r.a', tool('till', 'coded-tool', 2)],
  ['attempt.started', 'r.a.t1.1#1', 'r.a.t1.1', { of: 'tool', number: 1 }],
  ['agent.started', 'r.a.t1.1.a', 'r.a.t1.1', { agent: 'clerk', role: 'agent', input: 'look' }],
  ['model.started', 'r.a.t1.1.a.m1', 'r.a.t1.1.a', { agent: 'clerk', turn: 1, model: 'm' }],
  ['attempt.started', 'r.a.t1.2#1', 'r.a.t1.2', { of: 'tool', number: 1, sly: [{ key: 'a' }, { key: 'b' }] }],
  [
    'attempt.finished',
    'r.a.t1.2#1',
    'r.a.t1.2',
    { outcome: 'failed', failure: { code: 'timed-out', message: 'Too slow.' } },
  ],
  ['attempt.started', 'r.a.t1.2#2', 'r.a.t1.2', { of: 'tool', number: 2, sly: [{ key: 'a' }] }],
])

const draw = (rows: readonly TraceRow[], collapsed: ReadonlySet<string> = new Set()) =>
  flattenRows(rows, collapsed).map(({ row, depth }) => `${'  '.repeat(depth)}${rowLabel(row)}`)

describe('rows of the trace', () => {
  test('[N-2] levels that say nothing of their own are one row, parallel calls stand together, tries stand apart', () => {
    expect(draw(buildRows(delegation))).toEqual([
      'desk, front man, running',
      '  model #1, model, ok',
      '  batch of 2, parallel, batch, running',
      '    clerk, agent, running',
      '      model #2, model, running',
      '    till, coded tool, running',
      '      attempt 1, attempt, failed, 2 private values in reach',
      '      attempt 2, attempt, running, 1 private value in reach',
    ])
  })

  test('a closed row hides what is below it and keeps its place among its siblings', () => {
    const rows = flattenRows(buildRows(delegation), new Set(['batch:r.a.t1.1']))
    expect(rows.map(({ row, position, siblings, expanded }) => [row.name, position, siblings, expanded])).toEqual([
      ['desk', 1, 1, true],
      ['model #1', 1, 2, undefined],
      ['batch of 2, parallel', 2, 2, false],
    ])
  })

  test('a run that failed before any agent is a row by itself', () => {
    const trace = traceOf([
      ['run.started', 'r', null, { network: 'desk_net' }],
      ['run.finished', 'r', null, { outcome: 'failed', answer: '', failure: { code: 'x', message: 'No model.' } }],
    ])
    expect(draw(buildRows(trace))).toEqual(['desk_net, run, failed'])
    expect(buildRows(traceReducer.initial)).toEqual([])
  })

  test('[S-25] every span leads to its row, also the ones that have none of their own', () => {
    const rows = buildRows(delegation)
    const last = (span: string) => pathToSpan(rows, span as SpanId)?.at(-1)
    expect(['r.a', 'r.a.m1#1', 'r.a.t1.1.a', 'r.a.t1.2#2', 'gone'].map(last)).toEqual([
      'r',
      'r.a.m1',
      'r.a.t1.1',
      'r.a.t1.2#2',
      undefined,
    ])
  })

  test('an entry leads to its first row: of the front man, or of its first call', () => {
    const rows = buildRows(delegation)
    expect(['desk', 'clerk', 'till', 'gone'].map((entry) => rowOfEntry(rows, entry)?.id)).toEqual([
      'r',
      'r.a.t1.1',
      'r.a.t1.2',
      undefined,
    ])
  })

  test('[S-24] find looks into names, arguments and failures, and keeps the rows that lead there', () => {
    const rows = buildRows(delegation)
    const found = findRows(rows, 'too SLOW')
    expect([...found]).toEqual(['r.a.t1.2#1'])
    expect(flattenRows(keepFound(rows, found), new Set()).map(({ row }) => row.name)).toEqual([
      'desk',
      'batch of 2, parallel',
      'till',
      'attempt 1',
    ])
    expect(findRows(rows, '  ').size).toBe(0)
  })

  test('[S-24] a hundred thousand events become rows without delay', () => {
    const lines: [string, string, string | null, object][] = [
      ['run.started', 'r', null, { network: 'n' }],
      ['agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', input: '' }],
    ]
    for (let turn = 1; lines.length < 100_000; turn += 1) {
      const call = `r.a.t${turn}.1`
      lines.push(
        ['tool.started', call, 'r.a', tool('till', 'coded-tool', 1)],
        ['attempt.started', `${call}#1`, call, { of: 'tool', number: 1 }],
        ['attempt.finished', `${call}#1`, call, { outcome: 'ok' }],
        ['tool.finished', call, 'r.a', { outcome: 'ok', text: '' }],
      )
    }
    const rows = flattenRows(buildRows(traceOf(lines)), new Set())
    expect(rows.length).toBe(1 + (lines.length - 2) / 4)
  })
})

describe('keys of the tree', () => {
  const rows = flattenRows(buildRows(delegation), new Set())
  const act = (key: string, index: number) => actOfKey(key, rows, index)

  test('arrows and j, k move and stop at the ends', () => {
    expect([act('j', 0), act('ArrowUp', 0), act('End', 0), act('k', 99)]).toEqual([
      { kind: 'pick', index: 1 },
      { kind: 'pick', index: 0 },
      { kind: 'pick', index: rows.length - 1 },
      { kind: 'pick', index: rows.length - 1 },
    ])
  })

  test('left closes an open row, then goes to its parent; right opens, then goes inside', () => {
    expect(act('ArrowLeft', 2)).toEqual({ kind: 'toggle', id: 'batch:r.a.t1.1' })
    expect(act('ArrowLeft', 4)).toEqual({ kind: 'pick', index: 3 })
    expect(act('ArrowRight', 2)).toEqual({ kind: 'pick', index: 3 })
    expect(act('ArrowRight', 1)).toBeUndefined()
  })

  test('f goes to the next failure, round and round; other keys mean nothing', () => {
    expect(act('f', 0)).toEqual({ kind: 'pick', index: 6 })
    expect(act('f', 6)).toEqual({ kind: 'pick', index: 6 })
    expect(act('x', 0)).toBeUndefined()
  })
})

describe('rows of calls under rules', () => {
  const invalid = {
    code: 'invalid-arguments',
    message: 'They do not fit.',
    detail: '{"errors":[{"kind":"type","path":"lines","expected":"integer","actual":"\\"many\\""}]}',
  }
  const ruled = traceOf([
    ['run.started', 'r', null, { network: 'desk_net' }],
    ['agent.started', 'r.a', 'r', { agent: 'desk', role: 'front-man', input: 'hi' }],
    ['tool.started', 'r.a.t1.1', 'r.a', tool('report', 'coded-tool', 1)],
    ['tool.finished', 'r.a.t1.1', 'r.a', { outcome: 'failed', text: 'Error', attempts: 0, failure: invalid }],
    ['tool.started', 'r.a.t1.2', 'r.a', { ...tool('send', 'coded-tool', 1), userId: 'u-7' }],
    [
      'hook.finished',
      'r.a.t1.2!guard',
      'r.a.t1.2',
      { hook: 'guard', stage: 'pre', decision: 'modify', changes: '{"arguments":{"q":"y"}}' },
    ],
    [
      'approval.requested',
      'r.a.t1.2?',
      'r.a.t1.2',
      { tool: 'send', args: '{"q":"y"}', argsSha: 'ab', timeoutMs: 1000 },
    ],
    ['approval.answered', 'r.a.t1.2?', 'r.a.t1.2', { decision: 'edited', args: '{"q":"z"}' }],
    ['attempt.started', 'r.a.t1.2#1', 'r.a.t1.2', { of: 'tool', number: 1 }],
    [
      'attempt.finished',
      'r.a.t1.2#1',
      'r.a.t1.2',
      { outcome: 'ok', mocked: true, answer: { of: 'tool', text: 'sent' } },
    ],
    ['tool.finished', 'r.a.t1.2', 'r.a', { outcome: 'ok', text: 'sent', attempts: 1 }],
  ])
  const rows = allRows(buildRows(ruled))

  test('[U-15] [U-65] [U-83] misfits, hooks and questions are rows of their own kinds; a mock says that it answered', () => {
    expect(rows.map((row) => `${rowLabel(row)} | ${factOf(row)}`)).toEqual([
      'desk, front man, running | front man',
      'report, coded tool, failed | 1 inside',
      'arguments, validation, failed | do not fit: lines',
      'send, coded tool, ok, mocked | 2 inside',
      'guard, hook, ok | hook · modify',
      'send, approval, ok | edited',
    ])
  })

  test('[S-24] calls carry their arguments in a line, as a person changed them; other rows carry none', () => {
    expect(rows.map(argsOfRow)).toEqual(['', '“x”', '', '“z”', '', ''])
    expect(allRows(buildRows(delegation)).map(argsOfRow).filter(Boolean)).toEqual(['“x”', '“x”'])
  })

  test('[U-75] a call tells who made it and for whom, and is found by the person', () => {
    expect(rows.slice(0, 4).map((row) => originWords({ trace: ruled }, row))).toEqual([
      'front man',
      'coded tool, asked by desk',
      'validation',
      'coded tool, asked by desk, for user u-7',
    ])
    expect(findRows(buildRows(ruled), 'U-7')).toEqual(new Set(['r.a.t1.2']))
  })

  test('[B-61] [N-85] of a call that a person made no agent and no model is told', () => {
    const called = { call: { tool: 'till', args: '{}', times: 1 } as never }
    const typed = traceOf([
      ['run.started', 'r', null, { network: 'desk_net' }],
      ['command.started', 'r.c', 'r', { text: 'till q=x' }],
      ['agent.started', 'r.a', 'r.c', { agent: 'desk', role: 'front-man', input: '' }],
      ['tool.started', 'r.a.t1.1', 'r.a', tool('till', 'coded-tool', 1)],
      ['tool.started', 'r.a.t2.1', 'r.a', tool('clerk', 'agent', 1)],
      ['agent.started', 'r.a.t2.1.a', 'r.a.t2.1', { agent: 'clerk', role: 'agent', input: 'look' }],
      ['tool.started', 'r.a.t2.1.a.t1.1', 'r.a.t2.1.a', tool('drawer', 'coded-tool', 1)],
    ])
    const words = (trace: Trace, started?: { readonly call: never }) =>
      allRows(buildRows(trace)).flatMap((row) =>
        row.kind === 'tool'
          ? [`${row.name}: ${originWords({ trace, ...(started && { started: started as never }) }, row)}`]
          : [],
      )
    expect(words(typed)).toEqual([
      'till: coded tool, typed by a person',
      'clerk: agent, typed by a person',
      'drawer: coded tool, asked by clerk',
    ])
    expect(words(ruled, called)[0]).toBe('report: coded tool, run by itself')
  })

  test('[U-83] a hook tells what it changed of what stood before it', () => {
    const call = ruled.spans.get('r.a.t1.2' as SpanId)
    if (call === undefined) throw new Error('no call')
    const [step] = hookSteps(ruled, call)
    expect(step).toMatchObject({ part: 'arguments', changes: [{ path: 'q', before: '"x"', after: '"y"' }] })
    expect(approvalSteps(ruled, call)[0]?.approval).toMatchObject({ decision: 'edited', edited: '{"q":"z"}' })
  })

  test('[U-21] attempts tell why they ended, what comes next, and the pause between them', () => {
    const span = (number: number, from: number, to: number, code?: string) =>
      ({
        ...{ id: `a${number}`, kind: 'attempt', name: 'x', state: code === undefined ? 'ok' : 'failed', children: [] },
        ...{ parent: null, events: [], startedAt: from, finishedAt: to, attempt: { of: 'tool', number } },
        ...(code === undefined ? {} : { failure: { code, message: code }, abandoned: true }),
      }) as unknown as TraceSpan
    const steps = attemptSteps([span(1, 0, 100, 'timed-out'), span(2, 250, 300)])
    expect(steps.map((step) => (step.kind === 'pause' ? `pause ${step.ms}` : step.words))).toEqual([
      ['timed out', 'abandoned: its host gave up waiting, and it may go on', 'tried again'],
      'pause 150',
      [],
    ])
  })
})

import { spanId, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import type { Draft, LogEvent } from '../events.ts'
import {
  decodeLog,
  encodeEvent,
  exchangesOf,
  infoOf,
  lastAnchor,
  searchTape,
  selectEntries,
  type TapeEntry,
  tapeOf,
  wordsOf,
} from '../index.ts'
import { FRONT_MAN_SPAN, modelSpan, RUN_SPAN, toolSpan } from '../paths.ts'
import { LogBuilder, startedDraft } from '../testing/index.ts'

let runs = 0

function builder(): LogBuilder {
  runs += 1
  return new LogBuilder(`run_${String(runs).padStart(20, 'a')}`)
}

const batch = { id: 'b', size: 1, mode: 'sequential', ceilingMs: 1000, ruled: true } as const
const run = { span: RUN_SPAN, parent: null } as const

function ended(answer: string, outcome: 'ok' | 'cancelled' = 'ok'): Draft<'run.finished'> {
  return { type: 'run.finished', ...run, outcome, answer }
}

function talk(question: string, answer: string, outcome: 'ok' | 'cancelled' = 'ok'): readonly LogEvent[] {
  return builder().add(startedDraft(question)).add(ended(answer, outcome)).events
}

function writes(tape: { kind: 'anchor' | 'reset'; name: string; state?: string }): readonly LogEvent[] {
  return builder()
    .add({ ...startedDraft(''), tape })
    .add({ type: 'note.noted', ...run, level: 'info', text: 'Written.', source: 'tape', tape })
    .add(ended('')).events
}

const phase = writes({ kind: 'anchor', name: 'phase-1', state: '{"summary":"done"}' })

/** A question with one call, whose tool records an event. */
function withCall(): readonly LogEvent[] {
  const model = modelSpan(FRONT_MAN_SPAN, 1)
  const span = toolSpan(FRONT_MAN_SPAN, 1, 1)
  const call = { id: 'c1', tool: 'remember', args: '{"note":"tea"}' }
  const parent = FRONT_MAN_SPAN
  return builder()
    .add(startedDraft('I like tea'))
    .add({
      type: 'agent.started',
      span: parent,
      parent: RUN_SPAN,
      agent: 'a',
      role: 'front-man',
      instance: 1,
      input: '',
    })
    .add({ type: 'model.started', span: model, parent, agent: 'a', turn: 1, model: 'm' })
    .add({ type: 'model.finished', span: model, parent, outcome: 'ok', text: 'thinking', calls: [call], attempts: 1 })
    .add({
      type: 'tool.started',
      span,
      parent,
      agent: 'a',
      tool: 'remember',
      kind: 'coded-tool',
      callId: 'c1',
      args: call.args,
      batch,
      instance: 1,
    })
    .add({
      type: 'context.changed',
      span,
      parent,
      changes: '{"ops":[{"op":"log_event","type":"note","data":{"text":"tea"}}]}',
    })
    .add({ type: 'tool.finished', span, parent, outcome: 'ok', text: 'Recorded.', attempts: 1 })
    .add({ type: 'agent.finished', span: parent, parent: RUN_SPAN, outcome: 'ok', answer: 'Noted.' })
    .add(ended('Noted.')).events
}

const shown = (tape: readonly TapeEntry[]) =>
  tape.map((entry) => `${entry.id} ${entry.kind} ${'name' in entry ? entry.name : ''}`.trim())

const chosen = (tape: readonly TapeEntry[], context: string, includeAnchor = true) => {
  const told = selectEntries(tape, { context, includeAnchor })
  if (!told.ok) throw new Error(told.error)
  return told.value
}

describe('the tape of a session', () => {
  test('[B-64] begins with an anchor that a human owns, and the event of it', () => {
    const state = toJson({ owner: 'human' })
    expect(tapeOf([])).toEqual([
      { id: 1, at: 0, kind: 'anchor', name: 'session/start', state },
      {
        id: 2,
        at: 0,
        kind: 'event',
        name: 'handoff',
        data: toJson({ name: 'session/start', state: { owner: 'human' } }),
      },
    ])
  })

  test('[B-21] holds what was said, calls with their results, and what tools recorded, in order', () => {
    const tape = tapeOf([withCall()])
    expect(shown(tape)).toEqual([
      '1 anchor session/start',
      '2 event handoff',
      '3 message',
      '4 tool_call',
      '5 event note',
      '6 tool_result',
      '7 message',
    ])
    expect(tape.find((entry) => entry.kind === 'event' && entry.name === 'note')).toMatchObject({
      data: toJson({ text: 'tea' }),
    })
  })

  test('[U-89] a call that nothing answered has a result that says so', () => {
    const model = modelSpan(FRONT_MAN_SPAN, 1)
    const calls = [{ id: 'c1', tool: 'gone', args: '{}' }]
    const log = builder()
      .add(startedDraft('go'))
      .add({
        type: 'agent.started',
        span: FRONT_MAN_SPAN,
        parent: RUN_SPAN,
        agent: 'a',
        role: 'front-man',
        instance: 1,
        input: '',
      })
      .add({ type: 'model.started', span: model, parent: FRONT_MAN_SPAN, agent: 'a', turn: 1, model: 'm' })
      .add({ type: 'model.finished', span: model, parent: FRONT_MAN_SPAN, outcome: 'ok', text: '', calls, attempts: 1 })
      .add({ type: 'agent.finished', span: FRONT_MAN_SPAN, parent: RUN_SPAN, outcome: 'ok', answer: 'Sorry.' })
      .add(ended('Sorry.')).events
    expect(exchangesOf(chosen(tapeOf([log]), 'last_anchor'))[2]).toEqual({
      type: 'AI',
      text: 'This call was not made.',
      result: { callId: 'c1', name: 'gone' },
    })
  })

  test('what tools of a network without rules record is on it too', () => {
    const span = toolSpan(FRONT_MAN_SPAN, 1, 1)
    const attempt = spanId(`${span}#1`)
    const update = '[{"op":"log_event","type":"note","data":1}]'
    const log = withCall().flatMap((event): LogEvent[] => {
      if (event.type === 'context.changed') return []
      if (event.type !== 'tool.started') return [event]
      const { ruled: _ruled, ...plain } = event.batch
      const end = {
        type: 'attempt.finished',
        span: attempt,
        parent: span,
        outcome: 'ok',
        answer: { of: 'tool', text: '', update },
      }
      return [{ ...event, batch: plain }, { ...event, ...end } as LogEvent]
    })
    expect(
      tapeOf([log])
        .filter((entry) => entry.kind === 'event')
        .map((entry) => entry.name),
    ).toEqual(['handoff', 'note'])
  })

  test('a reset ends what was before: the tape begins anew', () => {
    const tape = tapeOf([talk('a', 'b'), phase, writes({ kind: 'reset', name: 'reset' }), talk('c', 'd')])
    expect(shown(tape)).toEqual(['1 anchor session/start', '2 event handoff', '3 message', '4 message'])
  })

  test('a command is an event with its text, its end and what it gave, and no message', () => {
    const span = spanId('r.c')
    const log = builder()
      .add(startedDraft('math.add a=2 b=3'))
      .add({ type: 'command.started', span, parent: RUN_SPAN, text: 'math.add a=2 b=3' })
      .add({ type: 'command.finished', span, parent: RUN_SPAN, outcome: 'ok', text: '5' })
      .add(ended('5')).events
    const [entry, ...more] = tapeOf([log]).slice(2)
    expect(entry).toMatchObject({
      name: 'command',
      data: toJson({ raw: 'math.add a=2 b=3', status: 'ok', output: '5' }),
    })
    expect(more).toEqual([])
  })
})

describe('what of it a model is told', () => {
  const runsBefore = [talk('a', 'b'), phase, withCall()]

  test('[B-23] what was said and called after the last anchor', () => {
    const told = exchangesOf(chosen(tapeOf(runsBefore), 'last_anchor', false))
    expect(told).toEqual([
      { type: 'HUMAN', text: 'I like tea' },
      { type: 'AI', text: 'thinking', calls: [{ id: 'c1', tool: 'remember', args: '{"note":"tea"}' }] },
      { type: 'AI', text: 'Recorded.', result: { callId: 'c1', name: 'remember' } },
      { type: 'AI', text: 'Noted.' },
    ])
  })

  test('[B-24] the anchor hands its summary on, once', () => {
    const told = exchangesOf(chosen(tapeOf(runsBefore), 'last_anchor'))
    expect(told[0]).toEqual({ type: 'AI', text: '[Anchor created: phase-1]: {"summary": "done"}' })
    expect(told.filter(({ text }) => text.includes('done'))).toHaveLength(1)
  })

  test('a session without a handoff is told as neuro-san tells it, and of its beginning nothing', () => {
    expect(
      wordsOf(chosen(tapeOf([talk('{a}', 'b'), withCall()]), 'last_anchor'), [talk('{a}', 'b'), withCall()]),
    ).toEqual([])
    const both = [talk('{a}', 'b'), withCall()]
    expect(wordsOf(chosen(tapeOf(both), 'last_anchor'), both).map(({ text }) => text)).toEqual([
      '{{a}}',
      'b',
      'I like tea',
      'Recorded.',
      'Noted.',
    ])
  })

  test('all of it, with every anchor in its place', () => {
    expect(wordsOf(chosen(tapeOf(runsBefore), 'all'), runsBefore).map(({ text }) => text)).toEqual([
      '[Anchor created: session/start]: {"owner": "human"}',
      'a',
      'b',
      '[Anchor created: phase-1]: {"summary": "done"}',
      'I like tea',
      'Recorded.',
      'Noted.',
    ])
  })

  test('from the newest anchor of a name', () => {
    const again = writes({ kind: 'anchor', name: 'phase-1', state: '{"summary":"again"}' })
    const tape = tapeOf([phase, talk('a', 'b'), again, talk('c', 'd')])
    expect(exchangesOf(chosen(tape, 'phase-1')).map(({ text }) => text)).toEqual([
      '[Anchor created: phase-1]: {"summary": "again"}',
      'c',
      'd',
    ])
  })

  test('[B-64] a name that no anchor has is an error that names it', () => {
    expect(selectEntries(tapeOf(runsBefore), { context: 'phase-9', includeAnchor: true })).toEqual({
      ok: false,
      error: "Anchor 'phase-9' was not found.",
    })
  })

  test('[B-64] a context without an anchor never fails: the tape begins with one', () => {
    expect(selectEntries(tapeOf([]), { context: 'last_anchor', includeAnchor: true }).ok).toBe(true)
  })

  test('a stopped run is seen and not told', () => {
    const tape = tapeOf([talk('a', '', 'cancelled'), talk('c', 'd')])
    expect(shown(tape)).toContain('3 message')
    expect(exchangesOf(chosen(tape, 'last_anchor')).map(({ text }) => text)).toEqual(['c', 'd'])
  })
})

describe('looking at a tape', () => {
  const tape = tapeOf([talk('a cup of TEA', 'Yes.'), phase, talk('more tea', 'No.')])

  test('[B-64] finds what was said, newest first, and other kinds where they are asked for', () => {
    expect(searchTape(tape, { text: 'tea' }).map(({ id }) => id)).toEqual([7, 3])
    expect(searchTape(tape, { text: 'tea', limit: 1 })).toHaveLength(1)
    expect(searchTape(tape, { text: 'done', kinds: ['anchor'] }).map(({ id }) => id)).toEqual([5])
    const [newest] = searchTape(tape, { text: 'tea' })
    expect(searchTape(tape, { text: 'tea', to: (newest?.at ?? 0) - 1 }).every(({ id }) => id < 7)).toBe(true)
  })

  test('[B-64] tells its length, its anchors and what came after the last one', () => {
    expect(infoOf(tape)).toEqual({ entries: 8, anchors: 2, lastAnchor: 'phase-1', entriesSinceLastAnchor: 3 })
    expect(lastAnchor(tape)?.name).toBe('phase-1')
  })
})

test('[E6] notes and starts of before read the same, and what they write on the tape comes back', () => {
  const text = phase.map(encodeEvent).join('\n')
  const read = decodeLog(text)
  expect(read.ok && read.value).toEqual(phase)
  expect(read.ok && read.value.some((event) => event.type === 'opaque')).toBe(false)
  const old = talk('a', 'b')
  expect(decodeLog(old.map(encodeEvent).join('\n'))).toEqual({ ok: true, value: old })
})

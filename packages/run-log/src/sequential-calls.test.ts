import type { SpanId } from '@slyglass/base'
import { expect, test } from 'vitest'
import { activityReducer, type Batch, type Draft, type LogEvent, traceReducer, transcriptReducer } from './index.ts'
import { attemptSpan, FRONT_MAN_SPAN, RUN_SPAN, toolSpan } from './paths.ts'
import { LogBuilder, SOME_SHA, startedDraft } from './testing/index.ts'

const [first, second] = [1, 2].map((n) => toolSpan(FRONT_MAN_SPAN, 1, n)) as [SpanId, SpanId]

function logOf(mode: Batch['mode']): readonly LogEvent[] {
  const batch: Batch = { id: 'b', size: 2, mode, ceilingMs: 500, ruled: true }
  const started = (span: SpanId, tool: string): Draft => ({
    type: 'tool.started',
    ...{ span, parent: FRONT_MAN_SPAN, agent: 'desk', tool, kind: 'coded-tool', batch },
    ...{ callId: span, args: '{}', instance: 1 },
  })
  const ran = (span: SpanId): readonly Draft[] => [
    {
      type: 'attempt.started',
      ...{ span: attemptSpan(span, 1), parent: span, of: 'tool', number: 1, digest: SOME_SHA },
    },
    { type: 'attempt.finished', span: attemptSpan(span, 1), parent: span, outcome: 'ok' },
    { type: 'tool.finished', span, parent: FRONT_MAN_SPAN, outcome: 'ok', text: '', attempts: 1 },
  ]
  const desk = { span: FRONT_MAN_SPAN, parent: RUN_SPAN, agent: 'desk' }
  const log = new LogBuilder()
    .add(startedDraft('go'))
    .add({ type: 'agent.started', ...desk, role: 'front-man', instance: 1, input: 'go' })
  for (const draft of [started(first, 'order'), started(second, 'charge'), ...ran(first), ...ran(second)])
    log.add(draft)
  return log.events
}

/** What a fold shows of both calls after each event. */
const shown = (events: readonly LogEvent[]) => {
  const { spans } = traceReducer.reduce(traceReducer.initial, events)
  const { entries } = transcriptReducer.reduce(transcriptReducer.initial, events)
  const { entries: entriesOf } = activityReducer.reduce(activityReducer.initial, events)
  const calls = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
  return [first, second].map((span, index) => {
    const [traced, said] = [spans.get(span), calls[index]]
    expect([said?.state, said?.startedAt]).toEqual([traced?.state, traced?.startedAt])
    const entry = entriesOf.get(traced?.name ?? '')
    expect([entry?.state, entry?.startedAt]).toEqual([traced?.state, traced?.startedAt])
    return { state: traced?.state, startedAt: traced?.startedAt }
  })
}

test('[U-31] of calls that run one after the other each begins where the one before it ended', () => {
  const events = logOf('sequential')
  const end = events.findIndex((event) => event.type === 'tool.finished')
  expect(shown(events.slice(0, end)).map(({ state }) => state)).toEqual(['running', 'queued'])
  expect(shown(events.slice(0, end + 1))).toMatchObject([
    { state: 'ok' },
    { state: 'running', startedAt: events[end]?.at },
  ])
})

test('calls that run together begin together', () => {
  const events = logOf('parallel')
  const end = events.findIndex((event) => event.type === 'tool.finished')
  expect(shown(events.slice(0, end)).map(({ state }) => state)).toEqual(['running', 'running'])
  const announced = events.flatMap((event) => (event.type === 'tool.started' ? [event.at] : []))
  expect(shown(events).map(({ startedAt }) => startedAt)).toEqual(announced)
})

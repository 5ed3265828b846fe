import type { SpanId } from '@slyglass/base'
import type { Batch, EventOf, LogEvent, Outcome } from '../events.ts'
import { callOfAttempt } from '../paths.ts'
import type { Reducer, SpanState, Trace, TraceSpan } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'
import { markOf } from './trace-marks.ts'

type Span = Mutable<TraceSpan> & { children: SpanId[]; events: number[] }

interface Draft {
  lastSeq: number
  root: SpanId | undefined
  readonly spans: Map<SpanId, TraceSpan>
  marks: Trace['marks'][number][]
  /** Spans that were copied for this batch and may be changed. */
  readonly own: Map<SpanId, Span>
}

/** The tree of spans. */
export const traceReducer: Reducer<Trace> = foldReducer<Trace, Draft>(
  { lastSeq: -1, spans: new Map(), marks: [] },
  {
    open: ({ lastSeq, root, spans, marks }) => ({
      lastSeq,
      root,
      spans: new Map(spans),
      marks: [...marks],
      own: new Map(),
    }),
    apply(draft, event) {
      const mark = markOf(event)
      if (mark !== undefined) draft.marks.push(mark)
      if (isStart(event)) start(draft, event)
      else if (isEnd(event)) finish(draft, event)
      else other(draft, event)
    },
    close: ({ lastSeq, root, spans, marks }) => ({ lastSeq, spans, marks, ...(root !== undefined && { root }) }),
  },
)

type Start =
  | EventOf<'run.started' | 'agent.started' | 'model.started' | 'tool.started' | 'attempt.started' | 'command.started'>
  | EventOf<'approval.requested'>
type End = EventOf<
  'run.finished' | 'agent.finished' | 'model.finished' | 'tool.finished' | 'attempt.finished' | 'command.finished'
>

const STARTS: ReadonlySet<string> = new Set([
  'run.started',
  'agent.started',
  'model.started',
  'tool.started',
  'attempt.started',
  'command.started',
  'approval.requested',
])

function isStart(event: LogEvent): event is Start {
  return STARTS.has(event.type)
}

function isEnd(event: LogEvent): event is End {
  return event.type.endsWith('.finished') && event.type !== 'hook.finished'
}

function edit(draft: Draft, id: SpanId): Span | undefined {
  const mine = draft.own.get(id)
  if (mine !== undefined) return mine
  const known = draft.spans.get(id)
  if (known === undefined) return undefined
  const copy: Span = { ...known, children: [...known.children], events: [...known.events] }
  return own(draft, copy)
}

function own(draft: Draft, span: Span): Span {
  draft.own.set(span.id, span)
  draft.spans.set(span.id, span)
  return span
}

type Details = Partial<Mutable<TraceSpan>> & Pick<TraceSpan, 'kind' | 'name'>

function add(draft: Draft, event: LogEvent, details: Details, state: SpanState): Span {
  const { span: id, parent, at: startedAt, seq } = event
  const span = own(draft, { id, parent, startedAt, state, children: [], events: [seq], ...details } as Span)
  if (parent === null) draft.root = id
  else edit(draft, parent)?.children.push(id)
  return span
}

function start(draft: Draft, event: Start): void {
  switch (event.type) {
    case 'run.started':
      add(draft, event, { kind: 'run', name: event.network }, 'running')
      return
    case 'agent.started':
      add(draft, event, { kind: 'agent', name: event.agent, args: event.input }, 'running')
      return
    case 'model.started': {
      const { model, turn, offered } = event
      add(draft, event, { kind: 'model', name: model, model, turn, ...(offered && { offered }) }, 'running')
      return
    }
    case 'tool.started': {
      const { tool: name, kind: toolKind, callId, args, batch, runtimeName, calledAs, userId } = event
      const state =
        batch.mode === 'sequential' && openCalls(draft, event.parent, batch).length > 0 ? 'queued' : 'running'
      const names = { ...(runtimeName && { runtimeName }), ...(calledAs && { calledAs }), ...(userId && { userId }) }
      add(draft, event, { kind: 'tool', name, toolKind, callId, args, batch, ...names }, state)
      return
    }
    case 'attempt.started':
      startAttempt(draft, event)
      return
    case 'command.started':
      add(draft, event, { kind: 'command', name: event.text }, 'running')
      return
    case 'approval.requested':
      add(
        draft,
        event,
        { kind: 'approval', name: event.tool, args: event.args, approval: questionOf(event) },
        'waiting for approval',
      )
      setState(draft, event.parent, 'waiting for approval')
      return
  }
}

/** Calls of a batch that have not ended, in call order. */
function openCalls(draft: Draft, parent: SpanId | null, { id }: Batch): readonly TraceSpan[] {
  const around = parent === null ? undefined : draft.spans.get(parent)
  return (around?.children ?? []).flatMap((child) => {
    const span = draft.spans.get(child)
    return span?.batch?.id === id && span.finishedAt === undefined ? [span] : []
  })
}

/** Of calls that run one after the other each begins where the one before it has ended, not where all were announced. */
function startNext(draft: Draft, { parent, batch, finishedAt }: Span): void {
  if (batch?.mode !== 'sequential' || batch.size < 2 || finishedAt === undefined) return
  const next = openCalls(draft, parent, batch)[0]
  const span = next?.state === 'queued' ? edit(draft, next.id) : undefined
  if (span === undefined) return
  span.state = 'running'
  span.startedAt = finishedAt
}

function startAttempt(draft: Draft, event: EventOf<'attempt.started'>): void {
  const { of, number, request, args, language, source, sly, isolation, offline, middleware } = event
  const parent = event.parent === null ? undefined : edit(draft, event.parent)
  if (parent !== undefined) parent.state = 'running'
  add(
    draft,
    event,
    {
      ...(middleware === undefined
        ? { kind: 'attempt', name: parent?.name ?? of }
        : { kind: 'hook', name: `${middleware.class} ${middleware.hook}` }),
      attempt: { of, number },
      ...(request !== undefined && { request }),
      ...(args !== undefined && { args }),
      ...(language !== undefined && { language }),
      ...(source !== undefined && { source: { file: source.file, class: source.class } }),
      ...(sly !== undefined && { sly }),
      ...(isolation !== undefined && { isolation }),
      ...(offline === true && { offline }),
    },
    'running',
  )
}

function finish(draft: Draft, event: End): void {
  const span = edit(draft, event.span)
  if (span === undefined) return
  span.state = stateOf(event.outcome)
  span.finishedAt = event.at
  span.events.push(event.seq)
  if (event.failure !== undefined) span.failure = event.failure
  switch (event.type) {
    case 'run.finished':
    case 'agent.finished':
      span.text = event.answer
      return
    case 'model.finished':
      span.text = event.text
      span.calls = event.calls
      if (event.usage !== undefined) span.usage = event.usage
      return
    case 'tool.finished':
      span.text = event.text
      if (event.result !== undefined) span.result = event.result
      startNext(draft, span)
      return
    case 'attempt.finished':
      finishAttempt(draft, span, event)
      return
    case 'command.finished':
      span.text = event.text
      return
  }
}

function finishAttempt(draft: Draft, span: Span, event: EventOf<'attempt.finished'>): void {
  if (event.replayed === true) span.state = 'replayed'
  if (event.answer !== undefined) span.answer = event.answer
  if (event.answer?.of === 'model') {
    span.text = event.answer.text
    tellCaller(draft, span, event.answer.text)
  }
  if (event.answer?.of === 'middleware') span.result = event.answer.value
  if (event.reads !== undefined) span.reads = event.reads
  if (event.abandoned !== undefined) span.abandoned = event.abandoned
  if (event.synchronous !== undefined) span.synchronous = event.synchronous
  if (event.mocked !== undefined) span.mocked = event.mocked
  if (event.cached !== undefined) span.cached = event.cached
}

function questionOf({ argsSha, timeoutMs }: EventOf<'approval.requested'>): NonNullable<Span['approval']> {
  return { argsSha, ...(timeoutMs !== undefined && { timeoutMs }) }
}

function answerOf({ decision, reason, args }: EventOf<'approval.answered'>): Partial<NonNullable<Span['approval']>> {
  return { decision, ...(reason !== undefined && { reason }), ...(args !== undefined && { edited: args }) }
}

function decisionOf({ stage, decision, event, reason, changes }: EventOf<'hook.finished'>): NonNullable<Span['hook']> {
  return {
    ...{ stage, decision },
    ...(event !== undefined && { event }),
    ...(reason !== undefined && { reason }),
    ...(changes !== undefined && { changes }),
  }
}

function stateOf(outcome: Outcome): SpanState {
  return outcome
}

function setState(draft: Draft, id: SpanId | null, state: SpanState): void {
  const span = id === null ? undefined : edit(draft, id)
  if (span !== undefined) span.state = state
}

/** A model's words are its agent's words until the agent has an answer of its own. */
function tellCaller(draft: Draft, attempt: Span, text: string): void {
  const model = edit(draft, callOfAttempt(attempt.id))
  if (model === undefined) return
  model.text = text
  const agent = model.parent === null ? undefined : edit(draft, model.parent)
  if (agent !== undefined) agent.text = text
}

function other(draft: Draft, event: LogEvent): void {
  if (event.type === 'hook.finished') {
    const state = event.decision === 'deny' ? 'denied' : 'ok'
    add(draft, event, { kind: 'hook', name: event.hook, finishedAt: event.at, hook: decisionOf(event) }, state)
    return
  }
  const span = edit(draft, event.span)
  if (span === undefined) return
  if (event.type === 'attempt.delta') grow(draft, span, event)
  else span.events.push(event.seq)
  if (event.type === 'sly.changed') span.wrote = [...event.set, ...event.removed].map(({ key }) => key)
  if (event.type !== 'approval.answered') return
  const approved = event.decision === 'approved' || event.decision === 'edited'
  span.state = approved ? 'ok' : 'denied'
  span.finishedAt = event.at
  if (span.approval !== undefined) span.approval = { ...span.approval, ...answerOf(event) }
  setState(draft, event.parent, approved ? 'running' : 'denied')
}

/** Deltas are no events of their own in the list: compaction may drop them (law E4). */
function grow(draft: Draft, span: Span, event: EventOf<'attempt.delta'>): void {
  if (event.kind === 'progress') {
    span.progress = { text: event.text, ...(event.structure !== undefined && { structure: event.structure }) }
    return
  }
  span.text = (span.text ?? '') + event.text
  if (event.kind === 'text') tellCaller(draft, span, span.text)
}

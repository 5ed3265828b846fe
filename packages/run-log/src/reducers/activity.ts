import type { SpanId } from '@slyglass/base'
import type { EventOf, Outcome } from '../events.ts'
import { callOfAttempt } from '../paths.ts'
import type { Activity, EntryActivity, Reducer, SpanState } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface Working {
  readonly entry: string
  readonly edge?: string
  /** Of a call in a row of calls: their batch, and whether it waits for those before it. */
  readonly batch?: string
  readonly waits?: boolean
}

interface State extends Activity {
  /** Which entry an open span stands for. */
  readonly working: ReadonlyMap<SpanId, Working>
}

interface Draft extends Mutable<Activity> {
  entries: Map<string, EntryActivity>
  edges: Map<string, SpanState>
  working: Map<SpanId, Working>
}

const INITIAL: State = { lastSeq: -1, running: false, entries: new Map(), edges: new Map(), working: new Map() }

/** What the canvas shows while a run goes on: each entry by its newest activation, each edge by its newest call. */
export const activityReducer: Reducer<Activity> = foldReducer<State, Draft>(INITIAL, {
  open: (state) => ({
    ...state,
    entries: new Map(state.entries),
    edges: new Map(state.edges),
    working: new Map(state.working),
  }),
  close: (draft) => draft,
  apply(draft, event) {
    switch (event.type) {
      case 'run.started':
        draft.running = true
        return
      case 'run.finished':
        draft.running = false
        return
      case 'agent.started':
        // A called agent is counted by its call.
        if (event.role === 'front-man') begin(draft, event.span, { entry: event.agent }, event.at)
        return
      case 'agent.finished':
      case 'tool.finished':
        end(draft, event)
        return
      case 'tool.started':
        if (event.kind !== 'unknown') beginCall(draft, event)
        return
      case 'attempt.delta':
        if (event.kind === 'progress') annotate(draft, callOfAttempt(event.span), event.text)
        return
      case 'approval.requested':
        wait(draft, event.parent)
        return
    }
  },
})

function beginCall(draft: Draft, { span, tool, agent, batch, at }: EventOf<'tool.started'>): void {
  const working = { entry: tool, edge: `${agent}>${tool}`, ...(batch.mode === 'sequential' && { batch: batch.id }) }
  const waits = working.batch !== undefined && [...draft.working.values()].some((one) => one.batch === working.batch)
  begin(draft, span, { ...working, waits }, at)
}

/** Of calls that run one after the other the next one begins where one has ended. */
function beginNext(draft: Draft, batch: string, at: number): void {
  for (const [span, working] of draft.working) {
    if (working.batch !== batch || working.waits !== true) continue
    draft.working.set(span, { ...working, waits: false })
    const entry = draft.entries.get(working.entry)
    if (entry !== undefined) draft.entries.set(working.entry, { ...entry, state: 'running', startedAt: at })
    if (working.edge !== undefined) draft.edges.set(working.edge, 'running')
    return
  }
}

function begin(draft: Draft, span: SpanId, working: Working, at: number): void {
  draft.working.set(span, working)
  const before = draft.entries.get(working.entry)
  const open = before?.open ?? 0
  // Another call of the same entry goes on, and shows it as running.
  const state = working.waits !== true ? 'running' : open > 0 ? (before?.state ?? 'running') : 'queued'
  draft.entries.set(working.entry, { state, open: open + 1, startedAt: at })
  if (working.edge !== undefined && working.waits !== true) draft.edges.set(working.edge, 'running')
}

function end(draft: Draft, event: EventOf<'agent.finished'> | EventOf<'tool.finished'>): void {
  const working = draft.working.get(event.span)
  const entry = working === undefined ? undefined : draft.entries.get(working.entry)
  if (working === undefined || entry === undefined) return
  draft.working.delete(event.span)
  const open = entry.open - 1
  const note = event.failure === undefined ? {} : { note: event.failure.message }
  const ended = { state: stateOf(event.outcome), open, startedAt: entry.startedAt, finishedAt: event.at, ...note }
  draft.entries.set(working.entry, open > 0 ? { ...entry, open } : ended)
  if (working.edge !== undefined) {
    const still = [...draft.working.values()].some((other) => other.edge === working.edge)
    if (!still) draft.edges.set(working.edge, stateOf(event.outcome))
  }
  if (working.batch !== undefined) beginNext(draft, working.batch, event.at)
}

function stateOf(outcome: Outcome): SpanState {
  return outcome
}

function annotate(draft: Draft, call: SpanId, note: string): void {
  const entry = draft.working.get(call)?.entry
  const known = entry === undefined ? undefined : draft.entries.get(entry)
  if (entry !== undefined && known !== undefined) draft.entries.set(entry, { ...known, note })
}

function wait(draft: Draft, call: SpanId | null): void {
  const entry = call === null ? undefined : draft.working.get(call)?.entry
  const known = entry === undefined ? undefined : draft.entries.get(entry)
  if (entry !== undefined && known !== undefined) draft.entries.set(entry, { ...known, state: 'waiting for approval' })
}

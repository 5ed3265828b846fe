// Questions to people, in the order in which they were asked, and what came of each.
import type { SpanId } from '@slyglass/base'
import { codeAround, codeRunsAgain } from '../code-runs-again.ts'
import type { EventOf, LogEvent } from '../events.ts'
import { RUN_SPAN } from '../paths.ts'
import { IN_DOUBT, RESUMED } from '../taken-up.ts'
import type { Approval, Approvals, Reducer } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface State extends Approvals {
  /** Who made a call that is open. */
  readonly callers: ReadonlyMap<SpanId, string>
  /** Attempts of code that runs again after a restart. */
  readonly lasting: ReadonlySet<SpanId>
  /** Why an attempt is asked about once more, by its call. */
  readonly doubts: ReadonlyMap<SpanId, string>
  /** When something was last written besides pieces of text, which a reduced log leaves out. */
  readonly lastAt: number
}

interface Draft extends Omit<Mutable<Approvals>, 'asked'> {
  asked: Approval[]
  callers: Map<SpanId, string>
  lasting: Set<SpanId>
  doubts: Map<SpanId, string>
  lastAt: number
}

const INITIAL: State = {
  ...{ lastSeq: -1, asked: [], callers: new Map(), lastAt: 0 },
  ...{ lasting: new Set<SpanId>(), doubts: new Map<SpanId, string>() },
}

/** Every question of a run; those without an answer wait for one. */
export const approvalsReducer: Reducer<Approvals> = foldReducer<State, Draft>(INITIAL, {
  open: (state) => ({
    ...{ ...state, asked: [...state.asked], callers: new Map(state.callers) },
    ...{ lasting: new Set(state.lasting), doubts: new Map(state.doubts) },
  }),
  close: (draft) => draft,
  apply(draft, event) {
    if (event.type === 'tool.started') draft.callers.set(event.span, event.agent)
    if (event.type === 'tool.finished') draft.callers.delete(event.span)
    if (event.type === 'attempt.started' && codeRunsAgain(event)) draft.lasting.add(event.span)
    if (event.type === 'note.noted' && event.source === IN_DOUBT) draft.doubts.set(event.span, event.text)
    if (event.type === 'approval.requested') draft.asked.push(question(draft, event))
    if (event.type === 'approval.answered') answer(draft, event)
    if (event.type === 'note.noted' && event.source === RESUMED && event.span === RUN_SPAN) standStill(draft, event.at)
    if (event.type !== 'attempt.delta') draft.lastAt = event.at
  },
})

function question({ callers, lasting, doubts }: Draft, event: EventOf<'approval.requested'>): Approval {
  const { seq, at, span, parent, tool, args, argsSha, timeoutMs, lostCode } = event
  // A question about repeating an attempt stands under the attempt, beside the call.
  const call = subjectOf(span)
  const doubt = parent === null || parent === call ? undefined : doubts.get(parent)
  const isLasting = codeAround(call).every((attempt) => lasting.has(attempt))
  const agent = callers.get(call) ?? (parent === null ? undefined : callers.get(parent))
  return {
    ...{ seq, at, span, call, tool, args, argsSha },
    ...(agent !== undefined && { agent }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(doubt !== undefined && { doubt }),
    ...(!isLasting && { endsWithCode: true as const }),
    ...(!isLasting && lostCode !== undefined && { lostCode }),
  }
}

function standStill(draft: Draft, until: number): void {
  const stood = Math.max(0, until - draft.lastAt)
  draft.asked = draft.asked.map((one) =>
    one.answer === undefined ? { ...one, stoodMs: (one.stoodMs ?? 0) + stood } : one,
  )
}

/** What a decision names: the path without the mark of a question. */
export function subjectOf(span: SpanId): SpanId {
  return (span.endsWith('?') ? span.slice(0, -1) : span) as SpanId
}

function answer(draft: Draft, event: EventOf<'approval.answered'>): void {
  const index = draft.asked.findIndex(({ span }) => span === event.span)
  const asked = draft.asked[index]
  if (asked === undefined) return
  const { decision, at, args, reason } = event
  draft.asked[index] = {
    ...asked,
    answer: { decision, at, ...(args !== undefined && { args }), ...(reason !== undefined && { reason }) },
  }
}

/** Questions that wait for a person. */
export function openApprovals(log: readonly LogEvent[]): readonly Approval[] {
  return approvalsReducer.reduce(INITIAL, log).asked.filter(({ answer: given }) => given === undefined)
}

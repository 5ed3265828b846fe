import type { SpanId } from '@slyglass/base'
import type { Usage } from '../events.ts'
import type { Reducer, UsageTotals } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface State extends UsageTotals {
  /** Which agent asked an open model call. */
  readonly asking: ReadonlyMap<SpanId, string>
}

interface Draft extends Mutable<UsageTotals> {
  byAgent: Map<string, Usage>
  asking: Map<SpanId, string>
}

const INITIAL: State = {
  lastSeq: -1,
  promptTokens: 0,
  completionTokens: 0,
  requests: 0,
  toolCalls: 0,
  byAgent: new Map(),
  asking: new Map(),
}

/** Tokens as the provider counted them: only answers that could be used count. */
export const usageReducer: Reducer<UsageTotals> = foldReducer<State, Draft>(INITIAL, {
  open: (state) => ({ ...state, byAgent: new Map(state.byAgent), asking: new Map(state.asking) }),
  close: (draft) => draft,
  apply(draft, event) {
    switch (event.type) {
      case 'model.started':
        draft.asking.set(event.span, event.agent)
        return
      case 'attempt.started':
        if (event.request !== undefined) draft.requests += 1
        return
      case 'tool.started':
        draft.toolCalls += 1
        return
      case 'model.finished':
        if (event.usage !== undefined) addUsage(draft, draft.asking.get(event.span) ?? '', event.usage)
        draft.asking.delete(event.span)
        return
    }
  },
})

function addUsage(draft: Draft, agent: string, { promptTokens, completionTokens }: Usage): void {
  draft.promptTokens += promptTokens
  draft.completionTokens += completionTokens
  const before = draft.byAgent.get(agent)
  draft.byAgent.set(agent, {
    promptTokens: promptTokens + (before?.promptTokens ?? 0),
    completionTokens: completionTokens + (before?.completionTokens ?? 0),
  })
}

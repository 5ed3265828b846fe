// What a run has used up of what it may, and the limits that it came to.
import type { Limits, Reducer } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface Draft extends Omit<Mutable<Limits>, 'reached'> {
  reached: Limits['reached'][number][]
}

const INITIAL: Limits = { lastSeq: -1, requests: 0, toolCalls: 0, tokens: 0, reached: [] }

/** Counts are of the run; `before` is what the conversation had used when it began. */
export const limitsReducer: Reducer<Limits> = foldReducer<Limits, Draft>(INITIAL, {
  open: (state) => ({ ...state, reached: [...state.reached] }),
  close: (draft) => draft,
  apply(draft, event) {
    switch (event.type) {
      case 'run.started':
        if (event.used !== undefined) draft.before = event.used
        return
      case 'model.finished':
        draft.requests += event.attempts
        draft.tokens += (event.usage?.promptTokens ?? 0) + (event.usage?.completionTokens ?? 0)
        return
      case 'tool.started':
        draft.toolCalls += 1
        return
      case 'limit.reached': {
        const { seq, span, limit, value } = event
        draft.reached.push({ seq, span, limit, value })
      }
    }
  },
})

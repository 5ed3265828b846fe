import type { LogEvent } from '../events.ts'
import type { Reducer } from '../views.ts'

/** Fields that may be changed while a batch is reduced. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * A reducer from two steps: copy the state once per batch, then apply event by event. Events it has seen are passed over
 * (law E1), and a batch without news gives the same state back.
 */
export function foldReducer<S extends { readonly lastSeq: number }, D extends { lastSeq: number }>(
  initial: S,
  steps: { open(state: S): D; apply(draft: D, event: LogEvent): void; close(draft: D): S },
): Reducer<S> {
  return {
    initial,
    reduce(state, events) {
      const last = events.at(-1)
      if (last === undefined || last.seq <= state.lastSeq) return state
      const draft = steps.open(state)
      for (const event of events) {
        if (event.seq <= draft.lastSeq) continue
        draft.lastSeq = event.seq
        steps.apply(draft, event)
      }
      return steps.close(draft)
    },
  }
}

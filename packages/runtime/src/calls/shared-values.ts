// What tools share, as one activation of an agent sees it: as it was handed over, plus what its own calls committed, in call
// order. Agents that work side by side do not see each other's changes until their callers commit them, so that what a
// model is told never depends on who was faster.
import type { JsonObject } from '@slyglass/base'
import { applyContextOps, type ContextOp } from '@slyglass/tools'
import { alike, type Forms } from '../forms.ts'

/** Changes in both forms. */
export type Changes = Forms<readonly ContextOp[]>

export const NO_CHANGES: Changes = alike([])

export class SharedValues {
  #now: Forms<JsonObject>
  #changes: Changes = NO_CHANGES

  constructor(start: Forms<JsonObject>) {
    this.#now = start
  }

  get now(): Forms<JsonObject> {
    return this.#now
  }

  /** All changes of this activation, for its caller. */
  get changes(): Changes {
    return this.#changes
  }

  commit(changes: Changes): void {
    if (changes.truth.length === 0) return
    this.#now = {
      truth: applyContextOps(this.#now.truth, changes.truth),
      logged: applyContextOps(this.#now.logged, changes.logged),
    }
    this.#changes = {
      truth: [...this.#changes.truth, ...changes.truth],
      logged: [...this.#changes.logged, ...changes.logged],
    }
  }
}

/** Counts wrong tokens in a window; beyond the limit they are turned away for the rest of it. */
export interface FailureLimit {
  /** Notes one failure; true when there were too many. */
  fail(): boolean
}

const WINDOW_MS = 60_000
const ALLOWED = 30

// A right token is never turned away: otherwise any program of this machine could lock its owner out by guessing.
export function createFailureLimit(now: () => number): FailureLimit {
  let [start, failures] = [Number.NEGATIVE_INFINITY, 0]
  return {
    fail() {
      if (now() - start >= WINDOW_MS) [start, failures] = [now(), 0]
      failures += 1
      return failures > ALLOWED
    },
  }
}

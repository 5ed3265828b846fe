// Hard limits of one run: how many calls, and how often the very same one. Reaching one ends the run.

/** The limits as a network says them. */
export interface CallLimits {
  readonly toolCalls: number
  readonly sameCallRepeats: number
}

/** A limit that the next call would pass. */
export interface LimitReached {
  readonly limit: 'tool_calls' | 'same_call_repeats'
  readonly value: number
}

/** Calls of a run so far, each as its name and arguments in one text. */
export class CallCounter {
  readonly #seen = new Map<string, number>()
  #calls = 0

  /** Counts a call; the limit that it passes, if any. */
  count(call: string, limits: CallLimits): LimitReached | undefined {
    this.#calls += 1
    const times = (this.#seen.get(call) ?? 0) + 1
    this.#seen.set(call, times)
    if (this.#calls > limits.toolCalls) return { limit: 'tool_calls', value: limits.toolCalls }
    if (times > limits.sameCallRepeats) return { limit: 'same_call_repeats', value: limits.sameCallRepeats }
    return undefined
  }

  /** Calls counted so far. */
  get calls(): number {
    return this.#calls
  }
}

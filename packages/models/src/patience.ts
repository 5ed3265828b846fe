// How long a model may stay silent: until its answer begins, and between two pieces of it.
export interface Timeouts {
  readonly answerMs: number
  readonly silenceMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { answerMs: 280_000, silenceMs: 120_000 }

export interface Patience {
  /** Aborted when the wait was too long. */
  readonly signal: AbortSignal
  /** The request is on its way: wait for the beginning of the answer. */
  start(): void
  /** Something came: wait for the next piece. */
  heard(): void
  end(): void
}

export function createPatience(timeouts: Timeouts, onTimeout: (kind: 'answer' | 'silence') => void): Patience {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number, kind: 'answer' | 'silence'): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      onTimeout(kind)
      controller.abort()
    }, ms)
  }
  return {
    signal: controller.signal,
    start: () => wait(timeouts.answerMs, 'answer'),
    heard: () => wait(timeouts.silenceMs, 'silence'),
    end: () => clearTimeout(timer),
  }
}

// How long a model may stay silent: until its answer begins, and between two pieces of it.
export interface Timeouts {
  readonly answerMs: number
  readonly silenceMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { answerMs: 280_000, silenceMs: 120_000 }

export interface Patience {
  /** Aborted when the wait was too long, or with a signal that it follows. */
  readonly signal: AbortSignal
  /** Aborts with another signal too, for its reason, until it is released. */
  follow(other: AbortSignal): () => void
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
    follow(other) {
      const stop = () => controller.abort(other.reason)
      if (other.aborted) stop()
      else other.addEventListener('abort', stop, { once: true })
      return () => other.removeEventListener('abort', stop)
    },
    start: () => wait(timeouts.answerMs, 'answer'),
    heard: () => wait(timeouts.silenceMs, 'silence'),
    end: () => clearTimeout(timer),
  }
}

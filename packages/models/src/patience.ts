// How long a model may stay silent: until its answer begins, and between two pieces of it. What waits is told by a call: a
// signal costs more than all else that is made for a request.
import { onAbort } from '@slyglass/base'

export interface Timeouts {
  readonly answerMs: number
  readonly silenceMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { answerMs: 280_000, silenceMs: 120_000 }

/** Says that a request is given up. */
export interface Stop {
  readonly stopped: boolean
  readonly reason: unknown
  /** Calls when it is given up later on. One call at a time. */
  onStop(call: () => void): void
  /** The same as a signal, for what listens to nothing else. */
  signal(): AbortSignal
}

type Wait = 'answer' | 'silence'

export class Patience implements Stop {
  stopped = false
  reason: unknown
  readonly #timeouts: Timeouts
  readonly #onTimeout: (kind: Wait) => void
  #call: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #waitsFor: Wait = 'answer'
  #release: (() => void) | undefined

  constructor(timeouts: Timeouts, onTimeout: (kind: Wait) => void) {
    this.#timeouts = timeouts
    this.#onTimeout = onTimeout
  }

  /** The request is on its way: wait for the beginning of the answer, and stop with the signal, for its reason. */
  start(signal: AbortSignal): void {
    if (signal.aborted) this.#stop(signal.reason)
    else {
      this.#release = onAbort(signal, () => this.#stop(signal.reason))
      this.#wait('answer', this.#timeouts.answerMs)
    }
  }

  /** Something came: wait for the next piece. */
  heard(): void {
    if (this.#timer === undefined) return
    if (this.#waitsFor === 'silence') this.#timer.refresh()
    else this.#wait('silence', this.#timeouts.silenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#release?.()
    this.#release = undefined
  }

  onStop(call: () => void): void {
    this.#call = call
  }

  signal(): AbortSignal {
    const controller = new AbortController()
    const stop = () => controller.abort(this.reason)
    if (this.stopped) stop()
    else this.onStop(stop)
    return controller.signal
  }

  #wait(kind: Wait, ms: number): void {
    clearTimeout(this.#timer)
    this.#waitsFor = kind
    this.#timer = setTimeout(() => {
      this.#onTimeout(kind)
      this.#stop(new Error('nothing came in time'))
    }, ms)
  }

  #stop(reason: unknown): void {
    if (this.stopped) return
    this.stopped = true
    this.reason = reason
    this.#call?.()
  }
}

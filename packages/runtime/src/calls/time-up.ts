// Limits of time of single calls. They are reasons of abort signals, and always end in the result of the call that they stop.
import type { SpanId } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { abortWith } from '../abort-with.ts'
import type { Clock } from '../ports.ts'

/** A call took longer than it may: one attempt of it, or all of it together with its batch. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
  readonly call: SpanId
  readonly failure: Failure
  constructor(call: SpanId, limit: 'attempt' | 'ceiling', tool: string, ms: number) {
    const message =
      limit === 'attempt'
        ? `${tool} did not answer within its timeout of ${ms} ms.`
        : `${tool} did not answer before the ceiling of ${ms} ms for the calls of one answer.`
    super(message)
    this.call = call
    this.failure = { code: limit === 'attempt' ? 'timed-out' : 'ceiling', message, category: 'external' }
  }
}

const STOPPED = new Error('the time stands still')

/** Time that runs down, and stands still while a person is asked. */
export class Countdown {
  readonly #clock: Clock
  readonly #ring: () => void
  #left: number
  #since = 0
  #paused = 0
  #takeBack: (() => void) | undefined

  constructor(clock: Clock, ms: number, ring: () => void) {
    this.#clock = clock
    this.#left = ms
    this.#ring = ring
    this.#go()
  }

  /** Stands still until as many calls of `resume` as of `pause` were made. */
  pause(): void {
    this.#paused += 1
    if (this.#paused === 1) this.stop()
  }

  resume(): void {
    this.#paused -= 1
    if (this.#paused === 0) this.#go()
  }

  stop(): void {
    if (this.#takeBack === undefined) return
    this.#left = Math.max(0, this.#left - (this.#clock.now() - this.#since))
    this.#takeBack()
    this.#takeBack = undefined
  }

  #go(): void {
    this.#since = this.#clock.now()
    this.#takeBack = this.#clock.after?.(this.#left, this.#ring) ?? afterSleep(this.#clock, this.#left, this.#ring)
  }
}

function afterSleep(clock: Clock, ms: number, ring: () => void): () => void {
  const running = new AbortController()
  clock.sleep(ms, running.signal).then(ring, () => undefined)
  return () => running.abort(STOPPED)
}

/** Runs work with a signal that is also aborted when the time is over; null is no limit. */
export async function withTimer<T>(
  clock: Clock,
  limit: { readonly ms: number | null; readonly reason: () => Error; readonly signal: AbortSignal },
  work: (signal: AbortSignal, countdowns: readonly Countdown[]) => Promise<T>,
): Promise<T> {
  if (limit.ms === null) return work(limit.signal, [])
  const over = new AbortController()
  const release = abortWith(limit.signal, over)
  const countdown = new Countdown(clock, limit.ms, () => over.abort(limit.reason()))
  try {
    return await work(over.signal, [countdown])
  } finally {
    countdown.stop()
    release()
  }
}

/** Waits for a person while the time of everything around stands still. */
export async function outOfTime<T>(countdowns: readonly Countdown[], wait: () => Promise<T>): Promise<T> {
  for (const countdown of countdowns) countdown.pause()
  try {
    return await wait()
  } finally {
    for (const countdown of countdowns) countdown.resume()
  }
}

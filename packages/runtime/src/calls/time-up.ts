// Limits of time of single calls. They are reasons of abort signals, and always end in the result of the call that they stop.
import type { SpanId } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
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

/** Runs work with a signal that is also aborted when the time is over; null is no limit. */
export async function withTimer<T>(
  clock: Clock,
  limit: { readonly ms: number | null; readonly reason: () => Error; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (limit.ms === null) return work(limit.signal)
  const [over, done] = [new AbortController(), new AbortController()]
  clock.sleep(limit.ms, done.signal).then(
    () => over.abort(limit.reason()),
    () => undefined,
  )
  try {
    return await work(AbortSignal.any([limit.signal, over.signal]))
  } finally {
    done.abort(new Error('the work has ended'))
  }
}

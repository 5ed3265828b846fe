// Decisions of people about calls, as they come in through a run's inbox. Any order, any time: a decision may also be there
// before the call asks again, when a run goes on after a restart.
import type { JsonText, Sha256, SpanId } from '@slyglass/base'

/** What a person decided. It counts for one call with these very arguments. */
export interface ApprovalDecision {
  readonly call: SpanId
  readonly argsSha: Sha256
  readonly decision: 'approve' | 'reject' | 'edit'
  /** Only of `edit`: the arguments that are used instead. */
  readonly args?: JsonText
  readonly reason?: string
}

export class Approvals {
  readonly #given = new Map<SpanId, ApprovalDecision[]>()
  readonly #waiting = new Map<SpanId, (decision: ApprovalDecision) => void>()

  /** A decision came in. */
  give(decision: ApprovalDecision): void {
    const wake = this.#waiting.get(decision.call)
    if (wake === undefined) this.#given.set(decision.call, [...(this.#given.get(decision.call) ?? []), decision])
    else wake(decision)
  }

  /** The first decision about a call with these arguments. Others are not meant for it. */
  async next(call: SpanId, argsSha: Sha256, signal: AbortSignal): Promise<ApprovalDecision> {
    const known = this.#given.get(call)?.find((one) => one.argsSha === argsSha)
    if (known !== undefined) return known
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(call)
        reject(signal.reason)
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.set(call, (decision) => {
        if (decision.argsSha !== argsSha) return
        signal.removeEventListener('abort', leave)
        this.#waiting.delete(call)
        resolve(decision)
      })
    })
  }
}

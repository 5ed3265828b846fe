// Code that runs again from its beginning, because its process ended with the server: what it asked before is asked again under the
// same paths and answered from the log, in the order in which it was answered. What it did not ask before waits until all of that is
// asked again, so that nothing new takes effect unless the code does what it did.
import type { SpanId } from '@slyglass/base'
import type { AskingOrder } from '../code-calls.ts'
import type { Journal } from '../journal.ts'
import type { Clock } from '../ports.ts'
import { Cancelled } from '../stops.ts'

/** How long code may wait for its turn without asking anything that it asked before. */
const PATIENCE_MS = 5000

/** Who hears that the code does something else, and when it is over anyway. */
interface Attempt {
  readonly span: SpanId
  readonly signal: AbortSignal
  onOther(): void
}

export class AskedBefore implements AskingOrder {
  readonly #clock: Clock
  readonly #attempt: Attempt
  /** Asked before, and not yet again. */
  readonly #left: Set<SpanId>
  /** Answered before, in that order. */
  readonly #answered: readonly SpanId[]
  readonly #waiting = new Set<() => void>()
  #heard = 0
  #steps = 0
  #isWatched = false

  constructor({ journal, clock }: { readonly journal: Journal; readonly clock: Clock }, attempt: Attempt) {
    const asked = journal.begunBelow(attempt.span).map(({ span }) => span)
    const ends = asked.flatMap(
      (span) => journal.find(span, 'tool.finished') ?? journal.find(span, 'model.finished') ?? [],
    )
    this.#clock = clock
    this.#attempt = attempt
    this.#left = new Set(asked)
    this.#answered = ends.sort((one, other) => one.seq - other.seq).map(({ span }) => span)
    attempt.signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** True while the code has not asked everything again. */
  get isBehind(): boolean {
    return this.#left.size > 0
  }

  async ask(span: SpanId): Promise<void> {
    if (this.#left.delete(span)) return this.#step()
    await this.#until(() => this.#left.size === 0)
  }

  async hear(span: SpanId): Promise<void> {
    const place = this.#answered.indexOf(span)
    if (place === -1) return
    await this.#until(() => this.#heard === place)
    this.#heard += 1
    this.#step()
  }

  #step(): void {
    this.#steps += 1
    this.#wake()
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  async #until(isTurn: () => boolean): Promise<void> {
    while (!isTurn()) {
      if (this.#attempt.signal.aborted) throw new Cancelled()
      this.#watch()
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    const steps = this.#steps
    const look = (): void => {
      this.#isWatched = false
      if (this.#waiting.size === 0) return
      if (steps === this.#steps && this.isBehind) this.#attempt.onOther()
      else this.#watch()
    }
    this.#clock.sleep(PATIENCE_MS, this.#attempt.signal).then(look, () => undefined)
  }
}

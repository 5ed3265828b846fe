/** Calls of one run begin in the order in which they were asked for, as tasks of one event loop would. */
export class StartOrder {
  #last: Turn | undefined

  /** The place behind all that were asked for before. */
  take(): StartTurn {
    const mine = new Turn(this.#last?.isOver === false ? this.#last : undefined)
    this.#last = mine
    return mine
  }
}

export interface StartTurn {
  /** Resolves when every earlier call has begun or ended; absent when nobody is before. */
  readonly before: Promise<void> | undefined
  /** This call has begun, has ended, or need not keep the order. */
  pass(): void
}

/** Most calls have nobody before them and nobody behind: a promise is made when somebody waits. */
class Turn implements StartTurn {
  readonly before: Promise<void> | undefined
  /** It has passed, and so has every one before it. */
  isOver = false
  #hasPassed = false
  #mayPass: boolean
  #over: Promise<void> | undefined
  #onOver: (() => void) | undefined

  constructor(earlier: Turn | undefined) {
    this.before = earlier?.over()
    this.#mayPass = earlier === undefined
    if (this.before === undefined) return
    void this.before.then(() => {
      this.#mayPass = true
      this.#review()
    })
  }

  over(): Promise<void> {
    this.#over ??= new Promise((resolve) => {
      this.#onOver = resolve
    })
    return this.#over
  }

  pass(): void {
    this.#hasPassed = true
    this.#review()
  }

  #review(): void {
    if (!this.#hasPassed || !this.#mayPass || this.isOver) return
    this.isOver = true
    this.#onOver?.()
  }
}

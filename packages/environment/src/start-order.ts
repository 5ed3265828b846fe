/** Calls of one run begin in the order in which they were asked for, as tasks of one event loop would. */
export class StartOrder {
  #last: Promise<void> | undefined

  /** The place behind all that were asked for before. */
  take(): StartTurn {
    const before = this.#last
    let pass = () => {}
    const passed = new Promise<void>((resolve) => {
      pass = resolve
    })
    const mine = before === undefined ? passed : Promise.all([before, passed]).then(() => {})
    this.#last = mine
    void mine.then(() => {
      if (this.#last === mine) this.#last = undefined
    })
    return { before, pass }
  }
}

export interface StartTurn {
  /** Resolves when every earlier call has begun or ended; absent when nobody is before. */
  readonly before: Promise<void> | undefined
  /** This call has begun, has ended, or need not keep the order. */
  pass(): void
}

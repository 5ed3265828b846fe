// How many calls may run at the same time.

export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = Math.max(1, Math.trunc(most))
  }

  /** Waits for a place; rejects with the signal's reason when that comes first. Gives what leaves the place again. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(signal)
    return () => this.#leave()
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      this.#waiting.push(go)
      signal.addEventListener('abort', stop, { once: true })
    })
  }
}

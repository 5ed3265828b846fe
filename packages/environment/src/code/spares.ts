// Engines that are started before they are needed. Each is for one cell; taking it makes room for the next.

/** Something that waits for a cell. */
export interface Spare {
  readonly isAlive: boolean
  /** Keeps this process up while it is held. */
  hold(isHeld: boolean): void
  end(): Promise<void>
}

/** Kinds of engine of which one is kept ready. */
const MOST = 2
const IDLE_MS = 120_000

export class Spares<T extends Spare> {
  readonly #ready = new Map<string, { readonly spare: T; readonly timer: NodeJS.Timeout }>()
  #isOver = false

  /** The one that is ready, or a new one. */
  take(key: string, make: () => T): T {
    const known = this.#ready.get(key)
    if (known === undefined) return make()
    this.#forget(key)
    if (!known.spare.isAlive) return make()
    known.spare.hold(true)
    return known.spare
  }

  /** Starts one for the next cell of its kind, if none is there. */
  prepare(key: string, make: () => T): void {
    if (this.#isOver || this.#ready.has(key)) return
    const spare = make()
    spare.hold(false)
    const timer = setTimeout(() => this.#drop(key), IDLE_MS)
    timer.unref()
    this.#ready.set(key, { spare, timer })
    const [oldest] = this.#ready.keys()
    if (this.#ready.size > MOST && oldest !== undefined) this.#drop(oldest)
  }

  async dispose(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#ready.keys()].map((key) => this.#drop(key)))
  }

  async #drop(key: string): Promise<void> {
    const known = this.#ready.get(key)
    this.#forget(key)
    await known?.spare.end()
  }

  #forget(key: string): void {
    clearTimeout(this.#ready.get(key)?.timer)
    this.#ready.delete(key)
  }
}

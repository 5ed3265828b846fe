// Results that are given again for a while. The instant is given, so that nothing here waits.

/** A kept result, and how old it is. */
export interface CachedResult<T> {
  readonly value: T
  readonly ageMs: number
}

/** Results by key, each until its time is over. */
export class ResultCache<T> {
  readonly #kept = new Map<string, { readonly value: T; readonly at: number }>()
  readonly #most: number

  constructor(most = 1000) {
    this.#most = most
  }

  /** A result that is not older than `ttlMs`. */
  find(key: string, ttlMs: number, now: number): CachedResult<T> | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    const ageMs = now - kept.at
    if (ageMs <= ttlMs) return { value: kept.value, ageMs }
    this.#kept.delete(key)
    return undefined
  }

  /** Keeps a result; the oldest one gives way when there are too many. */
  keep(key: string, value: T, now: number): void {
    this.#kept.delete(key)
    this.#kept.set(key, { value, at: now })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
  }
}

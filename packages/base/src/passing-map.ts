/**
 * A map of things that come and go while the map stays: runs, calls, sessions. Engines keep a table of a `Map` that was outgrown
 * linked to the next one, so what it held when it was outgrown lives until the next full collection, however long ago it was
 * deleted – a tenth of a busy server's time went into moving such things about. Here tables hold boxes, which are emptied.
 */
export class PassingMap<K extends string, V extends object> {
  readonly #boxes = new Map<K, { value: V | undefined }>()

  get size(): number {
    return this.#boxes.size
  }

  has(key: K): boolean {
    return this.#boxes.has(key)
  }

  get(key: K): V | undefined {
    return this.#boxes.get(key)?.value
  }

  set(key: K, value: V): this {
    const box = this.#boxes.get(key)
    if (box === undefined) this.#boxes.set(key, { value })
    else box.value = value
    return this
  }

  /** True when there was something under the key. */
  delete(key: K): boolean {
    const box = this.#boxes.get(key)
    if (box === undefined) return false
    box.value = undefined
    return this.#boxes.delete(key)
  }

  clear(): void {
    for (const key of this.#boxes.keys()) this.delete(key)
  }

  keys(): IterableIterator<K> {
    return this.#boxes.keys()
  }

  *values(): Generator<V> {
    for (const { value } of this.#boxes.values()) if (value !== undefined) yield value
  }

  *[Symbol.iterator](): Generator<readonly [K, V]> {
    for (const [key, { value }] of this.#boxes) if (value !== undefined) yield [key, value]
  }
}

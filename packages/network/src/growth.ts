// What replacing names and filling in defaults makes of a network: a short file must not become more than a machine holds.
import type { HoconValue } from '@slyglass/hocon'

/** Characters that may come to a network, as many as an evaluated document may have. */
const MOST = 32_000_000
/** A value takes as much room as so many characters. */
const VALUE = 20

/** Counts what comes to a network. */
export class Growth {
  #left = MOST
  #over: HoconValue | undefined
  readonly #sizes = new WeakMap<HoconValue, number>()

  /** The value at which there was too much. */
  get over(): HoconValue | undefined {
    return this.#over
  }

  /** False when there is too much; nothing more comes to it then. */
  spend(amount: number, at: HoconValue): boolean {
    if (this.#over !== undefined) return false
    this.#left -= amount
    if (this.#left < 0) this.#over = at
    return this.#over === undefined
  }

  /** As much as it takes. Parts that are shared are looked at once, and count wherever they are. */
  sizeOf(value: HoconValue): number {
    const known = this.#sizes.get(value)
    if (known !== undefined) return known
    const size = VALUE + this.#partsOf(value)
    this.#sizes.set(value, size)
    return size
  }

  #partsOf(value: HoconValue): number {
    if (value.kind === 'string') return value.text.length
    if (value.kind === 'list') return value.items.reduce((sum, item) => sum + this.sizeOf(item), 0)
    if (value.kind !== 'object') return 0
    return [...value.fields].reduce((sum, [key, field]) => sum + key.length + this.sizeOf(field.value), 0)
  }
}

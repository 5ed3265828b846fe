// The pieces of an answer's body: handed on as they come, and no faster than they are read.

/** What the source of a body can do. */
export interface Source {
  pause(): void
  resume(): void
  /** Nobody reads on. */
  close(): void
}

interface Reader {
  resolve(result: IteratorResult<Uint8Array, undefined>): void
  reject(cause: unknown): void
}

const END = { done: true, value: undefined } as const
/** So many may wait to be read. */
const MAX_WAITING = 16

export class Pieces implements AsyncIterableIterator<Uint8Array> {
  readonly #source: Source
  #waiting: Uint8Array[] = []
  #reader: Reader | undefined
  /** How it ended, once everything is read. */
  #end: { readonly fault?: unknown } | undefined
  #paused = false

  constructor(source: Source) {
    this.#source = source
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  add(piece: Uint8Array): void {
    const reader = this.#reader
    this.#reader = undefined
    if (reader === undefined) this.#waiting.push(piece)
    else reader.resolve({ done: false, value: piece })
    if (this.#waiting.length < MAX_WAITING) return
    this.#paused = true
    this.#source.pause()
  }

  end(): void {
    this.#finish({})
  }

  /** What came before is read first. */
  fail(fault: unknown): void {
    this.#finish({ fault })
  }

  /** Fails at once. */
  stop(fault: unknown): void {
    this.#waiting = []
    this.#finish({ fault })
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return new Promise((resolve, reject) => {
      const value = this.#waiting.shift()
      if (value !== undefined) resolve({ done: false, value })
      else if (this.#end !== undefined) settle(this.#end, { resolve, reject })
      else this.#reader = { resolve, reject }
      if (!this.#paused || this.#waiting.length > 0) return
      this.#paused = false
      this.#source.resume()
    })
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#waiting = []
    if (this.#end === undefined) {
      this.#end = {}
      this.#source.close()
    }
    return END
  }

  #finish(end: { readonly fault?: unknown }): void {
    if (this.#end !== undefined) return
    this.#end = end
    if (this.#reader !== undefined) settle(end, this.#reader)
    this.#reader = undefined
  }
}

function settle(end: { readonly fault?: unknown }, { resolve, reject }: Reader): void {
  if ('fault' in end) reject(end.fault)
  else resolve(END)
}

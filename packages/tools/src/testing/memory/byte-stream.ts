// A stream of bytes that one side writes and the other reads.

/** What is written before anyone reads is kept. */
export class ByteStream implements AsyncIterable<Uint8Array> {
  readonly #parts: Uint8Array[] = []
  readonly #waiting: (() => void)[] = []
  #isOver = false

  write(data: string | Uint8Array): void {
    if (this.#isOver) return
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
    if (bytes.length > 0) this.#parts.push(bytes)
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#parts.shift()
      if (next !== undefined) yield next
      else if (this.#isOver) return
      else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

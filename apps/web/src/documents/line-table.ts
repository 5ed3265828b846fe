const END = /\r\n|\r|\n/g

/** Line and column, counted from 1, as the code editor counts them. */
export interface LinePosition {
  readonly lineNumber: number
  readonly column: number
}

/** Where the lines of one text begin and end. Every line keeps its own ending. */
export class LineTable {
  readonly text: string
  readonly #starts: readonly number[]
  readonly #ends: readonly number[]

  constructor(text: string) {
    this.text = text
    const [starts, ends] = [[0], [] as number[]]
    for (const ending of text.matchAll(END)) {
      ends.push(ending.index)
      starts.push(ending.index + ending[0].length)
    }
    ends.push(text.length)
    this.#starts = starts
    this.#ends = ends
  }

  get lineCount(): number {
    return this.#starts.length
  }

  /** The lines without their endings. */
  lines(): readonly string[] {
    return this.#starts.map((start, index) => this.text.slice(start, this.#ends[index]))
  }

  /** The text with `\n` at every line's end, as an editor model holds it. */
  normalised(): string {
    return this.lines().join('\n')
  }

  /** Position of an offset; one inside a two-character ending is the line's end. */
  positionAt(offset: number): LinePosition {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const start = this.#starts[low] ?? 0
    return { lineNumber: low + 1, column: Math.min(offset, this.#ends[low] ?? offset) - start + 1 }
  }

  /** Offset of a position; columns beyond the line's end are its end. */
  offsetAt({ lineNumber, column }: LinePosition): number {
    const line = Math.max(0, Math.min(lineNumber - 1, this.#starts.length - 1))
    const [start, end] = [this.#starts[line] ?? 0, this.#ends[line] ?? this.text.length]
    return Math.max(start, Math.min(start + column - 1, end))
  }

  /** The ending that most lines have: what an inserted line break becomes. */
  majorityEnding(): '\n' | '\r\n' {
    let [windows, unix] = [0, 0]
    for (const ending of this.text.matchAll(END)) {
      if (ending[0] === '\r\n') windows += 1
      else if (ending[0] === '\n') unix += 1
    }
    return windows > unix ? '\r\n' : '\n'
  }

  /** True when some line ends with a lone carriage return. */
  hasLoneReturns(): boolean {
    return /\r(?!\n)/.test(this.text)
  }
}

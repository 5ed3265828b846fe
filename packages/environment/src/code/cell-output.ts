// What code prints, as it comes, up to a limit.
import { WholeLines } from '../whole-lines.ts'

/** Half a line waits this long for its end: who masks it must not meet half a word. */
const HALF_LINE_MS = 200

export class CellOutput {
  readonly #limit: number
  readonly #lines: WholeLines
  readonly #decoder = new TextDecoder()
  #text = ''
  #held = 0
  #isCut = false
  #timer: NodeJS.Timeout | undefined

  constructor(limitBytes: number, tell: (text: string) => void) {
    this.#limit = limitBytes
    this.#lines = new WholeLines(tell)
  }

  push(bytes: Uint8Array): void {
    if (this.#isCut) return
    const kept = bytes.subarray(0, this.#limit - this.#held)
    this.#held += kept.length
    this.#add(this.#decoder.decode(kept, { stream: true }))
    if (kept.length === bytes.length) return
    this.#isCut = true
    const left = `[What was printed beyond ${this.#limit.toLocaleString('en')} bytes is left out.]`
    this.#add(`${this.#text === '' || this.#text.endsWith('\n') ? '' : '\n'}${left}\n`)
  }

  /** All of it; nothing comes after that. */
  end(): string {
    if (!this.#isCut) this.#add(this.#decoder.decode())
    this.#isCut = true
    this.#flush()
    return this.#text
  }

  #add(text: string): void {
    if (text === '') return
    this.#text += text
    this.#lines.push(text)
    this.#timer ??= setTimeout(() => this.#flush(), HALF_LINE_MS)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#lines.end('')
  }
}

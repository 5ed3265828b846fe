// Text that comes in pieces, handed on in whole lines: who masks it later must not meet half a word.

/** A line that is longer is handed on all the same. */
const LONGEST = 64 * 1024

export class WholeLines {
  readonly #hand: (lines: string) => void
  #held = ''

  constructor(hand: (lines: string) => void) {
    this.#hand = hand
  }

  push(text: string): void {
    this.#held += text
    const end = this.#held.length > LONGEST ? lastBreak(this.#held) : this.#held.lastIndexOf('\n') + 1
    if (end === 0) return
    this.#hand(this.#held.slice(0, end))
    this.#held = this.#held.slice(end)
  }

  /** Hands on what is left, with an ending; without anything left nothing. */
  end(ending: string): void {
    const rest = this.#held
    this.#held = ''
    if (rest !== '') this.#hand(`${rest}${ending}`)
    else if (ending.trim() !== '') this.#hand(ending.trimStart())
  }
}

/** After the last blank, or all of a text that has none. */
function lastBreak(text: string): number {
  for (let at = text.length; at > 0; at -= 1) if (/\s/.test(text.charAt(at - 1))) return at
  return text.length
}

/** The end of a text in whole lines, at most `length` characters; of an endless line its last words. */
export function lastLines(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.slice(-length)
  const line = end.indexOf('\n')
  return end.slice((line >= 0 ? line : end.search(/\s|$/)) + 1)
}

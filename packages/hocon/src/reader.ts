// The state of one parse: where it is, what it has said, and which brackets are open.
import type { ErrorKind, Fault, Profile, Severity } from './diagnostic.ts'
import { scanTrivia } from './scan.ts'
import { isSpaces } from './signs.ts'
import type { Element, Token } from './tree.ts'

/** Brackets nested deeper than this are read flat and reported. */
export const MAX_NESTING = 500

/** A text of more pieces is not read: a tree of them takes some hundred bytes a piece. */
export const MAX_PIECES = 2_000_000

/** An opened bracket: what closes it, and where it stands. */
export interface OpenBracket {
  readonly closer: '}' | ']'
  readonly at: number
}

export class Reader {
  readonly text: string
  readonly profile: Profile
  readonly faults: Fault[] = []
  /** Brackets that wait for their closer, innermost last. */
  readonly open: OpenBracket[] = []
  at = 0
  /** There were too many pieces: what was read counts for nothing. */
  isFull = false
  #pieces = 0
  /** Where brackets were last found to lack their closer, and how many of them. */
  #unclosed = { at: -1, count: 0 }
  #lines: readonly number[] | undefined

  constructor(text: string, profile: Profile) {
    this.text = text
    this.profile = profile
  }

  get runtime(): boolean {
    return this.profile === 'neuro-san'
  }

  get char(): string | undefined {
    return this.text[this.at]
  }

  get atEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Moves a token into `parts`. */
  take(token: Token, parts: Element[]): void {
    parts.push(token)
    this.pass(token.width)
  }

  /** Goes on behind what was read, which is made of so many pieces. */
  pass(width: number, pieces = 1): void {
    this.at += width
    this.#pieces += pieces
    if (this.#pieces <= MAX_PIECES) return
    // Whatever is being read ends here.
    this.isFull = true
    this.at = this.text.length
  }

  /** Takes blanks, newlines and comments; says whether a line ended. */
  trivia(parts: Element[]): boolean {
    let newline = false
    for (let token = this.triviaAt(this.at); token !== undefined; token = this.triviaAt(this.at)) {
      if (token.token === 'newline') newline = true
      if (token.token === 'blank') this.checkBlank(token)
      this.take(token, parts)
    }
    return newline
  }

  /** The offset of the next thing that is no blank, newline or comment. */
  afterTrivia(at: number): number {
    let end = at
    for (let token = this.triviaAt(end); token !== undefined; token = this.triviaAt(end)) end += token.width
    return end
  }

  triviaAt(at: number): Token | undefined {
    return scanTrivia(this.text, at, this.profile)
  }

  error(code: string, message: string, from: number, to: number, kind: ErrorKind = 'parse', fix?: Fault['fix']): void {
    this.#add('error', code, message, from, to, kind, fix)
  }

  /**
   * A bracket opened at `from` that lacks its closer where the reader stands. Of many that lack it at one place the
   * innermost is told, and all around it in one summary.
   */
  unclosed(code: string, message: string, from: number): void {
    const { at } = this
    const count = this.#unclosed.at === at ? this.#unclosed.count + 1 : 1
    this.#unclosed = { at, count }
    if (count <= 2) {
      this.error(code, message, at, at + 1)
      return
    }
    this.faults.pop()
    const outermost = `"${this.text[from]}" on line ${this.lineOf(from)}`
    this.error(code, `${count - 1} more brackets around it do not end; the outermost is ${outermost}`, at, at + 1)
  }

  /** The line of an offset, counted from 1. Line ends are looked up once, whatever is asked. */
  lineOf(at: number): number {
    this.#lines ??= [...this.text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)
    let [low, high] = [0, this.#lines.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#lines[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low + 1
  }

  /** Something the Python loader cannot read although the reference can. */
  unreadable(code: string, message: string, from: number, to: number, fix?: Fault['fix']): void {
    this.#add('error', code, message, from, to, 'runtime', fix)
  }

  warn(code: string, message: string, from: number, to: number, fix?: Fault['fix']): void {
    this.#add('warning', code, message, from, to, undefined, fix)
  }

  hint(code: string, message: string, from: number, to: number): void {
    this.#add('hint', code, message, from, to)
  }

  /** A comma where none belongs: an error of the reference, nothing to the Python loader. */
  extraComma(): void {
    const [from, to] = [this.at, this.at + 1]
    const fix = { title: 'Remove the comma', edits: [{ from, to, text: '' }] }
    const message = 'there is nothing between this comma and the one before'
    if (this.runtime) this.warn('extra-comma', message, from, to, fix)
    else this.error('extra-comma', message, from, to, 'parse', fix)
  }

  /** Says when a blank is none to the Python loader. */
  checkBlank(token: Token): void {
    if (!this.runtime || isSpaces(token) || /^[ \t]*$/.test(token.text) || token.text.startsWith('\\')) return
    const [from, to] = [this.at, this.at + token.width]
    const isMark = from === 0 && token.text === '\ufeff'
    const message = isMark
      ? 'the file begins with a byte order mark, which neuro-san cannot read; remove it'
      : 'neuro-san cannot read this blank character; replace it by a space'
    const title = isMark ? 'Remove the byte order mark' : 'Replace by a space'
    this.unreadable('odd-blank', message, from, to, { title, edits: [{ from, to, text: isMark ? '' : ' ' }] })
  }

  #add(
    severity: Severity,
    code: string,
    message: string,
    from: number,
    to: number,
    kind?: ErrorKind,
    fix?: Fault['fix'],
  ): void {
    const end = Math.max(to, from)
    this.faults.push({
      code,
      severity,
      message,
      from,
      to: end,
      ...(kind === undefined ? {} : { kind }),
      ...(fix === undefined ? {} : { fix }),
    })
  }
}

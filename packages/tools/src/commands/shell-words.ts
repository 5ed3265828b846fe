// Words as a POSIX shell reads them: quotes of both kinds, backslashes, and every white space between words alike. Nothing is
// expanded and nothing begins a comment.
import { err, ok, type Result } from '@slyglass/base'

/** The words of a text, or what is wrong with its quotes. */
export function shellWords(text: string): Result<readonly string[], string> {
  const reader = new WordReader(text)
  return reader.read()
}

class WordReader {
  readonly #text: string
  readonly #words: string[] = []
  #at = 0
  /** The word so far; quotes begin one also where nothing stands in them. */
  #word: string | undefined

  constructor(text: string) {
    this.#text = text
  }

  read(): Result<readonly string[], string> {
    while (this.#at < this.#text.length) {
      const fault = this.#step(this.#text[this.#at] ?? '')
      if (fault !== undefined) return err(fault)
    }
    this.#end()
    return ok(this.#words)
  }

  #step(letter: string): string | undefined {
    this.#at += 1
    if (letter === "'") return this.#plainQuote()
    if (letter === '"') return this.#doubleQuote()
    if (letter === '\\') return this.#escaped()
    if (/\s/.test(letter)) this.#end()
    else this.#add(letter)
    return undefined
  }

  #plainQuote(): string | undefined {
    const end = this.#text.indexOf("'", this.#at)
    if (end < 0) return 'No closing quotation'
    this.#add(this.#text.slice(this.#at, end))
    this.#at = end + 1
    return undefined
  }

  /** Inside of double quotes a backslash stands for itself unless a quote or a backslash follows. */
  #doubleQuote(): string | undefined {
    this.#add('')
    for (; this.#at < this.#text.length; this.#at += 1) {
      const [letter = '', next = ''] = this.#text.slice(this.#at, this.#at + 2)
      if (letter === '"') {
        this.#at += 1
        return undefined
      }
      const isEscape = letter === '\\' && (next === '"' || next === '\\')
      this.#add(isEscape ? next : letter)
      if (isEscape) this.#at += 1
    }
    return 'No closing quotation'
  }

  #escaped(): string | undefined {
    if (this.#at >= this.#text.length) return 'No escaped character'
    this.#add(this.#text[this.#at] ?? '')
    this.#at += 1
    return undefined
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text
  }

  #end(): void {
    if (this.#word !== undefined) this.#words.push(this.#word)
    this.#word = undefined
  }
}

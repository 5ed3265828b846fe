import { type Json, type JsonFault, JsonNumber } from './json.ts'
import { err, ok, type Result } from './result.ts'

const MAX_DEPTH = 512
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class Fault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** Parses JSON text exactly: number spelling and key order are kept. Nested deeper than 512 levels is refused. */
export function parseJson(text: string): Result<Json, JsonFault> {
  const reader = new Reader(text)
  try {
    return ok(reader.document())
  } catch (fault) {
    if (fault instanceof Fault) return err({ offset: fault.offset, message: fault.message })
    throw fault
  }
}

class Reader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  document(): Json {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1
    const value = this.#value(0)
    this.#blanks()
    if (this.#at < this.#text.length) throw this.#fault('text after the value')
    return value
  }

  #fault(message: string): Fault {
    return new Fault(this.#at, message)
  }

  #blanks(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1
  }

  #value(depth: number): Json {
    if (depth > MAX_DEPTH) throw this.#fault('nested too deeply')
    this.#blanks()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"') return this.#string()
    return this.#word()
  }

  #word(): Json {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined)
      throw this.#fault(this.#at < this.#text.length ? 'a value is expected' : 'the text ends too early')
    this.#at += number.length
    return new JsonNumber(number)
  }

  #object(depth: number): Json {
    const entries = new Map<string, Json>()
    this.#at += 1
    this.#blanks()
    if (this.#take('}')) return entries
    do {
      this.#blanks()
      if (this.#text[this.#at] !== '"') throw this.#fault('a key in double quotes is expected')
      const key = this.#string()
      this.#blanks()
      if (!this.#take(':')) throw this.#fault('":" is expected')
      entries.set(key, this.#value(depth + 1))
      this.#blanks()
    } while (this.#take(','))
    if (!this.#take('}')) throw this.#fault('"," or "}" is expected')
    return entries
  }

  #list(depth: number): Json {
    const parts: Json[] = []
    this.#at += 1
    this.#blanks()
    if (this.#take(']')) return parts
    do {
      parts.push(this.#value(depth + 1))
      this.#blanks()
    } while (this.#take(','))
    if (!this.#take(']')) throw this.#fault('"," or "]" is expected')
    return parts
  }

  #string(): string {
    let result = ''
    this.#at += 1
    for (;;) {
      PLAIN.lastIndex = this.#at
      const plain = PLAIN.exec(this.#text)?.[0] ?? ''
      result += plain
      this.#at += plain.length
      if (this.#take('"')) return result
      if (!this.#take('\\')) throw this.#fault('the string does not end, or holds a control character')
      result += this.#escape()
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at] ?? ''
    const simple = ESCAPES[letter]
    if (simple !== undefined) {
      this.#at += 1
      return simple
    }
    const code = /^u[0-9a-fA-F]{4}/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0]
    if (code === undefined) throw this.#fault('unknown escape')
    this.#at += 5
    return String.fromCharCode(Number.parseInt(code.slice(1), 16))
  }

  #take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false
    this.#at += 1
    return true
  }
}

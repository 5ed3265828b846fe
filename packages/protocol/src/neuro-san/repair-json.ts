// JSON as models write it: with other quotes, names without quotes, commas too many, ends missing, text around it.
import { type Json, JsonNumber } from '@slyglass/base'

class Unreadable extends Error {}

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
])
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const MAX_DEPTH = 200

/** The value in a text; undefined when there is none, or more than one at the top. */
export function repairJson(text: string): Json | undefined {
  const reader = new LenientReader(text)
  try {
    const values = reader.topValues()
    return values.length === 1 ? values[0] : undefined
  } catch (fault) {
    if (fault instanceof Unreadable) return undefined
    throw fault
  }
}

class LenientReader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  topValues(): readonly Json[] {
    const values: Json[] = []
    for (;;) {
      const start = this.#text.slice(this.#at).search(/[{[]/)
      if (start < 0) return values
      this.#at += start
      values.push(this.#value(0))
    }
  }

  get #next(): string | undefined {
    return this.#text[this.#at]
  }

  #skip(what: RegExp): void {
    while (this.#next !== undefined && what.test(this.#next)) this.#at += 1
  }

  #value(depth: number): Json {
    if (depth > MAX_DEPTH) throw new Unreadable()
    this.#skip(/\s/)
    const first = this.#next
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"' || first === "'" || first === '“') return this.#quoted(first === '“' ? '”' : first)
    return this.#word(/[,}\]\n]/)
  }

  #object(depth: number): Json {
    const entries = new Map<string, Json>()
    this.#at += 1
    for (;;) {
      this.#skip(/[\s,]/)
      if (this.#next === undefined) return entries
      if (this.#next === '}') break
      const key = this.#key()
      this.#skip(/\s/)
      if (this.#next !== ':') throw new Unreadable()
      this.#at += 1
      entries.set(key, this.#value(depth + 1))
    }
    this.#at += 1
    return entries
  }

  #key(): string {
    const first = this.#next
    if (first === '"' || first === "'" || first === '“') return this.#quoted(first === '“' ? '”' : first)
    const word = this.#word(/[:,}\]\n]/)
    return word instanceof JsonNumber ? word.text : String(word)
  }

  #list(depth: number): Json {
    const parts: Json[] = []
    this.#at += 1
    for (;;) {
      this.#skip(/[\s,]/)
      if (this.#next === undefined) return parts
      if (this.#next === ']') break
      const before = this.#at
      parts.push(this.#value(depth + 1))
      if (this.#at === before) throw new Unreadable()
    }
    this.#at += 1
    return parts
  }

  #quoted(end: string): string {
    let said = ''
    this.#at += 1
    while (this.#next !== undefined && this.#next !== end) {
      if (this.#next === '\\') said += this.#escape()
      else {
        said += this.#next
        this.#at += 1
      }
    }
    this.#at += 1
    return said
  }

  #escape(): string {
    const code = /^\\u([0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 6))?.[1]
    if (code !== undefined) {
      this.#at += 6
      return String.fromCharCode(Number.parseInt(code, 16))
    }
    const unit = this.#text[this.#at + 1] ?? ''
    this.#at += 2
    return ESCAPED[unit] ?? unit
  }

  #word(end: RegExp): Json {
    const start = this.#at
    while (this.#next !== undefined && !end.test(this.#next)) this.#at += 1
    const word = this.#text.slice(start, this.#at).trim()
    if (NUMBER.test(word)) return new JsonNumber(word)
    const known = word.toLowerCase()
    return WORDS.has(known) ? (WORDS.get(known) ?? null) : word
  }
}

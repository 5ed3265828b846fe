// `include` statements in both readings.
import type { Reader } from './reader.ts'
import { matchAt, scanKeyToken } from './scan.ts'
import { decode, innerText } from './text.ts'
import { type Element, isToken, makeNode, makeToken, type Node, type Token } from './tree.ts'

/** What an include names. `form` is how: `"x"`, `file("x")`, … */
export interface IncludeTarget {
  readonly name: string
  readonly form: 'plain' | 'file' | 'url' | 'classpath' | 'package'
  readonly required: boolean
  /** The token with the quoted name, and how far it stands from the start of the include. */
  readonly nameToken: Token
  readonly nameOffset: number
}

const RUNTIME_WORD = /include(?=[\s"])/iy
const CALL = /(?:required|file|url|classpath|package)(?=[ \t]*\()/y
const STRING = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\[^\n])*"/y

/** An include at the reader, or undefined when a field stands there. */
export function scanInclude(reader: Reader): Node | undefined {
  const word = includeWord(reader)
  if (word === undefined) return undefined
  const scan = new IncludeScan(reader, word)
  const complete = scan.target()
  if (complete) {
    scan.say()
    reader.at = scan.at
    return makeNode('include', scan.parts)
  }
  if (reader.runtime) return undefined
  const from = reader.at
  reader.error('bad-include', 'include needs a file name in quotes, or file("…"), required("…")', from, from + 7)
  return readBroken(reader)
}

// To the reference every field whose first word is `include` is one; the Python loader looks at what follows.
function includeWord(reader: Reader): string | undefined {
  if (reader.runtime) return matchAt(RUNTIME_WORD, reader.text, reader.at)
  if (!reader.text.startsWith('include', reader.at)) return undefined
  const token = scanKeyToken(reader.text, reader.at)
  return token?.token === 'word' && token.text === 'include' ? token.text : undefined
}

function readBroken(reader: Reader): Node {
  const end = reader.text.slice(reader.at).search(/[\n,}\]]|$/)
  const text = reader.text.slice(reader.at, reader.at + end)
  reader.at += text.length
  return makeNode('error', [makeToken('word', text)])
}

/** Reads the parts of an include node. */
export function includeTarget(node: Node): IncludeTarget | undefined {
  const words = node.parts.filter((part) => isToken(part) && part.token === 'word').map((part) => (part as Token).text)
  let offset = 0
  for (const part of node.parts) {
    if (isToken(part) && (part.token === 'string' || part.token === 'triple')) {
      const form = words.find((word) => word !== 'required' && word.toLowerCase() !== 'include')
      return {
        name: decode(innerText(part), 'spec'),
        form: (form ?? 'plain') as IncludeTarget['form'],
        required: words.includes('required'),
        nameToken: part,
        nameOffset: offset,
      }
    }
    offset += part.width
  }
  return undefined
}

class IncludeScan {
  readonly parts: Element[] = []
  readonly #reader: Reader
  readonly #from: number
  at: number
  #problem: string | undefined

  constructor(reader: Reader, word: string) {
    this.#reader = reader
    this.#from = reader.at
    this.at = reader.at
    this.#push(makeToken('word', word))
    this.#gap(true)
  }

  say(): void {
    if (this.#problem !== undefined && this.#reader.runtime)
      this.#reader.unreadable('runtime-include', this.#problem, this.#from, this.at)
  }

  target(): boolean {
    const { text } = this.#reader
    const name = matchAt(STRING, text, this.at)
    if (name !== undefined) {
      const triple = name.startsWith('"""') && name.length >= 6
      if (triple) this.#problem = 'neuro-san cannot include a name in triple quotes'
      this.#push(makeToken(triple ? 'triple' : 'string', name))
      return true
    }
    const call = matchAt(CALL, text, this.at)
    if (call === undefined) return false
    if (call === 'classpath' || call === 'package') this.#problem = `neuro-san cannot include from ${call}() here`
    this.#push(makeToken('word', call))
    if (this.#gap(false) && !this.#reader.runtime) return false
    if (text[this.at] !== '(') return false
    this.#push(makeToken('paren', '('))
    this.#gap(false)
    if (!this.target()) return false
    this.#gap(false)
    if (text[this.at] !== ')') return false
    this.#push(makeToken('paren', ')'))
    return true
  }

  #push(token: Token): void {
    this.parts.push(token)
    this.at += token.width
  }

  #gap(first: boolean): boolean {
    let any = false
    for (let token = this.#reader.triviaAt(this.at); token !== undefined; token = this.#reader.triviaAt(this.at)) {
      if (token.token !== 'blank' && !first) return any
      if (token.token === 'newline') this.#problem = 'neuro-san needs the file name on the same line'
      this.#push(token)
      any = true
    }
    return any
  }
}

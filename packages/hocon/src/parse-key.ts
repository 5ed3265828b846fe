// Keys, and what the Python loader refuses in them.
import type { Fault } from './diagnostic.ts'
import { pathOfTokens } from './path.ts'
import { MAX_NESTING, type Reader } from './reader.ts'
import { scanKeyToken } from './scan.ts'
import { innerText } from './text.ts'
import { type Element, makeNode, type Node, type Token } from './tree.ts'

const RUNTIME_KEY = /^[A-Za-z0-9À-ÖØ-öø-ÿ \t._\-/]*$/

/** A row of words and strings; undefined when the reader stands on something else. */
export function scanKey(reader: Reader): Node | undefined {
  const parts: Element[] = []
  let end = 0
  let at = reader.at
  for (;;) {
    const trivia = reader.triviaAt(at)
    const token = trivia ?? scanKeyToken(reader.text, at)
    if (token === undefined || !(isKeyPiece(token) || token.token === 'blank')) break
    parts.push(token)
    at += token.width
    if (token.token !== 'blank') end = parts.length
  }
  if (end === 0) return undefined
  const key = makeNode('key', parts.slice(0, end))
  reader.pass(key.width, key.parts.length)
  return key
}

function isKeyPiece({ token }: Token): boolean {
  return (
    token === 'string' || token === 'word' || token === 'triple' || token === 'open-string' || token === 'open-triple'
  )
}

/** The tokens of a key, which has no other parts. */
export const keyTokens = (key: Node): readonly Token[] => key.parts as readonly Token[]

/** Says what is wrong with a key that a value follows. */
export function checkKey(reader: Reader, key: Node, from: number): void {
  const tokens = keyTokens(key)
  // A name in quotes, as most keys are.
  if (tokens.length === 1 && tokens[0]?.token === 'string' && key.width > 2) return
  const to = from + key.width
  const open = tokens.find((token) => token.token.startsWith('open-'))
  if (open !== undefined) reader.error('unclosed-quote', 'this key has no closing quote', from, to)
  const path = pathOfTokens(tokens, reader.profile)
  if (path.length > MAX_NESTING && typeof path !== 'string')
    reader.error('nested-too-deeply', `a key may have ${MAX_NESTING} parts`, from, to)
  if (path === 'empty-segment')
    reader.error('empty-segment', 'a part between two dots of this key is empty', from, to, 'bad_path')
  if (reader.runtime) checkRuntimeKey(reader, tokens, from, to)
}

function checkRuntimeKey(reader: Reader, tokens: readonly Token[], from: number, to: number): void {
  const say = (message: string, fix?: Fault['fix']) => reader.unreadable('runtime-key', message, from, to, fix)
  const quoted = tokens.filter((token) => token.token !== 'word' && token.token !== 'blank')
  if (quoted.length > 0 && tokens.length > 1) {
    say('neuro-san cannot read a key with quoted and other parts; quote the whole key, or nest objects')
  } else if (quoted[0] !== undefined) {
    const inner = innerText(quoted[0])
    if (inner === '') say('neuro-san cannot read an empty key')
    else if (inner.includes('\n')) say('neuro-san cannot read a key over several lines')
  } else if (!tokens.every((token) => RUNTIME_KEY.test(token.text)))
    say(
      'neuro-san reads unquoted keys of letters, digits and . _ - / only; put the key in quotes',
      // A path would become one name in quotes.
      tokens.some((token) => token.text.includes('.')) ? undefined : inQuotes(from, to),
    )
}

/** The repair of a word that needs quotes. */
export function inQuotes(from: number, to: number): NonNullable<Fault['fix']> {
  const edits = [
    { from, to: from, text: '"' },
    { from: to, to, text: '"' },
  ]
  return { title: 'Put it in quotes', edits }
}

// Tokens know no place, so one of each sign serves every text. Most tokens of a tree are such.
import { makeToken, type Token } from './tree.ts'

export const SIGN = {
  newline: makeToken('newline', '\n'),
  openBrace: makeToken('open', '{'),
  closeBrace: makeToken('close', '}'),
  openBracket: makeToken('open', '['),
  closeBracket: makeToken('close', ']'),
  comma: makeToken('comma', ','),
  colon: makeToken('separator', ':'),
  equals: makeToken('separator', '='),
  append: makeToken('separator', '+='),
} as const

const SPACES = ' '.repeat(80)
const spaces: readonly Token[] = Array.from(SPACES, (_, width) => makeToken('blank', SPACES.slice(0, width)))

/** The token of a run of spaces; undefined for longer ones than indentation has. */
export const spacesOf = (width: number): Token | undefined => spaces[width]

/** True for what `spacesOf` gives. */
export const isSpaces = (token: Token): boolean => spaces[token.width] === token

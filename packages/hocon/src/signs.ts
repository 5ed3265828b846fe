// Tokens know no place, so one of each sign serves every text. Most tokens of a tree are such.
import { makeToken, type Token } from './tree.ts'

export const NEWLINE = makeToken('newline', '\n')
export const OPEN_BRACE = makeToken('open', '{')
export const CLOSE_BRACE = makeToken('close', '}')
export const OPEN_BRACKET = makeToken('open', '[')
export const CLOSE_BRACKET = makeToken('close', ']')
export const COMMA = makeToken('comma', ',')
export const COLON = makeToken('separator', ':')
export const EQUALS = makeToken('separator', '=')
export const APPEND = makeToken('separator', '+=')

const SPACES = ' '.repeat(80)
const spaces: readonly Token[] = Array.from(SPACES, (_, width) => makeToken('blank', SPACES.slice(0, width)))

/** The token of a run of spaces; undefined for longer ones than indentation has. */
export const spacesOf = (width: number): Token | undefined => spaces[width]

/** True for what `spacesOf` gives. */
export const isSpaces = (token: Token): boolean => spaces[token.width] === token

/** Questions of one cell that may be open at once, and the characters in them: more is a mistake or a flood. */
export const MOST_OPEN = 1_000
export const MOST_CHARACTERS = 64 * 1024 ** 2

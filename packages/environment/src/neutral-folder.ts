import { dirname } from 'node:path'

/**
 * Where programs are tried out. The studio may have been started inside a folder that nobody trusts yet, and a program, a
 * module or a relative entry of PATH must not be taken from there.
 */
export const NEUTRAL_FOLDER = dirname(process.execPath)

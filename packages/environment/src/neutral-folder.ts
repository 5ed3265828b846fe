import { dirname } from 'node:path'

/**
 * Where programs are tried out. The studio may have been started inside a folder that nobody trusts yet, and a program, a
 * module or a relative entry of PATH must not be taken from there.
 */
export const NEUTRAL_FOLDER = dirname(process.execPath)

/** How long a program that is tried out may take to answer: too short a time would call one missing that is only slow. */
export const PROBE_MS = 60_000

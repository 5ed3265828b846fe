import { randomBytes } from 'node:crypto'

/** In the order of their bytes, so that later ids sort behind earlier ones. */
const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'
const TIME_LENGTH = 8
const RANDOM_LENGTH = 12
const TICK_MS = 100
const IDS_AT_ONCE = 100

let drawn = Buffer.alloc(0)

/**
 * An id: a prefix and 20 characters, 12 of which nobody can guess. The first 8 are the time: rows of runs that are written together
 * stand beside each other in the journal, where random ids would touch a page of every index for each of them.
 */
export function newId(prefix: 'ses' | 'run', now = Date.now()): string {
  return `${prefix}_${timeLetters(now)}${randomLetters()}`
}

function timeLetters(now: number): string {
  let letters = ''
  for (let tick = Math.floor(now / TICK_MS); letters.length < TIME_LENGTH; tick = Math.floor(tick / LETTERS.length))
    letters = LETTERS.charAt(tick % LETTERS.length) + letters
  return letters
}

/** What is random is drawn for many ids at once. */
function randomLetters(): string {
  if (drawn.length === 0) drawn = randomBytes(IDS_AT_ONCE * RANDOM_LENGTH)
  let letters = ''
  for (const byte of drawn.subarray(0, RANDOM_LENGTH)) letters += LETTERS.charAt(byte % LETTERS.length)
  drawn = drawn.subarray(RANDOM_LENGTH)
  return letters
}

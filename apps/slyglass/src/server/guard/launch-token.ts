import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The secret of this launch: 256 bits, in the page's URL fragment and nowhere in a served byte. */
export function createLaunchToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time, whatever the lengths. An absent or empty token never matches. */
export function isLaunchToken(expected: string, given: string | undefined): boolean {
  if (given === undefined || given === '' || expected === '') return false
  return timingSafeEqual(digest(expected), digest(given))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}

import { createHash, randomBytes } from 'node:crypto'

/**
 * Codes that stand for the launch token where others may read along, such as the arguments of a browser: each is good for one
 * exchange and for a short while. Only their digests are kept.
 */
export interface LaunchCodes {
  create(): string
  /** True once for a code that was created here and is not too old. A wrong code uses up nothing. */
  redeem(code: string | undefined): boolean
}

/** As long as a browser may take to start on a slow machine. */
export const CODE_LIFE_MS = 120_000

export function createLaunchCodes(now: () => number): LaunchCodes {
  const good = new Map<string, number>()
  return {
    create() {
      const code = randomBytes(32).toString('base64url')
      good.set(digest(code), now() + CODE_LIFE_MS)
      return code
    },
    redeem(code) {
      if (code === undefined || code === '') return false
      // What is looked up is a digest, so how long it takes tells nothing about any code.
      const name = digest(code)
      const until = good.get(name)
      good.delete(name)
      return until !== undefined && now() < until
    },
  }
}

function digest(code: string): string {
  return createHash('sha256').update(code, 'utf8').digest('hex')
}

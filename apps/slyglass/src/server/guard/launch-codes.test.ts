import { describe, expect, test } from 'vitest'
import { CODE_LIFE_MS, createLaunchCodes } from './launch-codes.ts'

describe('a launch code', () => {
  test('[S-39] is good once', () => {
    const codes = createLaunchCodes(() => 0)
    const code = codes.create()
    expect([codes.redeem(code), codes.redeem(code)]).toEqual([true, false])
  })

  test('[S-39] is good for a short while only, and used up when it came too late', () => {
    let at = 0
    const codes = createLaunchCodes(() => at)
    const [early, late] = [codes.create(), codes.create()]
    at = CODE_LIFE_MS - 1
    expect(codes.redeem(early)).toBe(true)
    at = CODE_LIFE_MS
    expect(codes.redeem(late)).toBe(false)
    at = 0
    expect(codes.redeem(late)).toBe(false)
  })

  test('[S-39] cannot be guessed, and a wrong one uses up nothing', () => {
    const codes = createLaunchCodes(() => 0)
    const code = codes.create()
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    for (const wrong of [undefined, '', 'wrong', code.slice(1), createLaunchCodes(() => 0).create()])
      expect(codes.redeem(wrong)).toBe(false)
    expect(codes.redeem(code)).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { isNearEnd, type ScrollPlace, staysAtEnd } from './at-end.ts'

const VIEW = 400
const at = (top: number, height: number, view = VIEW): ScrollPlace => ({ top, height, view })
const END = at(600, 1000)

describe('a conversation that is kept at its end', () => {
  test.each([
    ['stays there when more has come before the browser tells of its own scrolling', END, at(600, 1500), true],
    ['stays there when a picture above has taken its place', END, at(620, 1300), true],
    ['stays there when what is below takes room', at(600, 1000), at(600, 1000, 250), true],
    ['stays there when it has become shorter', at(900, 1300), at(600, 1000), true],
    ['stays there when it sees more of itself', END, at(500, 1000, 500), true],
    ['is left by going up, however little', END, at(590, 1000), false],
    ['is left by going up while more comes', END, at(590, 1500), false],
  ])('%s', (_, before, now, stays) => {
    expect(staysAtEnd(true, before, now)).toBe(stays)
  })

  test.each([
    ['comes back by going down to its end', at(500, 1000), at(580, 1000), true],
    ['does not come back by going down a little', at(100, 1000), at(200, 1000), false],
    ['does not come back by itself when the end comes closer', at(300, 1000), at(300, 730), false],
  ])('one that was left %s', (_, before, now, stays) => {
    expect(staysAtEnd(false, before, now)).toBe(stays)
  })

  test('the way to the newest line is offered where that is not seen', () => {
    expect([isNearEnd(at(590, 1000)), isNearEnd(at(500, 1000))]).toEqual([true, false])
  })
})

import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { createDiagnoseHere } from './diagnose-here.ts'

const inputOf = (text: string) => ({ network: 'a', file: 'a.hocon', texts: { 'a.hocon': text }, env: {}, networks: [] })
const CALLS = 'tools = [{ name = desk, instructions = help, tools = [clerk] }, { name = clerk, class = clerk.Clerk }]'

describe('diagnosing in the page', () => {
  test('key by key the same is said as of the whole text', () => {
    const diagnose = createDiagnoseHere(() => 0)
    for (const text of [CALLS, CALLS.replace('[clerk]', '[xclerk]'), CALLS.replace('[clerk]', '[clerk'), CALLS])
      expect(diagnose(inputOf(text))).toEqual(readNetwork(inputOf(text)).diagnostics)
  })

  test('where three keys in a row were felt, the next fifty are left to the worker', () => {
    let time = 0
    // The clock is asked before and after each reading; only the first three take time.
    const steps = [0, 7, 0, 7, 0, 7]
    const diagnose = createDiagnoseHere(() => {
      time += steps.shift() ?? 0
      return time
    })
    const said = Array.from({ length: 54 }, () => diagnose(inputOf(CALLS)) !== undefined)
    expect(said).toEqual([true, true, true, ...Array(50).fill(false), true])
  })

  test('a slow key among quick ones changes nothing', () => {
    let time = 0
    const steps = [0, 7, 0, 7, 0, 1, 0, 7, 0, 7]
    const diagnose = createDiagnoseHere(() => {
      time += steps.shift() ?? 0
      return time
    })
    expect(Array.from({ length: 9 }, () => diagnose(inputOf(CALLS)) !== undefined)).toEqual(Array(9).fill(true))
  })
})

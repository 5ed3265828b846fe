import { readNetwork } from '@slyglass/network'
import { expect, test } from 'vitest'
import { pacesOf, speedOf } from './pace.ts'

const network = readNetwork({
  network: 'x',
  file: 'x.hocon',
  texts: {
    'x.hocon': `tools = [
      { name = desk, instructions = "Work.", tools = [quick, plain] }
      { name = quick, class = "a.A", function.description = "Quick.", studio { target_ms = 100, max_ms = 300 } }
      { name = plain, class = "a.B", function.description = "Plain." }
    ]`,
  },
  env: {},
})

test('[U-27] above two seconds is slow and above ten very slow, where the tool says nothing else', () => {
  expect([1999, 2000, 2001, 10_000, 10_001].map((ms) => speedOf(ms))).toEqual([
    'fine',
    'fine',
    'slow',
    'slow',
    'very slow',
  ])
  expect(speedOf(undefined)).toBe('fine')
})

test('[U-27] a tool’s own target and most count for it alone', () => {
  const paces = pacesOf(network)
  expect([90, 150, 301].map((ms) => speedOf(ms, paces.get('quick')))).toEqual(['fine', 'slow', 'very slow'])
  expect(paces.get('plain')).toBeUndefined()
  expect(pacesOf(undefined).size).toBe(0)
})

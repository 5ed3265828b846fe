import { expect, test } from 'vitest'
import { isCommandPrefix } from './command-prefix.ts'

test('[B-55] a prefix of commands holds something and no white space', () => {
  expect([',', '!', '::', ',,'].filter(isCommandPrefix)).toHaveLength(4)
  expect(['', ', ', ' ', 'a b', '\n', '\u00a0'].filter(isCommandPrefix)).toEqual([])
})

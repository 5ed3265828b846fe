import { expect, test } from 'vitest'
import { problemWords } from './problem-words.ts'

test('problems are counted by their weight, and nothing is said of none', () => {
  const [error, warning, hint] = (['error', 'warning', 'hint'] as const).map((severity) => ({ severity }))
  expect(problemWords([warning, error, warning].flatMap((one) => one ?? []))).toBe('1 error, 2 warnings')
  expect(problemWords([hint].flatMap((one) => one ?? []))).toBe('1 hint')
  expect(problemWords([])).toBeUndefined()
})

import { expect, test } from 'vitest'
import { policyWords } from './policy-words.ts'

const rows = (...verdicts: readonly ('allowed' | 'asks' | 'blocked')[]) => verdicts.map((verdict) => ({ verdict }))

test.each([
  [rows('allowed'), 'The one tool that is listed may be called without a question.'],
  [rows('allowed', 'allowed'), 'All 2 tools that are listed may be called without a question.'],
  [rows('allowed', 'asks', 'asks'), 'Of 3 listed tools 2 ask a person first.'],
  [rows('asks', 'blocked', 'allowed'), 'Of 3 listed tools 1 asks a person first, 1 is blocked.'],
])('[U-84] what the rules say is counted in words: %j', (given, words) => {
  expect(policyWords(given)).toBe(words)
})

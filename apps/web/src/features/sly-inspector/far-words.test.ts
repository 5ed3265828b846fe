import { spanId } from '@slyglass/base'
import { expect, test } from 'vitest'
import { farSentence } from './far-words.ts'

const crossing = (boundary: 'to-downstream' | 'from-downstream', ...keys: readonly string[]) => ({
  span: spanId('r.a'),
  boundary,
  peer: 'http://a.example:8080',
  passed: keys.map((key) => ({ key, as: key })),
  withheld: [],
})

test('keys are counted once, each way', () => {
  const crossings = [crossing('to-downstream', 'a', 'b'), crossing('from-downstream', 'a')]
  expect(farSentence({ crossings }, 'a.example:8080')).toBe('2 private values sent to a.example:8080, 1 came back')
  expect(farSentence({ crossings: [] }, 'a.example:8080')).toBe('0 private values sent to a.example:8080, 0 came back')
})

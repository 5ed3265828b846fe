import { expect, test } from 'vitest'
import { evaluate } from './index.ts'

test.each([
  ['a = {} x', 'an object and text cannot be joined; is a comma missing?'],
  ['a = [1] x', 'a list and text cannot be joined; is a comma missing?'],
  ['a = x {}', 'text and an object cannot be joined; is a comma missing?'],
])('%s is told in whole words', (text, message) => {
  const { diagnostics } = evaluate(text, {
    profile: 'spec',
    doc: 'a.hocon',
    read: () => undefined,
    list: () => [],
    env: () => undefined,
  })
  expect(diagnostics.map((one) => one.message)).toContain(message)
})

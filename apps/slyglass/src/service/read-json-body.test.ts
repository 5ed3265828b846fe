import { expect, test } from 'vitest'
import { withoutNaN } from './read-json-body.ts'

test.each([
  ['{"a":NaN,"b":-Infinity,"c":[Infinity]}', '{"a":null,"b":null,"c":[null]}'],
  ['{"a":"NaN \\" NaN","b":NaN}', '{"a":"NaN \\" NaN","b":null}'],
  ['{"NaN":1', '{"NaN":1'],
  ['{"a":"never closed NaN', '{"a":"never closed NaN'],
  ['"ends in \\', '"ends in \\'],
])("Python's own numbers are read as null, outside of texts: %s", (text, expected) => {
  expect(withoutNaN(text)).toBe(expected)
})

test.each([
  ['quotes that never close', `{"${'\\"'.repeat(2_000_000)}`],
  ['backslashes', `{"${'\\'.repeat(2_000_001)}`],
  ['signs', '-'.repeat(2_000_000)],
  ['half words', 'Infinit'.repeat(500_000)],
])('a body full of %s does not hold up the server', (_, text) => {
  const started = performance.now()
  expect(withoutNaN(text)).toBe(text)
  expect(performance.now() - started).toBeLessThan(20_000)
})

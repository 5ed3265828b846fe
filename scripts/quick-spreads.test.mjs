import { expect, test } from 'vitest'
import { quickenSpreads } from './quick-spreads.mjs'

const quick = (text) => quickenSpreads('a.ts', text)

test('a literal that begins with a spread begins with a spread of nothing', () => {
  expect(quick('const a = { ...b, c }')).toBe('const a = { ...undefined, ...b, c }')
  expect(quick('const a = (x: X) => ({\n  ...x,\n  ...y,\n})')).toBe(
    'const a = (x: X) => ({\n  ...undefined, ...x,\n  ...y,\n})',
  )
})

test('one inside of another is found, also behind letters of more than one byte', () => {
  expect(quick('say("Ångström – 🦊"); f({ ...a, b: { ...c, d: { ...e } } })')).toBe(
    'say("Ångström – 🦊"); f({ ...undefined, ...a, b: { ...undefined, ...c, d: { ...e } } })',
  )
})

test('what is no such literal stays as it is', () => {
  for (const text of [
    'const { ...all } = b',
    'const { a, ...others } = b',
    'const copy = { ...b }',
    'const a = { b, ...c }',
    'const a = f([...b, c], ...d)',
    'const text = `{ ...b, c }`',
    '// { ...b, c }\nconst a = "{ ...b, c }"',
  ])
    expect(quick(text)).toBe(text)
})

test('a source that cannot be read is left to the compiler', () => {
  expect(quick('const a = { ...b, c')).toBe('const a = { ...b, c')
})

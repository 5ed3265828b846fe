import { expect, test } from 'vitest'
import { SHORTCUTS, spellKeys } from './shortcuts.ts'

test('no key does two things in one place', () => {
  for (const { where, shortcuts } of SHORTCUTS) {
    const keys = shortcuts.flatMap((one) => one.keys)
    expect([where, keys.length]).toEqual([where, new Set(keys).size])
  }
})

test('keys are spelled as they are printed on the keyboard', () => {
  expect(spellKeys('Mod Shift Z', true)).toBe('⌘ Shift Z')
  expect(spellKeys('Mod Shift Z', false)).toBe('Ctrl Shift Z')
  expect(spellKeys('Shift Alt F', true)).toBe('Shift ⌥ F')
})

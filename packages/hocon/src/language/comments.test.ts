import { applyTextEdits } from '@slyglass/base'
import { expect, test } from 'vitest'
import { parseDocument } from '../index.ts'
import { toggleComments } from './index.ts'

const toggled = (text: string, from: number, to: number) => {
  const edits = toggleComments(text, parseDocument(text, 'neuro-san').root, { from, to })
  return edits.ok ? applyTextEdits(text, edits.value) : edits.error.code
}

test.each([
  ['a {\n  b = 1\n\n    c = 2\n}\n', 6, 18, 'a {\n  # b = 1\n\n  #   c = 2\n}\n'],
  ['a = 1\r\nb = 2\r\n', 0, 0, '# a = 1\r\nb = 2\r\n'],
  ['a = """x\ny"""\nb = 1\n', 0, 12, '# a = """x\n# y"""\nb = 1\n'],
])('lines of %j become comments, and lines again', (text, from, to, expected) => {
  expect(toggled(text, from, to)).toBe(expected)
  expect(toggled(expected, from, to + 4)).toBe(text)
})

test('a text over several lines is not cut', () => {
  expect(toggled('a = """x\ny"""\nb = 1\n', 0, 3)).toBe('cuts-text')
  expect(toggled('a = 1\n\n', 6, 6)).toBe('a = 1\n\n')
})

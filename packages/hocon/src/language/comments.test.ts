import { applyTextEdits } from '@slyglass/base'
import { expect, test } from 'vitest'
import { parseDocument } from '../index.ts'
import { toggleComments } from './index.ts'

/** `<|>` stands for the cursor, or twice for both ends of what is selected. */
function toggled(marked: string): string {
  const [before = '', inside = '', ...rest] = marked.split('<|>')
  const text = marked.replaceAll('<|>', '')
  const range = { from: before.length, to: before.length + (rest.length === 0 ? 0 : inside.length) }
  const edits = toggleComments(text, parseDocument(text, 'neuro-san').root, range)
  return edits.ok ? applyTextEdits(text, edits.value) : edits.error.code
}

test.each([
  ['one line', '<|>a = 1\r\nb = 2\r\n', '# a = 1\r\nb = 2\r\n'],
  ['one line, from its middle', 'a {\n  b <|>= 1\n}\n', 'a {\n  # b = 1\n}\n'],
  [
    'several lines, at the smallest indent',
    'a {\n  b<|> = 1\n\n    c<|> = 2\n}\n',
    'a {\n  # b = 1\n\n  #   c = 2\n}\n',
  ],
  ['a selection that ends before a line', '<|>a = 1\n<|>b = 2\n', '# a = 1\nb = 2\n'],
  ['a text over several lines as a whole', '<|>a = """x\ny"""<|>\nb = 1\n', '# a = """x\n# y"""\nb = 1\n'],
  ['a comment inside the selection too', '<|># x\na = 1<|>\n', '# # x\n# a = 1\n'],
])('comments %s out', (_, marked, expected) => {
  expect(toggled(marked)).toBe(expected)
})

test.each([
  ['one line', '<|># a = 1\r\nb = 2\r\n', 'a = 1\r\nb = 2\r\n'],
  ['several lines', 'a {\n  <|># b = 1\n\n  #   c = 2<|>\n}\n', 'a {\n  b = 1\n\n    c = 2\n}\n'],
  ['a text over several lines', '<|># a = """x\n# y"""<|>\nb = 1\n', 'a = """x\ny"""\nb = 1\n'],
  ['one step only', '<|># # x\n# a = 1<|>\n', '# x\na = 1\n'],
])('takes %s in again', (_, marked, expected) => {
  expect(toggled(marked)).toBe(expected)
})

test.each([
  ['half of a text over several lines', '<|>a = """x<|>\ny"""\nb = 1\n', 'cuts-text'],
  ['an empty line', 'a = 1\n<|>\n', 'a = 1\n\n'],
])('leaves %s', (_, marked, expected) => {
  expect(toggled(marked)).toBe(expected)
})

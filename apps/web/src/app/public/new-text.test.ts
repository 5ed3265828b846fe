import { expect, test } from 'vitest'
import { newTextOf } from './new-text.ts'

const DOC = 'a.hocon'

test('the longest new text is found where it stands after the edits before it, without its space', () => {
  const text = 'tools = ["a"]\n[ ]'
  const edits = [
    { doc: DOC, from: 12, to: 12, text: ', "b"' },
    { doc: DOC, from: 15, to: 16, text: '\n  { name = b }\n' },
  ]
  const after = `${text.slice(0, 12)}, "b"${text.slice(12, 15)}\n  { name = b }\n${text.slice(16)}`
  const found = newTextOf(edits)
  expect(found?.doc).toBe(DOC)
  expect(after.slice(found?.from, found?.to)).toBe('{ name = b }')
})

test('edits of other documents do not move it, and edits that only take away bring no text', () => {
  expect(
    newTextOf([
      { doc: 'b.hocon', from: 0, to: 0, text: 'x' },
      { doc: DOC, from: 4, to: 4, text: 'longer' },
    ]),
  ).toEqual({ doc: DOC, from: 4, to: 10 })
  expect(newTextOf([{ doc: DOC, from: 0, to: 3, text: '' }])).toBeUndefined()
  expect(newTextOf([])).toBeUndefined()
})

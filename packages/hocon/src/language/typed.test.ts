import { applyTextEdits } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf } from '../index.ts'
import { marked } from '../testing/marked.ts'
import { typedEdits } from './index.ts'

/** What stands before the cursor was just typed. */
const after = (typed: string) => {
  const { text, offset } = marked(typed)
  return applyTextEdits(text, typedEdits(text, offset))
}

describe('while typing', () => {
  test.each([
    ['a {\n  b   =  1\n  <|>\n}\n', 'a {\n  b = 1\n  \n}\n', 'a line that is ended takes its form'],
    ['a {\r\n  b   =  1  \r\n<|>\r\n}\r\n', 'a {\r\n  b = 1\r\n\r\n}\r\n', 'line ends stay'],
    [
      'a {\n b   =  1\n <|>c   = 2\n   d = 3\n}\n',
      'a {\n b = 1\n c   = 2\n   d = 3\n}\n',
      'lines stay where they begin',
    ],
    [
      'a {\n   b {\n  c = 1\n }<|>\n}\n',
      'a {\n   b {\n  c = 1\n   }\n}\n',
      'a brace goes under its own line, not to a rule',
    ],
    ['a {\n  b {\n  }<|> # \tc\n}\n', 'a {\n  b {\n  } # \tc\n}\n', 'a tab behind it stays in its column'],
    ['a {\n  b {\n    c = 1\n    }<|>\n}\n', 'a {\n  b {\n    c = 1\n  }\n}\n', 'a brace goes under its line'],
    ['a = [\n  1\n  ]<|>\nb   = 2\n', 'a = [\n  1\n]\nb   = 2\n', 'a bracket too, and other lines stay'],
    ['a   = [1]<|> # c\n', 'a = [1] # c\n', 'its line takes its form up to it'],
    ['a = "x ]<|>  y"\n', 'a = "x ]  y"\n', 'a bracket in a text is none'],
    ['a = """\n   x\n   <|>\n"""\n', 'a = """\n   x\n   \n"""\n', 'a text over several lines stays'],
    ['a   =  b<|>\n', 'a   =  b\n', 'other characters do nothing'],
    ['a {\n  b   =\n}<|>\n}\n', 'a {\n  b   =\n}\n}\n', 'a broken text stays'],
  ])('%j becomes %j: %s', (typed, expected) => {
    expect(after(typed)).toBe(expected)
  })

  test('nothing but blanks of at most two lines changes, wherever the cursor is', () => {
    const text = 'a {\n b   = [ 1,\n2 ]\n\n\n c{d:1}\n  }\ne   = "x"  "y"\n'
    const value = (one: string) => jsonOf(evaluate(one, { profile: 'neuro-san', doc: 'a' }).value)
    fc.assert(
      fc.property(fc.nat(text.length), (offset) => {
        const edits = typedEdits(text, offset)
        const changed = applyTextEdits(text, edits)
        expect(value(changed)).toEqual(value(text))
        const [first, last] = [edits[0]?.from ?? 0, edits.at(-1)?.to ?? 0]
        expect(text.slice(first, last).split('\n').length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

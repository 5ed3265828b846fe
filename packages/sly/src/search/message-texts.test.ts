import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { messageTexts } from './message-texts.ts'

const STRING = /"((?:\\[\s\S]|[^"\\])*\\?)"?(?=([ \n\r\t]*:)?)/g

/** The same from one expression over the text. */
function textsByExpression(source: string): readonly (readonly [number, number])[] {
  let isText = false
  return [...source.matchAll(STRING)].flatMap(({ index, 1: inner = '', 2: colon }) => {
    if (colon !== undefined) isText = ['content', 'text', 'arguments', 'output'].includes(inner)
    return isText && colon === undefined ? [[index + 1, index + 1 + inner.length] as const] : []
  })
}

test('[M2.3] the texts of a request are those of its content, text, arguments and output, whatever stands around them', () => {
  const piece = fc.constantFrom(
    ...['"content"', '"text"', '"arguments"', '"output"', '"role"', '"texts"', '"tex"', '"a longer name than any"'],
    ...[':', ' \n: ', '"', '\\', '\\"', 'said', '"so it is"', '""', ',', '[{', '}]', '"x\\\\"', '7'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = `{"messages":[${pieces.join('')}`
      expect(messageTexts(utf8(source), source)).toEqual(textsByExpression(source))
    }),
    { numRuns: 2_000 },
  )
  expect(messageTexts(utf8('{"content":"a"}'), '{"content":"a"}')).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBase64Runs } from './base64-runs.ts'
import { utf8 } from './bytes.ts'

const RUN = /[\w+/-]+(?:(?:[\n\r]|\\+[nr])*(?:\\+(?=\/))?[\w+/-]+)*/g

/** The same from one expression over the text. */
function runsByExpression(text: string) {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const letters = run.replace(/\\+[nr]|\\+(?=\/)|[\n\r]/g, '')
    const padding = /^={0,2}/.exec(text.slice(index + run.length))?.[0].length ?? 0
    const bytes = [...Buffer.from(letters, 'base64')]
    return letters.length < 20 ? [] : [{ start: index, end: index + run.length + padding, bytes }]
  })
}

test('[M2.3] a run of base64 is twenty letters or more, with breaks of lines in any spelling between them', () => {
  const piece = fc.constantFrom(
    ...['QUJD', 'word', 'a', 'n', 'r', '/', '+-_', 'QUJDREVGR0hJSktMTU5P', '0123456789'],
    ...['\n', '\r\n', '\\n', '\\\\r\\\\n', '\\/', '\\', '\\t', '=', '==', ' ', '"', '.'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const found = findBase64Runs(utf8(text), text.length).map((run) => ({ ...run, bytes: [...run.bytes] }))
      expect(found).toEqual(runsByExpression(text))
    }),
    { numRuns: 2_000 },
  )
})

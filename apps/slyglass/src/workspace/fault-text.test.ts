import type { Diagnostic } from '@slyglass/network'
import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

const fault = (doc: string, from: number): Diagnostic => ({
  ...{ code: 'x', severity: 'error', message: 'it is wrong', at: { doc, from, to: from + 1 }, fixes: [] },
})

test.each([
  ['a.hocon', 0, 'a.hocon:1:1: it is wrong'],
  ['a.hocon', 4, 'a.hocon:2:2: it is wrong'],
  ['a.hocon', 8, 'a.hocon:3:2: it is wrong'],
  ['gone.hocon', 8, 'gone.hocon: it is wrong'],
])('a fault in %s at %i is told with its place', (doc, from, line) => {
  expect(faultText({ documents: [{ path: 'a.hocon', text: 'ab\ncd\r\nef' }] }, fault(doc, from))).toBe(line)
})

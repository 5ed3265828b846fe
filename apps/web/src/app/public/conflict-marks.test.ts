import type { Diagnostic } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from '../../documents/index.ts'
import { tellConflictMarks } from './conflict-marks.ts'

const fault = (doc: string): Diagnostic => ({
  code: 'syntax-expected',
  severity: 'error',
  message: 'a value is expected',
  at: { doc, from: 0, to: 1 },
  fixes: [],
})

describe('marks of a conflict', () => {
  test('what a merge leaves is one problem, in place of the faults that the marks make', () => {
    const { text, conflicts } = mergeTexts('a = 1\nb = 2\n', 'a = 5\nb = 2\n', 'a = 7\nb = 2\n')
    expect(conflicts).toBe(1)
    const [only, ...rest] = tellConflictMarks([fault('x.hocon'), fault('x.hocon')], { 'x.hocon': text })
    expect(rest).toEqual([])
    expect(only).toMatchObject({ code: 'conflict-marks', severity: 'error', at: { doc: 'x.hocon', from: 0, to: 16 } })
    expect(only?.message).toMatch(/^3 conflict marks are left\. /)
  })

  test('problems of other documents stay, after the marks', () => {
    const told = tellConflictMarks([fault('y.hocon')], { 'x.hocon': 'a = 1\r\n>>>>>>> on disk\r\n', 'y.hocon': 'b' })
    expect(told.map(({ code }) => code)).toEqual(['conflict-marks', 'syntax-expected'])
    expect(told[0]?.message).toMatch(/^1 conflict mark is left/)
  })

  test('a line of equal signs alone is no mark', () => {
    const diagnostics = [fault('x.hocon')]
    expect(tellConflictMarks(diagnostics, { 'x.hocon': 'Title\n=======\n' })).toEqual(diagnostics)
  })
})

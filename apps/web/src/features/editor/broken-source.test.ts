import { describe, expect, test } from 'vitest'
import type { Preflight } from '../../app/public/studio.ts'
import { LineTable } from '../../documents/index.ts'
import { brokenSource } from './broken-source.ts'

const FILE = 'coded_tools/fees.py'
const TEXT = 'def fee():\n    return "4\n'
const preflight = (broken?: { line: number; reason: string }): Pick<Preflight, 'tools'> => ({
  tools: [
    {
      entry: 'fee',
      className: 'fees.Fees',
      file: FILE,
      tried: [],
      shadowed: [],
      slyKeys: [],
      ...(broken && { broken }),
    },
  ],
})
const broken = { line: 2, reason: 'SyntaxError: unterminated string literal' }

describe('a tool file that cannot be read', () => {
  test('is marked in its own text, over the whole of its line', () => {
    const [fault, ...others] = brokenSource(preflight(broken), FILE, new LineTable(TEXT), false)
    expect(others).toEqual([])
    expect(fault).toMatchObject({ severity: 'error', message: expect.stringContaining(broken.reason) })
    expect(TEXT.slice(fault?.at.from, fault?.at.to)).toBe('    return "4')
  })

  test('is not marked where the text is not what the server read, in other files, or when nothing is wrong', () => {
    const lines = new LineTable(TEXT)
    expect(brokenSource(preflight(broken), FILE, lines, true)).toEqual([])
    expect(brokenSource(preflight(broken), 'coded_tools/other.py', lines, false)).toEqual([])
    expect(brokenSource(preflight(), FILE, lines, false)).toEqual([])
    expect(brokenSource(undefined, FILE, lines, false)).toEqual([])
  })
})

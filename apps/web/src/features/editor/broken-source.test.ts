import { describe, expect, test } from 'vitest'
import type { Preflight } from '../../app/public/studio.ts'
import { LineTable } from '../../documents/index.ts'
import { brokenSource } from './broken-source.ts'

const FILE = 'coded_tools/fees.py'
const TEXT = 'def fee():\n    return "4\n'
const preflight = (...broken: readonly { file: string; line: number; reason: string }[]): Pick<Preflight, 'tools'> => ({
  tools: [
    {
      entry: 'fee',
      className: 'fees.Fees',
      file: FILE,
      tried: [],
      shadowed: [],
      slyKeys: [],
      ...(broken.length > 0 && { broken }),
    },
  ],
})
const broken = { file: FILE, line: 2, reason: 'SyntaxError: unterminated string literal' }

const uses = 'coded_tools/rates.py'

describe('a tool file that cannot be read or loaded', () => {
  test('is marked in its own text, over the whole of its line', () => {
    const [fault, ...others] = brokenSource(preflight(broken), FILE, new LineTable(TEXT), false)
    expect(others).toEqual([])
    expect(fault).toMatchObject({ severity: 'error', message: expect.stringContaining(broken.reason) })
    expect(TEXT.slice(fault?.at.from, fault?.at.to)).toBe('    return "4')
  })

  test('is marked once in a line that fails for several tools, and the file that it uses in its own line', () => {
    const inner = { file: uses, line: 1, reason: 'ImportError: no rates.' }
    const { tools } = preflight({ ...broken, line: 1 }, inner)
    const both = { tools: [...tools, ...preflight(inner).tools] }
    const lines = new LineTable(TEXT)
    expect(brokenSource(both, uses, lines, false).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^ImportError: no rates\. The last version/),
    ])
    expect(brokenSource(both, FILE, lines, false)).toMatchObject([{ at: { from: 0, to: 10 } }])
  })

  test('is not marked where the text is not what the server read, in other files, or when nothing is wrong', () => {
    const lines = new LineTable(TEXT)
    expect(brokenSource(preflight(broken), FILE, lines, true)).toEqual([])
    expect(brokenSource(preflight(broken), 'coded_tools/other.py', lines, false)).toEqual([])
    expect(brokenSource(preflight(), FILE, lines, false)).toEqual([])
    expect(brokenSource(undefined, FILE, lines, false)).toEqual([])
  })
})

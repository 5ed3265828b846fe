import type { HostReply } from '@slyglass/runtime'
import { describe, expect, test } from 'vitest'
import { brokenLines } from './broken-lines.ts'

const root = '/home/ada/desk'
const sly = { set: {}, del: [], opaque: {} }
const facts = { sly, text: '', reads: undefined, abandoned: false, synchronous: false }
const failed = (detail: string, code = 'class-not-found'): HostReply => ({
  ...facts,
  ok: false,
  failure: { code, message: 'it was not found', detail },
})
const held = (...warnings: readonly string[]): HostReply => ({ ...facts, ok: true, value: 'null', warnings })
const HELD = 'The file as it is saved does not work, so its last version that did is used. '

describe('the lines that keep a tool from loading', () => {
  test('are those of each file on the way to what failed, the innermost first', () => {
    const python = [
      'Traceback (most recent call last):',
      '  File "/opt/host/resolve.py", line 60, in _search',
      '  File "/home/ada/desk/coded_tools/a.py", line 3, in <module>',
      '    from .rates import RATE',
      '  File "/home/ada/desk/coded_tools/rates.py", line 1, in <module>',
      '    import gone',
      "ModuleNotFoundError: No module named 'gone'",
    ].join('\n')
    expect(brokenLines(failed(python), root)).toEqual([
      { file: 'coded_tools/rates.py', line: 1, reason: "ModuleNotFoundError: No module named 'gone'" },
      {
        file: 'coded_tools/a.py',
        line: 3,
        reason: "ModuleNotFoundError: No module named 'gone' (in coded_tools/rates.py, line 1)",
      },
    ])
    const node = [
      'Error: no licence',
      '    at open (/home/ada/desk/coded_tools/rates.ts:2:7)',
      '    at <anonymous> (/home/ada/desk/coded_tools/a.ts:5:1)',
      '    at <anonymous> (/home/ada/desk/coded_tools/a.ts:9:1)',
    ].join('\n')
    expect(brokenLines(failed(node), root)).toEqual([
      { file: 'coded_tools/rates.ts', line: 2, reason: 'Error: no licence' },
      { file: 'coded_tools/a.ts', line: 5, reason: 'Error: no licence (in coded_tools/rates.ts, line 2)' },
    ])
  })

  test('are all that a bundler names', () => {
    const said = [
      'Build failed with 2 errors:',
      'coded_tools/a.ts:1:14: ERROR: [plugin: packages] Could not resolve "gone"',
      'coded_tools/b.ts:7:0: ERROR: No matching export in "coded_tools/c.ts" for import "C"',
    ].join('\n')
    const lines = [
      { file: 'coded_tools/a.ts', line: 1, reason: 'Could not resolve "gone"' },
      { file: 'coded_tools/b.ts', line: 7, reason: 'No matching export in "coded_tools/c.ts" for import "C"' },
    ]
    expect(brokenLines(failed(said), root)).toMatchObject(lines)
    expect(brokenLines(held(`${HELD}${said}`), root)).toMatchObject(lines)
  })

  test('stand in the warning where an older version is in use', () => {
    const said = `${HELD}coded_tools/rates.py:4: ValueError: a rate is missing`
    expect(brokenLines(held('another warning: 3', said, said), root)).toEqual([
      { file: 'coded_tools/rates.py', line: 4, reason: 'ValueError: a rate is missing' },
    ])
  })

  test('are none of the project when it loads, when nothing of the project is to blame, or when it was not tried to its end', () => {
    const outside = 'Traceback (most recent call last):\n  File "/opt/host/resolve.py", line 60\nOSError: full'
    for (const reply of [undefined, held(), held('an odd word'), failed(outside), failed('')])
      expect(brokenLines(reply, root)).toEqual([])
    expect(brokenLines(failed('  File "/home/ada/desk/coded_tools/a.py", line 3\nX', 'cancelled'), root)).toEqual([])
  })
})

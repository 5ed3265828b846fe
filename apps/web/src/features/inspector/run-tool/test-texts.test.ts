import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Json, JsonNumber } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { type SavedCall, testFileOf, withTest } from './test-texts.ts'

const CALL: SavedCall = {
  tool: 'peek',
  file: 'coded_tools/errands.ts',
  className: 'errands.Peek',
  args: new Map<string, Json>([['drawer', 'left "one"']]),
  keys: ['owner'],
  expected: { kind: 'result', value: '{"drawer": "left", "by": "⟨sly:owner⟩"}' },
}

describe('a call as a test', () => {
  test('lies beside the source, under a name that is run as a test', () => {
    expect(testFileOf('coded_tools/basic/quote.ts')).toBe('coded_tools/basic/quote.saved.test.ts')
    expect(testFileOf('coded_tools/basic/shelf.py')).toBe('coded_tools/basic/test_shelf_saved.py')
  })

  test('expects what came, with stand-ins in place of private values', () => {
    const text = withTest('', CALL)
    expect(text).toContain(
      'runTool(toolOf(Peek), {"drawer":"left \\"one\\""}, testContext({ slyData: {"owner":"test value of owner"} }))',
    )
    expect(text).toContain('assert.deepEqual(JSON.parse(told.text), {"drawer": "left", "by": "test value of owner"})')
    const words = withTest('', { ...CALL, keys: [], expected: { kind: 'result', value: '"Sunny"' } })
    expect(words).toContain('assert.equal(told.text, "Sunny")')
  })

  test('is added to those that were saved before, with a number of its own', () => {
    const twice = withTest(withTest('', CALL), { ...CALL, expected: { kind: 'failed', words: '"it is shut"' } })
    expect(twice.match(/^import .*node:test/gm)).toHaveLength(1)
    expect(twice.match(/^test\(.*$/gm)).toEqual([
      'test("peek, saved call 1", async () => {',
      'test("peek, saved call 2", async () => {',
    ])
    expect(twice).toContain('assert.equal(told.reason, "\\"it is shut\\"")')
    expect(withTest('', { ...CALL, expected: { kind: 'raised' } })).toContain('await assert.rejects(runTool(')
  })

  test('in Python is what unittest runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'slyglass-saved-'))
    try {
      const tool = `class Adder:\n    async def async_invoke(self, args, sly_data):\n        if "n" not in args:\n            raise ValueError("n")\n        return {"sum": args["n"] + 1, "by": sly_data["who"]}\n`
      const call: SavedCall = { ...CALL, tool: 'add-one', file: 'adder.py', className: 'adder.Adder', keys: ['who'] }
      const args = new Map<string, Json>([['n', new JsonNumber('1')]])
      const good = withTest('', {
        ...call,
        args,
        expected: { kind: 'result', value: '{"sum": 2, "by": "⟨sly:who⟩"}' },
      })
      const both = withTest(good, { ...call, args: new Map(), expected: { kind: 'raised' } })
      writeFileSync(join(folder, 'adder.py'), tool)
      writeFileSync(join(folder, '__init__.py'), '')
      writeFileSync(join(folder, testFileOf('adder.py')), both)
      const name = folder.split('/').at(-1) ?? ''
      const ran = spawnSync('python3', ['-m', 'unittest', `${name}.test_adder_saved`], { cwd: join(folder, '..') })
      expect(String(ran.stderr)).toContain('Ran 2 tests')
      expect(String(ran.stderr)).toContain('OK')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

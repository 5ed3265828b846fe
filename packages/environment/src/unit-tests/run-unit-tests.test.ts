import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPython } from '../find-python.ts'
import type { HostAssets } from '../options.ts'
import { devAssets } from '../testing/dev-assets.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import { runUnitTests } from './run-unit-tests.ts'

let assets: HostAssets
let root = ''
beforeAll(async () => {
  assets = await devAssets()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-unit-')))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function run(path: string, text: string, more: { timeoutMs?: number; python?: false } = {}) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const missing = { found: false, tried: [], hint: 'Install it.' } as const
  return runUnitTests(file, {
    assets,
    cacheFolder: join(root, '.cache'),
    sources: { projectRoot: root, toolRoots: [join(root, 'coded_tools')], pythonPath: [root], network: '' },
    env: { ...process.env, OPENAI_API_KEY: 'sk-secret' },
    projectEnv: { CITY: 'Oslo' },
    python: more.python === false ? missing : await findPython(),
    timeoutMs: more.timeoutMs ?? 60_000,
    signal: new AbortController().signal,
  })
}

const rows = (tests: Awaited<ReturnType<typeof run>>['tests']) => tests.map(({ outcome, name }) => `${outcome} ${name}`)

describe('unit tests of TypeScript tools', () => {
  test('[U-61] are run by Node’s runner, with what tools import', async () => {
    writeFileSync(join(root, 'tool.ts'), 'export const double = (n: number): number => n * 2\n')
    const { tests, output } = await run(
      'tool.test.ts',
      `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineTool, fail, runTool } from 'slyglass'
import { assertCalled, errorTool, failingTool, mockTool, slowTool, spyTool, testContext } from 'slyglass/testing'
import { double } from './tool.ts'
describe('a tool', () => {
  test('adds', async () => {
    const tool = defineTool({ name: 'add', execute: ({ n }) => (n === undefined ? fail('n is missing') : double(Number(n))) })
    assert.equal((await runTool(tool, { n: 2 }, testContext())).text, '4')
    assert.equal((await runTool(tool, {}, testContext())).reason, '"n is missing"')
  })
  test('has stand-ins', async () => {
    const spy = spyTool('save')
    await runTool(spy.tool, { id: 1 }, testContext())
    assertCalled(spy, { id: 1 })
    assert.equal((await runTool(mockTool('m', { a: 1 }), {}, testContext())).text, '{"a":1}')
    assert.equal((await runTool(errorTool('e', 'no'), {}, testContext())).ok, false)
    await assert.rejects(runTool(failingTool('f'), {}, testContext()))
    assert.equal((await runTool(slowTool('s', 9, 'late', async () => undefined), {}, testContext())).text, 'late')
  })
  test('goes wrong', () => assert.equal(double(1), 3))
  test.skip('later', () => undefined)
})
test('sees its place and what tools see', () => {
  console.log('said by the test')
  assert.match(import.meta.url, /tool\\.test\\.ts$/)
  assert.equal(process.env.CITY, 'Oslo')
  assert.equal(process.env.OPENAI_API_KEY, undefined)
})
`,
    )
    expect(rows(tests)).toEqual([
      'passed a tool > adds',
      'passed a tool > has stand-ins',
      'failed a tool > goes wrong',
      'skipped a tool > later',
      'passed sees its place and what tools see',
    ])
    expect(tests[2]?.fault).toContain('tool.test.ts')
    expect(output).toContain('said by the test')
  })

  test('a file that does not compile, throws or holds no test is told as such', async () => {
    const broken = await run('broken.test.ts', 'const = 1\n')
    expect(broken.tests).toMatchObject([{ outcome: 'failed', fault: expect.stringContaining('broken.test.ts') }])
    const thrown = await run('thrown.test.ts', "throw new Error('out of luck')\n")
    expect(thrown.tests).toMatchObject([{ outcome: 'failed', fault: expect.stringContaining('out of luck') }])
    expect((await run('none.test.ts', 'export {}\n')).tests).toMatchObject([{ outcome: 'skipped' }])
  })

  test('a test that never ends is ended, with what it started', async () => {
    const text = `import { spawn } from 'node:child_process'
import { test } from 'node:test'
spawn('sleep', ['300.7707'])
test('hangs', () => new Promise(() => setInterval(() => undefined, 1000)))
`
    const { tests } = await run('hang.test.ts', text, { timeoutMs: 4000 })
    expect(tests).toMatchObject([{ outcome: 'failed', fault: expect.stringContaining('did not end within 4 s') }])
    expect(await comesTrue(() => processesWith('300.7707').length === 0)).toBe(true)
  })
})

describe('unit tests of Python tools', () => {
  test('[U-61] are run by unittest in the chosen interpreter, with neuro-san’s interfaces', async () => {
    writeFileSync(join(root, 'doubled.py'), 'def double(n):\n    return n * 2\n')
    const { tests } = await run(
      'test_doubled.py',
      `import os, unittest
from neuro_san.interfaces.coded_tool import CodedTool
from doubled import double
class Doubles(unittest.IsolatedAsyncioTestCase):
    async def test_a_runs(self):
        self.assertEqual(double(2), 4)
        self.assertEqual(os.environ["CITY"], "Oslo")
        self.assertNotIn("OPENAI_API_KEY", os.environ)
    def test_b_fails(self):
        self.assertEqual(double(1), 3)
    @unittest.skip("later")
    def test_c_waits(self):
        pass
    def test_d_has_parts(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(n, 1)
class Set(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no database")
    def test_never(self):
        pass
`,
    )
    expect(rows(tests)).toEqual([
      'passed Doubles.test_a_runs',
      'failed Doubles.test_b_fails',
      'skipped Doubles.test_c_waits',
      'failed Doubles.test_d_has_parts',
      expect.stringMatching(/^failed setUpClass/),
    ])
    expect(tests[1]?.fault).toContain('AssertionError: 2 != 3')
    expect(tests[4]?.fault).toContain('no database')
  })

  test('a file that cannot be loaded, or an interpreter that is missing, is one failure', async () => {
    const broken = await run('test_broken.py', 'import nothing_of_the_kind\n')
    expect(broken.tests).toMatchObject([{ outcome: 'failed', fault: expect.stringContaining('nothing_of_the_kind') }])
    expect((await run('test_none.py', 'def test_x(): pass\n')).tests).toMatchObject([{ outcome: 'skipped' }])
    const without = await run('test_any.py', '', { python: false })
    expect(without.tests).toMatchObject([{ outcome: 'failed', fault: 'There is no Python to run it. Install it.' }])
  })
})

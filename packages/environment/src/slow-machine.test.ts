// Programs that are tried out on a machine that does much besides.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { checkSource, hasBubblewrap } from './index.ts'
import { writeProject } from './testing/index.ts'

/** A program that does what the shell says. */
function program(name: string, script: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'slyglass-slow-')), name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

const atOnce = { concurrent: true }

test.skipIf(process.platform !== 'linux')(
  'bubblewrap that answers late is no missing bubblewrap',
  atOnce,
  async ({ expect }) => {
    const bwrap = program('bwrap', '/bin/sleep 6')
    expect(await hasBubblewrap({ PATH: join(bwrap, '..') })).toBe(true)
  },
)

test.skipIf(process.platform === 'win32')(
  'a Python that reads late still says what is wrong with a file',
  atOnce,
  async ({ expect }) => {
    const root = writeProject({ 'a.py': 'class (:\n' })
    const python = program('python', '/bin/sleep 11; echo "line 1: SyntaxError: invalid syntax"')
    expect(await checkSource(join(root, 'a.py'), 'python', python)).toBe('line 1: SyntaxError: invalid syntax')
  },
)

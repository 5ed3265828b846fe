import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root, sourcePrint } from './ensure.mjs'

const folder = mkdtempSync(join(tmpdir(), 'slyglass-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const startOn = (version) => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } }); import(${JSON.stringify(join(root, 'scripts/start.mjs'))})`
  return spawnSync(process.execPath, ['-e', code, '--', '--version'], { encoding: 'utf8' })
}

describe('npm start', () => {
  test.each(['12.22.0', '18.20.4', '20.18.3'])('[S-43] on Node %s it says in one line what it needs', (version) => {
    const { status, stdout, stderr } = startOn(version)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `Slyglass needs Node 20.19 or newer; this is Node ${version}. Get it from https://nodejs.org/\n`,
    )
  })
})

describe('what a build is known by', () => {
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    utimesSync(join(folder, path), 1_000, 1_000)
  }
  const changed = (change) => {
    const before = sourcePrint(folder)
    change()
    return sourcePrint(folder) !== before
  }

  test('a source that is new, other or gone makes another build', () => {
    expect(changed(() => put('packages/base/src/a.ts', '1'))).toBe(true)
    expect(changed(() => put('packages/base/src/a.ts', '22'))).toBe(true)
    expect(changed(() => utimesSync(join(folder, 'packages/base/src/a.ts'), 2_000, 2_000))).toBe(true)
    expect(changed(() => put('samples/studio/x.hocon', ''))).toBe(true)
    expect(changed(() => put('pnpm-lock.yaml', ''))).toBe(true)
    expect(changed(() => rmSync(join(folder, 'packages/base/src/a.ts')))).toBe(true)
  })

  test('tests, notes and what was installed or built do not', () => {
    for (const path of [
      'packages/base/src/a.test.ts',
      'apps/x/test/y.ts',
      'apps/x/README.md',
      'apps/x/dist/z.js',
      'packages/b/node_modules/m.js',
      'docs/a.ts',
    ])
      expect([path, changed(() => put(path, '1'))]).toEqual([path, false])
  })
})

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { measureFile } from './check-budgets.mjs'
import { checkFile, checkPorts, checkTree } from './check-imports.mjs'
import { DEBT, TABLE } from './import-table.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const why = (file, text) => checkFile(root, file, text).map((breach) => breach.why)

describe('import table', () => {
  test('the tree keeps the table, without debt', () => {
    expect(checkTree(root)).toEqual([])
    expect(DEBT).toEqual([])
  })

  test('a forbidden import is caught, whichever way it is written', () => {
    const file = 'apps/web/src/features/chat/x.ts'
    for (const text of [
      `import { createVault } from '@slyglass/sly'`,
      `import type { SlyVault } from '@slyglass/sly'`,
      `export { createVault } from '@slyglass/sly'`,
      `const sly = import('@slyglass/sly')`,
    ]) {
      expect(why(file, text)).toEqual(['apps/web/src/features/chat may not import sly'])
    }
  })

  test('the page can reach no runtime, vault, model adapter or host', () => {
    for (const name of ['runtime', 'sly', 'tools', 'models', 'environment', 'run-store']) {
      expect(why('apps/web/src/app/x.ts', `import '@slyglass/${name}'`)).toHaveLength(1)
    }
  })

  test('only runtime and the composition root import the vault', () => {
    const holders = TABLE.filter((rule) => rule.may.includes('sly')).map((rule) => rule.folder)
    expect(holders).toEqual(['packages/runtime', 'apps/slyglass'])
  })

  test('features do not import each other, and nobody reaches into a package', () => {
    expect(why('apps/web/src/features/chat/x.ts', `import '../trace/y.ts'`)).toEqual([
      'feature chat imports feature trace',
    ])
    expect(why('packages/network/src/x.ts', `import '../../hocon/src/lexer.ts'`)).toEqual([
      'reaches out of packages/network by a relative path',
    ])
    expect(why('packages/network/src/x.ts', `import '@slyglass/hocon/src/lexer.ts'`)).toEqual([
      'reaches into the sources of a package; import its public name',
    ])
  })

  test('pure packages use no Node module, clock, chance, timer or transport', () => {
    expect(why('packages/runtime/src/x.ts', `import 'node:fs'`)).toEqual([
      `packages/runtime may not use Node's node:fs`,
    ])
    const text = 'const a = Date.now(); const b = Math.random(); setTimeout(f, 1); fetch(url)'
    expect(checkPorts('packages/runtime/src/x.ts', text).map((breach) => breach.why)).toHaveLength(4)
    expect(checkPorts('packages/environment/src/x.ts', text)).toEqual([])
    expect(checkPorts('packages/runtime/src/x.ts', '// Date.now() in a comment')).toEqual([])
  })

  test('third-party packages stay with their owner', () => {
    expect(why('packages/runtime/src/x.ts', `import OpenAI from 'openai'`)).toEqual([
      'packages/runtime may not import openai',
    ])
    expect(why('apps/web/src/features/chat/x.ts', `import 'monaco-editor/editor/editor.api.js'`)).toHaveLength(1)
  })
})

describe('budgets', () => {
  const breaches = (file, text) => measureFile(file, text).breaches

  test('a file over 400 lines and a function over 70 break the build', () => {
    const long = `export function f() {\n${'  g()\n'.repeat(80)}}\n`
    expect(breaches('packages/hocon/src/x.ts', long)).toEqual(['function f has 82 lines (limit 70), line 1'])
    expect(breaches('packages/hocon/src/x.ts', 'g()\n'.repeat(401))).toEqual(['file has 402 lines (limit 400)'])
  })

  test('any, non-null and undocumented exports of contract packages break the build', () => {
    expect(breaches('packages/hocon/src/x.ts', 'export const a = (b: any) => b!')).toEqual([
      'any, line 1',
      'non-null !, line 1',
    ])
    expect(breaches('packages/base/src/x.ts', 'export const a = 1')).toEqual(['undocumented export, line 1'])
    expect(breaches('packages/base/src/x.ts', '/** One. */\nexport const a = 1')).toEqual([])
  })
})

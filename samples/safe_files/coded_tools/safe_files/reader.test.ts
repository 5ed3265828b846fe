import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { readerOf } from './reader.ts'

const root = mkdtempSync(join(tmpdir(), 'safe-files-'))
after(() => rmSync(root, { recursive: true }))
for (const folder of ['shelf', 'shelf-evil']) mkdirSync(join(root, folder))
writeFileSync(join(root, 'shelf/tea.txt'), 'tea')
for (const path of ['x', 'shelf-evil/x']) writeFileSync(join(root, path), 'not for you')
symlinkSync('tea.txt', join(root, 'shelf/link.txt'))
symlinkSync('../x', join(root, 'shelf/way_out.txt'))
symlinkSync(join(root, 'shelf-evil'), join(root, 'shelf/door'))

/** What is said of a path, and which files were opened for it. */
async function ask(path: string) {
  const opened: unknown[] = []
  const noting = ((file: string, flags: number) => {
    opened.push(file)
    return open(file, flags)
  }) as typeof open
  const told = await runTool(readerOf(join(root, 'shelf'), noting), { path }, testContext())
  return { said: told.ok ? told.text : String(JSON.parse(told.reason)), opened: opened.length }
}

describe('the reader', () => {
  test('reads what is on the shelf, also over a link that stays there', async () => {
    for (const path of ['tea.txt', './tea.txt', 'link.txt', join(root, 'shelf/tea.txt')])
      assert.deepEqual(await ask(path), { said: 'tea', opened: 1 })
  })

  const refused: Readonly<Record<string, readonly string[]>> = {
    'Path traversal not allowed': ['../x', '..\\x', 'a/../../x', '..'],
    'Access denied: path outside safe directory': [
      join(root, 'x'),
      join(root, 'shelf-evil/x'),
      '/etc/hostname',
      'way_out.txt',
      'door/x',
    ],
    'Access denied: the path holds a NUL character': ['tea.txt\0.png'],
    'File not found: none.txt': ['none.txt'],
  }
  for (const [said, paths] of Object.entries(refused))
    test(`opens nothing and says: ${said}`, async () => {
      for (const path of paths) assert.deepEqual(await ask(path), { said, opened: 0 }, path)
    })
})

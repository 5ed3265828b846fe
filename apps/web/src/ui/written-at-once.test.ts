import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')
/** What lets the server write files of a project. */
const WRITES = /\b(writeTool|takeTool|sendImport|createNetwork)\(|\bpaste: \{/
const LAST = /<WrittenAtOnce \/>\}?\s*<\/AskDialog>/

test('every dialog whose files Undo does not take back says so next to its button, in the same words', () => {
  const dialogs = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }))
    .filter(({ text }) => text.includes('<AskDialog') && WRITES.test(text))
  expect(dialogs.length).toBeGreaterThanOrEqual(5)
  expect(dialogs.filter(({ text }) => !LAST.test(text)).map(({ path }) => path)).toEqual([])
  const own = dialogs.filter(({ text }) => /Undo/.test(text)).map(({ path }) => path)
  expect(own).toEqual([])
})

import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FolderNames } from './folder-names.ts'
import { writeProject } from './testing/index.ts'

const namesNow = (folder: string) => new FolderNames().entries(folder).map(({ name }) => name)

test('what lies in a folder is known anew after every change, also within the same moment', () => {
  const root = writeProject({ 'tools/a.py': '' })
  const folder = join(root, 'tools')
  expect(namesNow(folder)).toEqual(['a.py'])
  writeFileSync(join(folder, 'b.ts'), '')
  expect(namesNow(folder).sort()).toEqual(['a.py', 'b.ts'])
  rmSync(join(folder, 'a.py'))
  expect(namesNow(folder)).toEqual(['b.ts'])
  expect([new FolderNames().has(folder, 'a.py'), new FolderNames().has(folder, 'b.ts')]).toEqual([false, true])
})

test('a change is seen in a folder that says that nobody changed it for a while', () => {
  const root = writeProject({ 'tools/a.py': '' })
  const folder = join(root, 'tools')
  const before = new Date(Date.now() - 60_000)
  utimesSync(folder, before, before)
  namesNow(folder)
  mkdirSync(join(folder, 'inner'))
  expect(namesNow(folder).sort()).toEqual(['a.py', 'inner'])
})

test('what is no folder, or is not there, has nothing in it', () => {
  const root = writeProject({ 'tools/a.py': '' })
  expect([
    namesNow(join(root, 'tools/a.py')),
    namesNow(join(root, 'none')),
    namesNow(join(root, 'tools/a.py/b')),
  ]).toEqual([[], [], []])
})

test('within one question a folder is asked once', () => {
  const root = writeProject({ 'tools/a.py': '' })
  const names = new FolderNames()
  const first = names.entries(join(root, 'tools'))
  writeFileSync(join(root, 'tools/b.py'), '')
  expect(names.entries(join(root, 'tools'))).toBe(first)
})

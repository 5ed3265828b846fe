import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOST_FILES } from '../environments/tool-files.ts'
import { writeProject } from '../testing/index.ts'
import { placeFile } from './place-file.ts'

test('[B-36] declarations of tools lie below the workspace, once', async () => {
  const project = writeProject({ 'own.txt': 'own' })
  const file = { path: 'stubs/tools-1.pyi', text: 'async def add(): ...\n' }
  expect(await placeFile(HOST_FILES, project, file)).toBeUndefined()
  expect(await placeFile(HOST_FILES, project, { ...file, text: 'other' })).toBeUndefined()
  expect(readFileSync(join(project, file.path), 'utf8')).toBe(file.text)
})

test('[B-36] nothing is written outside of it, nor through a link', async () => {
  const project = writeProject({ 'own.txt': 'own' })
  symlinkSync(tmpdir(), join(project, 'out'))
  for (const path of ['../left.pyi', 'out/left.pyi'])
    expect(await placeFile(HOST_FILES, project, { path, text: 'x' })).toMatch(/not allowed|denied/)
  expect(existsSync(join(tmpdir(), 'left.pyi'))).toBe(false)
})

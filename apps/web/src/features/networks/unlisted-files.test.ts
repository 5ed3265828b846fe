import { expect, test } from 'vitest'
import { unlistedFiles } from './unlisted-files.ts'

const entry = (file: string) => ({ name: file, file, serve: true, public: true, mcp: true })
const files = [
  'registries/manifest.hocon',
  'registries/manifest_more.hocon',
  'registries/desk.hocon',
  'registries/lab/old_desk.hocon',
  'registries/desk.layout.json',
  'registries_old/desk.hocon',
  'config/llm.hocon',
].map((path) => ({ path, bytes: 1 }))

test('a file that the manifest could name and does not is told, and no other one', () => {
  const networks = [entry('registries/desk.hocon')]
  expect(unlistedFiles({ files, networks, manifest: 'registries/manifest.hocon' })).toEqual([
    'registries/lab/old_desk.hocon',
  ])
  expect(unlistedFiles({ files, networks, manifest: 'manifest.hocon' })).toEqual([
    'registries/lab/old_desk.hocon',
    'registries_old/desk.hocon',
    'config/llm.hocon',
  ])
})

test('without a manifest nothing is left out of it', () => {
  expect(unlistedFiles({ files, networks: [], manifest: null })).toEqual([])
})

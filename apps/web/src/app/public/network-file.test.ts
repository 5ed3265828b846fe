import { expect, test } from 'vitest'
import { namedFile } from './network-file.ts'

const entry = (file: string) => ({ name: file, file, serve: true, public: true, mcp: true })
const mine = { name: 'mine', manifest: 'registries/manifest.hocon', networks: [entry('registries/desk.hocon')] }

test('the file is told as it will be made, and what else is written', () => {
  const line = ', and a line in registries/manifest.hocon.'
  expect(namedFile('shop floor ', mine)).toEqual({ words: `Becomes registries/shop_floor.hocon in mine${line}` })
  expect(namedFile('a', { ...mine, manifest: null, networks: [] })).toEqual({
    words: `Becomes registries/a.hocon in mine${line}`,
  })
  expect(namedFile('a', { ...mine, manifest: null })).toEqual({ words: 'Becomes registries/a.hocon in mine.' })
  expect(namedFile('a', { ...mine, manifest: null, networks: [entry('desk.hocon')] })).toEqual({
    words: 'Becomes a.hocon in mine.',
  })
  expect(namedFile('a', undefined)).toEqual({ words: 'Becomes registries/a.hocon in a new project.' })
})

test('a name that cannot be a file is told with its reason, and an empty one not yet', () => {
  expect(namedFile('nul.hocon', mine).fault).toContain('name of a device on Windows')
  expect(namedFile('desk.', undefined).fault).toContain('ends with a dot')
  expect(namedFile(' ', mine)).toEqual({})
})

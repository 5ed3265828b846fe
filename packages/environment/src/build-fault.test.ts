import { expect, test } from 'vitest'
import { buildFaultText, notHadText } from './build-fault.ts'

const failed = (name: string) =>
  `Build failed with 1 error:\ncoded_tools/a.ts:1:18: ERROR: [plugin: packages] Could not resolve "${name}"`

test.each([
  ['zod', 'zod'],
  ['zod/v4', 'zod'],
  ['@acme/maps.js/near', '@acme/maps.js'],
])('an import of %s says how to get the package %s', (name, wanted) => {
  const said = failed(name)
  expect(buildFaultText(said)).toBe(
    `the package ${wanted} is not installed for this project; run \`npm install ${wanted}\` in its folder. ${said}`,
  )
})

test('several packages are got at once, each named once', () => {
  expect(buildFaultText(`${failed('zod')}\n${failed('ky')}\n${failed('zod/v4')}`)).toMatch(
    /^the packages zod, ky are not installed .*npm install zod ky`/,
  )
})

test.each(['./words.ts', '../words', '/srv/words'])('a file that is not there (%s) is no package', (name) => {
  expect(buildFaultText(failed(name))).toBe(failed(name))
})

test('a class is missing only where every file was read', () => {
  expect(notHadText('a.A', [], ['coded_tools/a.ts exports no A'])).toBe(
    'a.A was not found: coded_tools/a.ts exports no A',
  )
  expect(notHadText('a.A', ['Build failed'], ['b.ts exports no A'])).toBe(
    'a.A cannot be loaded: Build failed; b.ts exports no A',
  )
})

import { expect, test } from 'vitest'
import { insideProject } from './inside-project.ts'

const BUNDLE = { path: '/cache/p1/0a.mjs', file: '/home/ada/my desk/coded_tools/fee.ts' }

test.each([
  ['/home/ada/my desk/coded_tools/fee.ts fails to load: gone', 'coded_tools/fee.ts fails to load: gone'],
  ['no file:///home/ada/my%20desk/data.json', 'no data.json'],
  ['no package imported from /cache/p1/0a.mjs', 'no package imported from coded_tools/fee.ts'],
  ['at file:///cache/p1/0a.mjs:3', 'at coded_tools/fee.ts:3'],
  ['/home/ada/my desktop is another', '/home/ada/my desktop is another'],
])('%s is read as: %s', (said, read) => expect(insideProject(said, '/home/ada/my desk', BUNDLE)).toBe(read))

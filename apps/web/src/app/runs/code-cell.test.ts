import { expect, test } from 'vitest'
import { rightsWords } from './code-cell.tsx'

test('[B-41] a cell says whose rights its code has, and how far they reach', () => {
  expect((['host', 'bwrap', 'permission', 'quickjs'] as const).map(rightsWords)).toEqual([
    'host permissions',
    'host permissions, but it writes in its project alone (bubblewrap)',
    'host permissions, but for files of its project alone (Node)',
    'no rights',
  ])
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toolPlaces } from './tool-places.ts'

const root = join('/', 'shop')
const places = (network: string, className: string, only = true) =>
  toolPlaces(
    { projectRoot: root, toolRoots: [join(root, 'coded_tools')], pythonPath: [root], network },
    className,
    only,
  ).map(({ module }) => module)

test('[N-53] a class is looked for in the folder of its network, then in the shared one', () => {
  expect(places('music_nerd_pro', 'accountant.Accountant')).toEqual([
    'coded_tools.music_nerd_pro.accountant',
    'coded_tools.accountant',
  ])
})

test('[N-54] a network in a folder has that folder in between', () => {
  expect(places('basic/music_nerd_pro', 'accountant.Accountant')).toEqual([
    'coded_tools.basic.music_nerd_pro.accountant',
    'coded_tools.basic.accountant',
    'coded_tools.accountant',
  ])
})

test('[N-56] a module by its full name comes first, unless only the tool path counts', () => {
  expect(places('desk', 'company.tools.Pay', false)[0]).toBe('company.tools')
  expect(places('desk', 'company.tools.Pay')).not.toContain('company.tools')
})

import { describe, expect, test } from 'vitest'
import { layoutFile, printLayout, readLayout } from './layout-file.ts'

describe('the layout sidecar', () => {
  test('lies beside the network and keeps one node a line', () => {
    expect(layoutFile('registries/basic/music_nerd_pro.hocon')).toBe('registries/basic/music_nerd_pro.layout.json')
    expect(
      printLayout(
        new Map([
          ['MusicNerdPro', [40, 80.4]],
          ['Accountant "x"', [-1.6, 0]],
        ]),
      ),
    ).toBe(
      '{\n  "version": 1,\n  "positions": {\n    "MusicNerdPro": [40, 80],\n    "Accountant \\"x\\"": [-2, 0]\n  }\n}\n',
    )
  })

  test('is read back, and what is no position is left out', () => {
    expect([...readLayout('{"version":1,"positions":{"a":[1,2.5],"b":["x",1],"c":null}}')]).toEqual([['a', [1, 2.5]]])
    expect([readLayout('').size, readLayout('{').size, readLayout('[1]').size]).toEqual([0, 0, 0])
  })
})

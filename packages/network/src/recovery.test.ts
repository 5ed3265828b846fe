import { printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readNetwork } from './index.ts'
import { haveNetworks, linesOf, networkSets, readWithIncludes } from './testing/public-networks.ts'

const EVERY = process.env.SLYGLASS_SOAK === '1' ? 1 : 12

describe.skipIf(!haveNetworks)('a network with one bracket or quote deleted', () => {
  test('still has its other entries as they were', { timeout: 7_200_000 }, () => {
    let [all, kept] = [0, 0]
    const { root, answers } = networkSets[0] as (typeof networkSets)[number]
    const lines = linesOf(answers)
    for (const line of lines.filter((_, index) => index % (EVERY === 1 ? 1 : 6) === 0)) {
      const { file, network: isNetwork } = JSON.parse(line) as { file: string; network?: unknown }
      if (isNetwork === undefined || file.includes('deployable_template')) continue
      const { network, input } = readWithIncludes(root, file)
      const { texts } = input
      const text = texts[file] ?? ''
      const before = network.entries.map((entry) => printJson(entry.json))
      const marks = [...text.matchAll(/[{}[\]]|"""|"/g)].filter((_, index) => index % EVERY === 0)
      for (const { index, 0: mark } of marks) {
        const inside = network.entries.findIndex(({ at }) => at.doc === file && index > at.from && index < at.to - 1)
        if (inside === -1 || text.slice(text.lastIndexOf('\n', index) + 1, index).includes('#')) continue
        const broken = text.slice(0, index) + text.slice(index + mark.length)
        const after = readNetwork({ network: 'x', file, texts: { ...texts, [file]: broken } })
        const now = new Set(after.entries.map((entry) => printJson(entry.json)))
        all += 1
        if (before.filter((entry, at) => at !== inside && !now.has(entry)).length <= 1) kept += 1
      }
    }
    console.log(`one mark deleted: the other entries survive in ${kept} of ${all} cases`)
    expect(all).toBeGreaterThan(150)
    expect(kept / all).toBeGreaterThan(0.97)
  })
})

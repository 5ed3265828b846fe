import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readWithIncludes } from './corpus.test.ts'
import { readNetwork } from './index.ts'

const shared = process.env.SLYGLASS_SHARED ?? new URL('../../../../shared', import.meta.url).pathname
const root = join(shared, 'networks', 'neuro-san-studio')
const answers = join(shared, 'hocon', 'corpus-expected', 'neuro-san-studio.jsonl')
const here = existsSync(root) && existsSync(answers)

const EVERY = process.env.SLYGLASS_SOAK === '1' ? 1 : 12

describe.skipIf(!here)('a network with one bracket or quote deleted', () => {
  test('still has its other entries as they were', { timeout: 300_000 }, () => {
    let [all, kept] = [0, 0]
    const lines = readFileSync(answers, 'utf8').trim().split('\n')
    for (const line of lines.filter((_, index) => index % (EVERY === 1 ? 1 : 6) === 0)) {
      const { file, network: isNetwork } = JSON.parse(line) as { file: string; network?: unknown }
      if (isNetwork === undefined || file.includes('deployable_template')) continue
      const { network, texts } = readWithIncludes(root, file)
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

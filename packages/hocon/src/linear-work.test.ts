// Work counted, not timed: how often any function of this package is entered, as the engine's own coverage counts it.
// Scanning inside one regular expression is not in the count.
import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate, parseDocument } from './index.ts'

const session = new Session()
beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
})
afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** Counted blocks of this package that `work` enters. */
async function steps(work: () => void): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const own = result.filter(({ url }) => url.includes('packages/hocon/src/') && !url.includes('.test.'))
  return own
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

const FAMILIES: readonly (readonly [string, (size: number) => string])[] = [
  ['fields', (size) => Array.from({ length: size }, (_, index) => `key_${index} = "value ${index}"`).join('\n')],
  ['a list of objects', (size) => `tools = [${'{ name = "n", tools = ["a", "b"] }, '.repeat(size)}]`],
  [
    'substitutions',
    (size) => `base = 1\n${Array.from({ length: size }, (_, index) => `k${index} = \${base}`).join('\n')}`,
  ],
  ['objects laid over each other', (size) => 'a { b = 1, c { d = 2 } }\n'.repeat(size)],
  ['joined pieces', (size) => `x = y\na = ${`one \${x} "two" `.repeat(size)}`],
  ['comments', (size) => '# a word of explanation\n'.repeat(size)],
  ['long texts', (size) => `a = """${'line of text\n'.repeat(size)}"""`],
  ['text that is broken', (size) => 'a = { b = [ "open\n'.repeat(size)],
]

describe.each(FAMILIES)('%s', (_, make) => {
  test.each(['spec', 'neuro-san'] as const)(
    'take work that grows with the text, not faster, in profile %s',
    async (profile) => {
      const work = async (size: number) => {
        const text = make(size)
        const parsing = await steps(() => void parseDocument(text, profile))
        const evaluating = await steps(() => void evaluate(text, { profile, doc: 'x' }))
        return { parsing, evaluating }
      }
      await work(8)
      const [small, large] = [await work(100), await work(800)]
      expect(small.parsing).toBeGreaterThan(0)
      expect(large.parsing / small.parsing).toBeLessThan(8 * 1.25)
      expect(large.evaluating / small.evaluating).toBeLessThan(8 * 1.25)
    },
  )
})

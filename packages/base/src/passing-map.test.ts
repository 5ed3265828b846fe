import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PassingMap } from './passing-map.ts'

type Step = readonly ['set' | 'delete' | 'clear', string, object]

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom('set', 'set', 'set', 'delete', 'delete', 'clear'),
    fc.constantFrom(...'abcdefgh'),
    fc.object({ maxDepth: 0 }),
  ),
)

describe('a map of what comes and goes', () => {
  test('answers as a Map does, whatever was done with it', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const [plain, passing] = [new Map<string, object>(), new PassingMap<string, object>()]
        for (const [what, key, value] of done) {
          if (what === 'set') for (const map of [plain, passing]) map.set(key, value)
          else if (what === 'clear') for (const map of [plain, passing]) map.clear()
          else expect(passing.delete(key)).toBe(plain.delete(key))
          expect(passing.get(key)).toBe(plain.get(key))
          expect(passing.has(key)).toBe(plain.has(key))
        }
        expect([...passing]).toEqual([...plain])
        expect([...passing.keys()]).toEqual([...plain.keys()])
        expect([...passing.values()]).toEqual([...plain.values()])
        expect(passing.size).toBe(plain.size)
      }),
    )
  })

  test('may lose entries while it is gone through', () => {
    const map = new PassingMap<string, object>().set('a', {}).set('b', {}).set('c', {})
    const seen: string[] = []
    for (const [key] of map) {
      seen.push(key)
      map.delete('b')
    }
    expect(seen).toEqual(['a', 'c'])
  })
})

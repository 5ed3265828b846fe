import { readFileSync } from 'node:fs'
import { isJsonList, type Json, type JsonObject, jsonAt, parseJson, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeValues, type Slot, sameValue } from './merge.ts'

const exact = (text: string): Json => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
const shown = (slot: Slot): string | undefined => (slot === undefined ? undefined : printJson(slot))

const vectors = readFileSync(new URL('../fixtures/merge-vectors.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(exact)

describe('the vectors that every host shares', () => {
  test.each(vectors.map((vector) => [String(jsonAt(vector, 'name')), vector] as const))('[N-19] %s', (_, vector) => {
    const given = (name: string): Slot => jsonAt(vector, name)
    const { merged, conflicts } = mergeValues(given('base'), given('ours'), given('theirs'))
    expect(shown(merged)).toBe(shown(given('merged')))
    const wanted = given('conflicts')
    expect(conflicts.map(({ path, lost }) => [path, shown(lost)])).toEqual(
      isJsonList(wanted) ? wanted.map((each) => [jsonAt(each, 'path'), shown(jsonAt(each, 'lost'))]) : [],
    )
  })
})

describe('laws of merging', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map(toJson)
  const slot = fc.option(json, { nil: undefined })

  test('[M4] no change of theirs leaves ours, no change of ours takes theirs', () => {
    fc.assert(
      fc.property(slot, slot, (base, other) => {
        expect(mergeValues(base, other, base)).toEqual({ merged: other, conflicts: [] })
        expect(sameValue(mergeValues(base, base, other).merged, other)).toBe(true)
        expect(mergeValues(base, other, other)).toEqual({ merged: other, conflicts: [] })
      }),
    )
  })

  test('[M4] edits of different keys meet in any order, without a conflict', () => {
    const board = fc.dictionary(fc.string(), json, { maxKeys: 12 }).map((plain) => toJson(plain) as JsonObject)
    const edits = fc.array(fc.tuple(fc.nat(), slot), { maxLength: 6 })
    fc.assert(
      fc.property(board, edits, fc.array(fc.string(), { maxLength: 3 }), (base, changes, added) => {
        const [ours, theirs] = [new Map(base), new Map(base)]
        const keys = [...new Set([...base.keys(), ...added])]
        for (const [at, value] of changes) {
          if (keys.length === 0) continue
          const index = at % keys.length
          const side = index % 2 === 0 ? ours : theirs
          if (value === undefined) side.delete(keys[index]!)
          else side.set(keys[index]!, value)
        }
        const [one, two] = [mergeValues(base, ours, theirs), mergeValues(base, theirs, ours)]
        expect([one.conflicts, two.conflicts]).toEqual([[], []])
        expect(sameValue(one.merged, two.merged)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('[M4] nothing is lost without being named', () => {
    fc.assert(
      fc.property(slot, slot, slot, (base, ours, theirs) => {
        const { merged, conflicts } = mergeValues(base, ours, theirs)
        const kept = sameValue(merged, ours) || sameValue(ours, base)
        if (!kept && !(isContainer(ours) && isContainer(theirs)))
          expect(conflicts).toMatchObject([{ path: '', lost: ours }])
      }),
    )
  })
})

const isContainer = (value: Slot): boolean => value !== null && typeof value === 'object'

import { isJsonObject, type Json, jsonEquals, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { haveNetworks, linesOf, networkSets, readWithIncludes } from './testing/public-networks.ts'

describe.skipIf(!haveNetworks)('the public networks', () => {
  test.each(networkSets)('of $name come out of the filter chain as neuro-san makes them', ({ root, answers }) => {
    const failures: string[] = []
    let networks = 0
    for (const line of linesOf(answers)) {
      const parsed = parseJson(line)
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(line.slice(0, 80))
      const file = String(parsed.value.get('file'))
      const expected = parsed.value.get('network')
      if (expected === undefined) continue
      networks += 1
      const { network } = readWithIncludes(root, file)
      if (!jsonEquals(expected, network.json)) failures.push(file)
      if (JSON.stringify(keysOf(expected)) !== JSON.stringify(keysOf(network.json))) failures.push(`${file}: key order`)
    }
    expect(failures).toEqual([])
    expect(networks).toBeGreaterThan(20)
  })
})

function keysOf(json: Json): unknown {
  if (json instanceof Map) return [...json].map(([key, part]) => [key, keysOf(part)])
  return Array.isArray(json) ? json.map(keysOf) : 0
}

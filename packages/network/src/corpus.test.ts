import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type Json, jsonEquals, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readNetwork } from './index.ts'

const shared = process.env.SLYGLASS_SHARED ?? new URL('../../../../shared', import.meta.url).pathname
const sets = ['neuro-san-studio', 'neuro-san'].map((name) => ({
  name,
  root: join(shared, 'networks', name),
  answers: join(shared, 'hocon', 'corpus-expected', `${name}.jsonl`),
}))
const here = sets.every(({ root, answers }) => existsSync(root) && existsSync(answers))
if (!here) console.log(`public networks are not at ${shared}; set SLYGLASS_SHARED to test against them`)
if (!here && process.env.CI === 'true') throw new Error('public networks are needed under CI=true')

/** Reads a file and, round by round, what it includes. */
export function readWithIncludes(root: string, file: string) {
  const texts: Record<string, string> = {}
  for (let missing: readonly string[] = [file]; ; ) {
    for (const doc of missing) if (existsSync(join(root, doc))) texts[doc] = readFileSync(join(root, doc), 'utf8')
    const network = readNetwork({ network: 'x', file, texts })
    missing = network.missingIncludes.filter((doc) => texts[doc] === undefined && existsSync(join(root, doc)))
    if (missing.length === 0) return { network, texts }
  }
}

describe.skipIf(!here)('the public networks', () => {
  test.each(sets)('of $name come out of the filter chain as neuro-san makes them', ({ root, answers }) => {
    const failures: string[] = []
    let networks = 0
    for (const line of readFileSync(answers, 'utf8').trim().split('\n')) {
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

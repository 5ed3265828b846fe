import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isJsonObject, jsonEquals, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf, parseDocument, printTree } from './index.ts'

const shared = process.env.SLYGLASS_SHARED ?? new URL('../../../../shared', import.meta.url).pathname
const sets = ['neuro-san-studio', 'neuro-san'].map((name) => ({
  name,
  root: join(shared, 'networks', name),
  answers: join(shared, 'hocon', 'corpus-expected', `${name}.jsonl`),
}))
const here = sets.every(({ root, answers }) => existsSync(root) && existsSync(answers))
if (!here) console.log(`public networks are not at ${shared}; set SLYGLASS_SHARED to test against them`)
if (!here && process.env.CI === 'true') throw new Error('public networks are needed under CI=true')

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.hocon'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

describe.skipIf(!here)('the public networks', () => {
  test.each(sets)('of $name evaluate to what the Python loader gives', ({ root, answers }) => {
    const failures: string[] = []
    for (const line of readFileSync(answers, 'utf8').trim().split('\n')) {
      const parsed = parseJson(line)
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(line.slice(0, 80))
      const file = String(parsed.value.get('file'))
      const read = (doc: string) => (existsSync(join(root, doc)) ? readFileSync(join(root, doc), 'utf8') : undefined)
      const { value, diagnostics } = evaluate(read(file) ?? '', { profile: 'neuro-san', doc: file, read })
      const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
      if (errors[0] !== undefined) failures.push(`${file}: ${errors[0].code}: ${errors[0].message}`)
      if (!jsonEquals(parsed.value.get('value') ?? null, jsonOf(value))) failures.push(`${file}: another value`)
      if (JSON.stringify(keysOf(parsed.value.get('value'))) !== JSON.stringify(keysOf(jsonOf(value))))
        failures.push(`${file}: another key order`)
    }
    expect(failures).toEqual([])
  })

  test.each(sets)('of $name print back to the same bytes in both profiles', ({ root }) => {
    const files = filesBelow(root)
    expect(files.length).toBeGreaterThan(30)
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8')
      expect(printTree(parseDocument(text, 'neuro-san').root)).toBe(text)
      expect(printTree(parseDocument(text, 'spec').root)).toBe(text)
    }
  })
})

function keysOf(json: unknown): unknown {
  if (json instanceof Map) return [...json].map(([key, part]) => [key, keysOf(part)])
  return Array.isArray(json) ? json.map(keysOf) : 0
}

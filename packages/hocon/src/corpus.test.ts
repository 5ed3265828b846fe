import { isJsonObject, jsonEquals, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf, parseDocument, printTree } from './index.ts'
import { haveTexts, linesOf, readTexts, textSets } from './testing/public-texts.ts'

describe.skipIf(!haveTexts)('the public networks', () => {
  test.each(textSets)('of $name evaluate to what the Python loader gives', ({ root, answers }) => {
    const failures: string[] = []
    const texts = readTexts(root)
    for (const line of linesOf(answers)) {
      const parsed = parseJson(line)
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(line.slice(0, 80))
      const file = String(parsed.value.get('file'))
      const read = (doc: string) => texts.get(doc)
      const { value, diagnostics } = evaluate(read(file) ?? '', { profile: 'neuro-san', doc: file, read })
      const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
      if (errors[0] !== undefined) failures.push(`${file}: ${errors[0].code}: ${errors[0].message}`)
      if (!jsonEquals(parsed.value.get('value') ?? null, jsonOf(value))) failures.push(`${file}: another value`)
      if (JSON.stringify(keysOf(parsed.value.get('value'))) !== JSON.stringify(keysOf(jsonOf(value))))
        failures.push(`${file}: another key order`)
    }
    expect(failures).toEqual([])
  })

  test.each(textSets)('of $name print back to the same bytes in both profiles', ({ root }) => {
    const texts = readTexts(root)
    expect(texts.size).toBeGreaterThan(30)
    for (const text of texts.values()) {
      expect(printTree(parseDocument(text, 'neuro-san').root)).toBe(text)
      expect(printTree(parseDocument(text, 'spec').root)).toBe(text)
    }
  })
})

function keysOf(json: unknown): unknown {
  if (json instanceof Map) return [...json].map(([key, part]) => [key, keysOf(part)])
  return Array.isArray(json) ? json.map(keysOf) : 0
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isJsonList, type Json, jsonAt, parseJson, printJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { mergeJson } from './merge.ts'

const VECTORS = fileURLToPath(new URL('../../../sly/fixtures/merge-vectors.jsonl', import.meta.url))

const vectors = readFileSync(VECTORS, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line): Json => {
    const parsed = parseJson(line)
    if (!parsed.ok) throw new Error(parsed.error.message)
    return parsed.value
  })

test.each(vectors.map((vector) => [String(jsonAt(vector, 'name')), vector] as const))(
  'a merge: %s',
  (_name, vector) => {
    const lost: string[] = []
    const merged = mergeJson(jsonAt(vector, 'base'), jsonAt(vector, 'ours'), jsonAt(vector, 'theirs'), '', lost)
    const expected = jsonAt(vector, 'merged')
    const print = (json: Json | undefined) => (json === undefined ? undefined : printJson(json))
    expect(print(merged)).toBe(print(expected))
    const conflicts = jsonAt(vector, 'conflicts')
    expect(lost).toEqual(isJsonList(conflicts) ? conflicts.map((conflict) => jsonAt(conflict, 'path')) : [])
  },
)

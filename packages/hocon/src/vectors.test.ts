import { readFileSync } from 'node:fs'
import { isJsonList, isJsonObject, type Json, JsonNumber, parseJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { get } from './getters.ts'
import { evaluate, jsonOf, type Profile } from './index.ts'
import { joinPath } from './locate.ts'

interface Vector {
  readonly name: string
  readonly input: string
  readonly files?: Readonly<Record<string, string>>
  readonly filename?: string
  readonly env?: Readonly<Record<string, string>>
  readonly fallback?: string
  readonly get?: { readonly path: string; readonly as: string }
  readonly expected_error?: { readonly kind: string; readonly line?: number }
  readonly pyhocon?: unknown
  readonly neuro_san?: unknown
}

const FOLDER = '/case'
const lines = readFileSync(new URL('../fixtures/vectors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const vectors = lines.map((line) => {
  const exact = parseJson(line)
  if (!exact.ok) throw new Error(line)
  return { vector: JSON.parse(line) as Vector, exact: exact.value as ReadonlyMap<string, Json> }
})

function run(vector: Vector, profile: Profile) {
  const doc = vector.filename ?? 'main.conf'
  const here = (text: string) => text.replaceAll('@DIR@', FOLDER)
  const files = new Map(Object.entries(vector.files ?? {}).map(([path, text]) => [path, here(text)]))
  return evaluate(
    here(vector.input),
    {
      profile,
      doc,
      read: (path) => files.get(path.startsWith(`${FOLDER}/`) ? path.slice(FOLDER.length + 1) : path),
      list: () => [...files.keys()],
      env: (name) => vector.env?.[name],
    },
    vector.fallback,
  )
}

/** Objects without order, numbers by value, `{"$bigint": n}` as that number. */
function sameValue(expected: Json | undefined, actual: Json | undefined): boolean {
  if (expected === undefined || actual === undefined) return false
  if (isJsonObject(expected) && expected.has('$bigint'))
    return actual instanceof JsonNumber && actual.text === expected.get('$bigint')
  if (expected instanceof JsonNumber)
    return actual instanceof JsonNumber && expected.toNumber() - actual.toNumber() === 0
  if (isJsonList(expected))
    return (
      isJsonList(actual) &&
      expected.length === actual.length &&
      expected.every((part, at) => sameValue(part, actual[at]))
    )
  if (!isJsonObject(expected)) return expected === actual
  if (!isJsonObject(actual) || actual.size !== expected.size) return false
  return [...expected].every(([key, part]) => sameValue(part, actual.get(key)))
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

function specFailure({ vector, exact }: (typeof vectors)[number]): string | undefined {
  const evaluation = run(vector, 'spec')
  const problem = evaluation.diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  const result = vector.get === undefined ? undefined : get(evaluation.value, vector.get.path, vector.get.as as never)
  const error = problem ?? (result !== undefined && !result.ok ? result.error : undefined)
  if (vector.expected_error !== undefined) {
    if (error === undefined) return 'no error'
    const { kind, line } = vector.expected_error
    if (error.kind !== kind) return `${error.kind} instead of ${kind}: ${error.message}`
    const text = error.at.doc === (vector.filename ?? 'main.conf') ? vector.input : (vector.files?.[error.at.doc] ?? '')
    const found = lineOf(text, error.at.from)
    return line === undefined || line === null || found === line ? undefined : `line ${found} instead of ${line}`
  }
  if (error !== undefined) return `${error.code}: ${error.message}`
  const value = result === undefined ? jsonOf(evaluation.value) : result.ok ? result.value : null
  return sameValue(exact.get('expected_json'), value) ? undefined : `got ${show(value)}`
}

function runtimeFailure({ vector, exact }: (typeof vectors)[number]): string | undefined {
  const evaluation = run(vector, 'neuro-san')
  const problem = evaluation.diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  const wanted = exact.get('neuro_san') ?? exact.get('pyhocon')
  const expected =
    wanted === 'same' ? exact.get('expected_json') : isJsonObject(wanted) ? wanted.get('json') : undefined
  if (expected === undefined)
    return problem === undefined ? `no error, got ${show(jsonOf(evaluation.value))}` : undefined
  if (problem !== undefined) return `${problem.code}: ${problem.message}`
  return sameValue(expected, jsonOf(evaluation.value)) ? undefined : `got ${show(jsonOf(evaluation.value))}`
}

function show(value: Json): string {
  return JSON.stringify(value, (_, part) =>
    part instanceof Map ? Object.fromEntries(part) : part instanceof JsonNumber ? part.toNumber() : part,
  )
}

test('profile spec gives the answer of the reference for all 684 vectors', () => {
  const failures = vectors
    .map((one) => [one.vector.name, specFailure(one)])
    .filter(([, failure]) => failure !== undefined)
  expect(failures.map(([name, failure]) => `${name}: ${failure}`)).toEqual([])
  expect(vectors).toHaveLength(684)
})

test('profile neuro-san gives the answer of the Python loader for all 596 vectors that count', () => {
  const counting = vectors.filter(({ vector }) => vector.pyhocon !== undefined)
  const failures = counting
    .map((one) => [one.vector.name, runtimeFailure(one)])
    .filter(([, failure]) => failure !== undefined)
  expect(failures.map(([name, failure]) => `${name}: ${failure}`)).toEqual([])
  expect(counting).toHaveLength(596)
})

test('names of includes are joined without leaving the project', () => {
  expect(joinPath('a/b', '../c.conf')).toBe('a/c.conf')
  expect(joinPath('a', '../../c.conf')).toBeUndefined()
})

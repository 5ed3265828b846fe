// A call as a unit test of its tool, as `slyglass test` runs them. Private values never get into it: stand-ins take their place.
import { type Json, type JsonObject, type JsonText, parseJson, printJson } from '@slyglass/base'

/** A call that came to an end which a test can expect. */
export interface SavedCall {
  readonly tool: string
  /** File of the source, relative to the project, and the class in it. */
  readonly file: string
  readonly className: string
  readonly args: JsonObject
  /** Private keys that it had in reach or read. */
  readonly keys: readonly string[]
  readonly expected:
    | { readonly kind: 'result'; readonly value: JsonText }
    | { readonly kind: 'failed'; readonly words: string }
    | { readonly kind: 'raised' }
}

/** Where saved tests of a source lie: beside it, in a file of their own. */
export function testFileOf(file: string): string {
  const [, folder = '', stem = '', ending = ''] = /^(.*\/)?([^/]+)\.([^.]+)$/.exec(file) ?? []
  return ending === 'py' ? `${folder}test_${stem}_saved.py` : `${folder}${stem}.saved.test.ts`
}

/** The text of that file with one test more. */
export function withTest(text: string, call: SavedCall): string {
  const python = call.file.endsWith('.py')
  const begun = text.trim() === '' ? (python ? PYTHON_HEAD : TYPESCRIPT_HEAD) : text.trimEnd()
  const number = begun.split('\n').filter((line) => /^(?: {4}async def test_|test\()/.test(line)).length + 1
  return `${begun}\n\n${python ? pythonTest(call, number) : typescriptTest(call, number)}\n`
}

const TYPESCRIPT_HEAD = `// Calls that were saved as tests. Private values are stand-ins: what a test holds, anybody can read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTool, toolOf } from 'slyglass'
import { testContext } from 'slyglass/testing'`

const PYTHON_HEAD = `"""Calls that were saved as tests. Private values are stand-ins: what a test holds, anybody can read."""

import json
import unittest


class SavedCalls(unittest.IsolatedAsyncioTestCase):`

const stemOf = (file: string) => file.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
const nameOf = (className: string) => className.split('.').at(-1) ?? className
const standIns = (keys: readonly string[]): JsonObject =>
  new Map(keys.map((key): [string, Json] => [key, `test value of ${key}`]))

/** A result as it is when stand-ins are in it. */
const withStandIns = (text: string) => text.replace(/⟨sly:([^⟩]+)⟩/g, 'test value of $1')

function typescriptTest({ tool, file, className, args, keys, expected }: SavedCall, number: number): string {
  const name = nameOf(className)
  const context = keys.length === 0 ? '' : `{ slyData: ${printJson(standIns(keys))} }`
  const ask = `runTool(toolOf(${name}), ${printJson(args)}, testContext(${context}))`
  const lines = [
    `test(${printJson(`${tool}, saved call ${number}`)}, async () => {`,
    `  const { ${name} } = await import('./${stemOf(file)}.ts')`,
    ...(expected.kind === 'raised' ? [`  await assert.rejects(${ask})`] : [`  const told = await ${ask}`]),
    ...(expected.kind === 'result' ? ['  assert.ok(told.ok)', `  ${typescriptResult(expected.value)}`] : []),
    ...(expected.kind === 'failed'
      ? ['  assert.ok(!told.ok)', `  assert.equal(told.reason, ${printJson(withStandIns(expected.words))})`]
      : []),
    '})',
  ]
  return lines.join('\n')
}

function typescriptResult(value: JsonText): string {
  const wanted = parseJson(withStandIns(value))
  if (wanted.ok && typeof wanted.value === 'string') return `assert.equal(told.text, ${printJson(wanted.value)})`
  return `assert.deepEqual(JSON.parse(told.text), ${withStandIns(value)})`
}

function pythonTest({ tool, file, className, args, keys, expected }: SavedCall, number: number): string {
  const name = nameOf(className)
  // A text of JSON is a text of Python too.
  const load = (json: string) => `json.loads(${printJson(json)})`
  const ask = `await ${name}().async_invoke(${load(printJson(args))}, ${load(printJson(standIns(keys)))})`
  const method = `test_${tool.replace(/\W+/g, '_')}_${number}`
  const lines = [
    `async def ${method}(self) -> None:`,
    `    from .${stemOf(file)} import ${name}`,
    '',
    ...(expected.kind === 'result'
      ? [
          `    told = ${ask}`,
          `    self.assertEqual(json.loads(json.dumps(told, default=str)), ${load(withStandIns(expected.value))})`,
        ]
      : ['    with self.assertRaises(Exception):', `        ${ask}`]),
  ]
  return lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')
}

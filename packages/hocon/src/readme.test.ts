import { format } from 'node:util'
import { expect, test } from 'vitest'
import * as hocon from './index.ts'
import * as language from './language/index.ts'
import { type Example, examples, readme } from './testing/readme.ts'

const modules: Readonly<Record<string, object>> = { '@slyglass/hocon': hocon, '@slyglass/hocon/language': language }

/** What a program prints that imports the sources. */
function run({ code }: Example): readonly string[] {
  const lines: string[] = []
  const body = code.replace(/^import (\{[^}]*\}) from '([^']+)'$/gm, "const $1 = modules['$2']")
  const console = { log: (...parts: readonly unknown[]) => lines.push(format(...parts)) }
  new Function('modules', 'console', body)(modules, console)
  return lines
}

test('the readme has an example for each entry', () => {
  expect(examples.map(({ prints }) => prints.length > 5)).toEqual([true, true])
})

test.each(examples)('example %$ of the readme prints what it says', (example) => {
  expect(run(example)).toEqual(example.prints)
})

test('every function in the tables of the readme can be imported', () => {
  const rows = [...readme.matchAll(/^\| (`[A-Za-z]{5,}.*?) +\|/gm)].map(([, cell = '']) => cell)
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)[(`]/g)].map(([, name = '']) => name))
  expect(named.length).toBeGreaterThan(30)
  const known = new Set(Object.values(modules).flatMap((module) => Object.keys(module)))
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

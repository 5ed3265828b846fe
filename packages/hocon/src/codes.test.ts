// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evaluate, type Profile } from './index.ts'

const others: Readonly<Record<string, string>> = {
  'loop.conf': 'include "loop"',
  'list.conf': '[1]',
  'bad.json': '{"a": 01}',
  'twice.json': '{"a": 1, "a": 2}',
  'odd.txt': '',
  'main.conf': '',
  'half.conf': `# ${'x'.repeat(7_000_000)}`,
}
const nested = (open: string, close: string) => `a = ${open.repeat(501)}${close.repeat(501)}`
const chain = Array.from({ length: 250 }, (_, at) => `a${at} = \${a${at + 1}}`).join('\n')
const doubled = Array.from({ length: 40 }, (_, at) => `a${at + 1} = \${a${at}}\${a${at}}`).join('\n')

/** A shortest text for each code, and what is said of it first. */
const EXAMPLES: readonly (readonly [code: string, profile: Profile, text: string, said: string])[] = [
  ['append-differs', 'neuro-san', 'a = x\na += y', 'warning'],
  ['append-text-to-list', 'neuro-san', 'a = [1]\na += x', 'error runtime'],
  ['append-text-to-object', 'neuro-san', 'a { b = 1 }\na += x', 'error runtime'],
  ['append-to-other', 'spec', 'a = 1\na += 2', 'error wrong_type'],
  ['append-unreadable', 'neuro-san', 'b = 1\na = ${b}\na += x', 'error runtime'],
  ['bad-include', 'spec', 'include x', 'error parse'],
  ['bad-json', 'spec', 'include "bad.json"', 'error parse'],
  ['bad-path', 'spec', 'a = ${b$}', 'error bad_path'],
  ['bad-path', 'spec', 'a = ${b # c}', 'error parse'],
  ['bad-string', 'spec', 'a = "\\q"', 'error parse'],
  ['duplicate-key', 'spec', 'include "twice.json"', 'error parse'],
  ['empty-segment', 'spec', 'a..b = 1', 'error bad_path'],
  ['escape-kept', 'neuro-san', 'a = "\\q"', 'warning'],
  ['extra-comma', 'spec', 'a = [1,,2]', 'error parse'],
  ['extra-comma', 'neuro-san', 'a = [1,,2]', 'warning'],
  ['include-as-value', 'neuro-san', 'a = include "list"', 'error runtime'],
  ['include-cycle', 'spec', 'include "loop"', 'error include_cycle'],
  ['include-ending', 'spec', 'include "odd.txt"', 'warning'],
  ['include-missing', 'spec', 'include "gone"', 'warning'],
  ['include-not-fetched', 'spec', 'include url("http://x")', 'warning'],
  ['include-of-list', 'spec', 'include "list"', 'error wrong_type'],
  ['include-outside', 'spec', 'include "../x"', 'warning'],
  ['include-outside', 'spec', 'include required("../x")', 'error io'],
  ['include-without-match', 'neuro-san', 'include "x*"', 'error runtime'],
  ['infinite-number', 'spec', 'a = 1e999', 'error bad_value'],
  ['key-expected', 'spec', '= 1', 'error parse'],
  ['line-break-in-quotes', 'spec', 'a = "x\ny"', 'error parse'],
  ['merged-objects', 'spec', 'a = [{ b = 1 } { c = 2 }]', 'warning'],
  ['missing-comma', 'spec', 'a { b = 1 } c = 2', 'error parse'],
  ['missing-comma', 'neuro-san', 'a { b = 1 } c = 2', 'warning'],
  ['missing-separator', 'spec', 'a', 'error parse'],
  ['missing-value', 'spec', 'a =', 'error parse'],
  ['missing-value', 'neuro-san', 'a =', 'warning'],
  ['more-faults', 'spec', 'a = [1}\n'.repeat(10_001), 'error parse'],
  ['more-faults', 'spec', 'a = 1\n'.repeat(10_002), 'hint'],
  ['mixed-definitions', 'neuro-san', 'a = 1\na { b = 2 }', 'error runtime'],
  ['mixed-join', 'spec', 'a = [1] x', 'error wrong_type'],
  ['nested-too-deeply', 'spec', nested('[', ']'), 'error parse'],
  ['null-element', 'neuro-san', 'a = [${?b}]', 'warning'],
  ['null-in-text', 'neuro-san', 'a = null ${?b}', 'error runtime'],
  ['null-substituted', 'neuro-san', 'b = null\na = ${b}', 'warning'],
  ['object-as-list', 'neuro-san', 'b { "0" = 1 }\na = ${b} [2]', 'error runtime'],
  ['odd-blank', 'neuro-san', 'a\u00a0= 1', 'error runtime'],
  ['odd-case', 'neuro-san', 'a = True', 'warning'],
  ['optional-cycle', 'neuro-san', 'a = ${?b}\nb = ${?a}', 'error runtime'],
  ['overridden', 'spec', 'a = 1\na = 2', 'hint'],
  ['path-through-scalar', 'neuro-san', 'a = 1\nb = ${?a.c}', 'error runtime'],
  ['rebased-substitution', 'neuro-san', 'a { include "sub.conf" }', 'error runtime'],
  ['required-include-missing', 'spec', 'include required("gone")', 'error io'],
  ['runtime-include', 'neuro-san', 'include package("x")', 'error runtime'],
  ['runtime-key', 'neuro-san', 'a."b" = 1', 'error runtime'],
  ['stray-closer', 'spec', 'a = 1 }', 'error parse'],
  ['substitution-cycle', 'spec', 'a = ${b}\nb = ${a}', 'error cycle'],
  ['tab-expanded', 'neuro-san', 'a = "x\ty"', 'hint'],
  ['text-after-end', 'spec', '{} a', 'error parse'],
  ['text-too-long', 'spec', ' '.repeat(20_000_001), 'error parse'],
  ['too-deep', 'spec', chain, 'error bad_value'],
  ['too-large', 'spec', `a0 = xxxxxxxxxx\n${doubled}`, 'error bad_value'],
  ['too-many-includes', 'spec', 'include "main"\n'.repeat(2001), 'error include_cycle'],
  ['too-many-includes', 'spec', 'include "half"\n'.repeat(3), 'error include_cycle'],
  ['two-unset', 'neuro-san', 'a = 1\na = ${?b}\na = ${?c}', 'warning'],
  ['unclosed-brace', 'spec', 'a {', 'error parse'],
  ['unclosed-bracket', 'spec', 'a = [', 'error parse'],
  ['unclosed-quote', 'spec', 'a = "x', 'error parse'],
  ['unclosed-substitution', 'spec', 'a = ${b', 'error parse'],
  ['unclosed-substitution', 'spec', 'a = ${b\nc = 1', 'error bad_path'],
  ['unclosed-triple', 'spec', 'a = """x', 'error parse'],
  ['unexpected-character', 'spec', 'a = x!', 'error parse'],
  ['unquoted-duration', 'neuro-san', 'a = 10 s', 'error runtime'],
  ['unresolved-substitution', 'spec', 'a = ${b}', 'error unresolved'],
]

const read = (doc: string) => ({ ...others, 'sub.conf': 'x = 1\ny = ${x}' })[doc]

test.each(EXAMPLES)('[HOCON 20] %s in profile %s', (code, profile, text, said) => {
  const { diagnostics } = evaluate(text, { profile, doc: 'opened.conf', read, list: () => Object.keys(others) })
  const found = diagnostics.filter((one) => one.code === code)
  expect(found.map(({ severity, kind = '' }) => `${severity} ${kind}`.trim())).toContain(said)
  for (const { severity, kind } of diagnostics) expect(kind !== undefined).toBe(severity === 'error')
})

test('[HOCON 20] SPEC.md tells of each code, and how bad it is', () => {
  const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')
  const told = [...spec.matchAll(/^\| `([a-z-]+)` .*\| ([^|]*?) +\|$/gm)].map(([, code, as]) => `${code}: ${as}`)
  const ways = new Map<string, Set<string>>()
  for (const [code, profile, , said] of EXAMPLES)
    ways.set(code, (ways.get(code) ?? new Set()).add(profile === 'spec' ? said : `neuro-san: ${said}`))
  expect(told.sort()).toEqual([...ways].map(([code, as]) => `${code}: ${[...as].join(', ')}`).sort())
})

test('[HOCON 20] every code of the sources has an example', () => {
  const folder = new URL('./', import.meta.url)
  const sources = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const said =
    /(?:error|warn|say|hint|unreadable|unclosed|#give|return \[)\(?\s*(?:'[a-z_]+',\s*)?'([a-z]+(?:-[a-z]+)+)'/g
  const codes = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(said)].map(([, code]) => code),
  )
  expect(new Set(codes).size).toBeGreaterThan(55)
  const known = new Set(EXAMPLES.map(([code]) => code))
  expect(codes.filter((code) => code !== undefined && !known.has(code))).toEqual([])
})

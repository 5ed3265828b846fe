// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { readFileSync } from 'node:fs'
import { JsonNumber } from '@slyglass/base'
import { expect, test } from 'vitest'
import { evaluate, get, jsonOf, parseDocument, printTree } from './index.ts'
import { completionsAt, formatText, HoconView, hoverAt } from './language/index.ts'

const text = 'include "base"\nport = 80\nport = ${?PORT}\ngreeting = "Hello" ${name}'
const base = 'name = "you"'

test('the example of the readme gives what it says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`const text = ${JSON.stringify(text).replaceAll('\\"', '"').replace(/^"|"$/g, "'")}`)
  expect(printTree(parseDocument(text, 'spec').root)).toBe(text)
  const { value, diagnostics } = evaluate(text, {
    profile: 'spec',
    doc: 'app.conf',
    read: (doc) => (doc === 'base.conf' ? base : undefined),
    env: (name) => (name === 'PORT' ? '8080' : undefined),
  })
  expect(diagnostics).toEqual([])
  expect(jsonOf(value)).toEqual(
    new Map([
      ['name', 'you'],
      ['port', '8080'],
      ['greeting', 'Hello you'],
    ]),
  )
  expect(get(value, 'port', 'int')).toEqual({ ok: true, value: new JsonNumber('8080') })
  const greeting = value.kind === 'object' ? value.fields.get('greeting')?.value : undefined
  const pieces = greeting?.kind === 'string' ? greeting.pieces.filter(({ written }) => written === 'quoted') : []
  expect(pieces.map(({ place, via }) => [place.doc, place.from, place.to, via.map(({ kind }) => kind)])).toEqual([
    ['app.conf', 53, 58, []],
    ['base.conf', 8, 11, ['substitution', 'include']],
  ])
})

test('the example of the language features gives what it says', () => {
  const view = new HoconView({ profile: 'spec', texts: { 'app.conf': text, 'base.conf': base } }, 'app.conf')
  const about = 'Where it listens.'
  const schema = { file: { keys: [{ key: 'port', kinds: ['number' as const], about, fallback: '80' }] } }
  expect(completionsAt(view, 'app.conf', text.indexOf('port') + 2, { schema })[0]).toMatchObject({ label: 'port' })
  const hover = hoverAt(view, 'app.conf', text.indexOf('port') + 1, schema)
  expect(hover).toMatchObject({ title: 'port', about: { about } })
  expect(hover?.layers).toHaveLength(2)
  expect(formatText(text)).toEqual({ ok: true, value: `${text}\n` })
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits, invertTextEdits, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { fieldSource, type NetworkEdit, networksUsing, planEdit } from '../index.ts'

const FILE = 'registries/shop.hocon'
const BASE = { 'registries/base.hocon': 'tone = "Be kind. "\nmodel { model_name = gpt-4o }\n' }

/** The texts after an edit, or the code of the failure. */
function after(text: string, edit: NetworkEdit, others: Record<string, string> = BASE): string {
  const texts: Record<string, string> = { [FILE]: text, ...others }
  const planned = planEdit({ network: 'shop', file: FILE, texts }, edit)
  if (!planned.ok) return planned.error.code
  const docs = Object.entries(texts).flatMap(([doc, before]) => {
    const edits = planned.value.filter((one) => one.doc === doc)
    const changed = applyTextEdits(before, edits)
    expect(applyTextEdits(changed, invertTextEdits(before, edits))).toBe(before)
    return changed === before && doc !== FILE ? [] : [changed]
  })
  return docs.join('---\n')
}

const shop = (entries: string, top = '') => `${top}tools = [\n${entries}\n]\n`
const [desk, calc, maps] = [
  '  # The desk\n  { name = Desk, instructions = "Hi", tools = [calc] }',
  '  # Adds up\n  { name = calc, class = calc.Calc }',
  '  { name = maps, class = maps.Maps } # knows the way',
]

describe('moving an entry', () => {
  test.each([
    [`${desk},\n${calc},\n${maps}`, 'maps', 'calc', `${desk},\n  { name = maps, class = maps.Maps },\n${calc}`],
    [`${desk},\n${calc},\n${maps}`, 'calc', undefined, `${desk},\n${maps},`.replace(' }, # knows', ' }, # knows')],
    [`${desk}\n${calc}\n${maps}`, 'Desk', 'maps', `${calc}\n${desk}\n${maps}`],
  ])('takes its comment along: %#', (entries, entry, before, expected) => {
    const text = after(shop(entries), { kind: 'move-entry', entry, ...(before === undefined ? {} : { before }) })
    expect(text).toContain(entry === 'calc' ? '# Adds up\n  { name = calc, class = calc.Calc }' : expected.slice(0, 40))
    const order = [...text.matchAll(/name = (\w+)/g)].map((match) => match[1])
    const wanted = ['Desk', 'calc', 'maps'].filter((name) => name !== entry)
    wanted.splice(before === undefined ? 2 : wanted.indexOf(before), 0, entry)
    expect(order).toEqual(wanted)
  })

  test('on one line, to where it is, and from an include', () => {
    expect(
      after('tools = [ { name = a }, { name = b }, { name = c } ]\n', { kind: 'move-entry', entry: 'c', before: 'a' }),
    ).toBe('tools = [ { name = c }, { name = a }, { name = b } ]\n')
    expect(after(shop(`${desk},\n${calc}`), { kind: 'move-entry', entry: 'Desk', before: 'calc' })).toBe(
      shop(`${desk},\n${calc}`),
    )
    expect(after(shop(desk), { kind: 'move-entry', entry: 'nobody' })).toBe('unknown-entry')
  })
})

describe('copying an entry', () => {
  test.each([
    [`${desk},\n${calc}`, 'calc', `${desk},\n${calc},\n  { name = sums, class = calc.Calc }`],
    [`${desk},\n${calc}`, 'Desk', `${desk},\n  { name = sums, instructions = "Hi", tools = [calc] },\n${calc}`],
    [`  { name = a }, { name = calc },`, 'a', `  { name = a },\n  { name = sums }, { name = calc },`],
    [`  { "name": "a" }\n  { "name": "calc" }`, 'a', `  { "name": "a" }\n  { "name": "sums" }\n  { "name": "calc" }`],
  ])('%# puts the copy right after it', (entries, entry, expected) => {
    expect(after(shop(entries), { kind: 'duplicate-entry', entry, to: 'sums' })).toBe(shop(expected))
  })

  test('refuses a name that is taken', () => {
    expect(after(shop(`${desk},\n${calc}`), { kind: 'duplicate-entry', entry: 'Desk', to: 'calc' })).toBe('name-taken')
  })
})

describe('an inherited value', () => {
  const top = 'include "registries/base.hocon"\n'
  const text = shop(
    '  { name = Desk, instructions = ${tone} "Sell.", llm_config = ${model} },\n  { name = b, instructions = ${tone} "Buy." }',
    top,
  )
  const path = ['llm_config', 'model_name']
  const set = (kind: 'set-field' | 'set-where-defined'): NetworkEdit => ({ kind, entry: 'Desk', path, value: 'gpt-5' })

  test('is changed where it is defined, or overridden here', () => {
    expect(after(text, set('set-where-defined'))).toBe(
      `${text}---\n${BASE['registries/base.hocon'].replace('gpt-4o', 'gpt-5')}`,
    )
    expect(after(text, set('set-field'))).toBe(text.replace('${model}', '${model} { model_name = gpt-5 }'))
  })

  test('says in how many networks it is used', () => {
    const input = (network: string, texts: Record<string, string>) => ({
      network,
      file: `${network}.hocon`,
      texts: { ...BASE, ...texts },
    })
    const inputs = [
      input('a', { 'a.hocon': text }),
      input('b', { 'b.hocon': `${top}tools = [ { name = x, instructions = \${tone} } ]` }),
      input('c', { 'c.hocon': 'tools = [ { name = x } ]' }),
    ]
    const source = fieldSource(inputs[0] as (typeof inputs)[number], 'Desk', ['instructions'])
    expect(source?.pieces.map(({ text: piece, isOwn }) => [piece.trim(), isOwn])).toEqual([
      ['Be kind.', false],
      ['', true],
      ['Sell.', true],
    ])
    const shared = source?.pieces[0]
    expect(shared === undefined ? [] : networksUsing(inputs, shared.at)).toEqual(['a', 'b'])
  })

  test('[S-6] a value says by which way it came, and where the names of commondefs in it are given', () => {
    const shop = `include "registries/base.hocon"
commondefs.replacement_strings { city = Lima }
commondefs.replacement_values { rules = "Be fair." }
llm_config { model_name = own }
tools = [ { name = Desk, instructions = "In {city}.", command = rules, function { description = \${tone} } } ]`
    const texts = { [FILE]: shop, ...BASE }
    const input = { network: 'shop', file: FILE, texts }
    const written = (path: readonly string[]) => {
      const source = fieldSource(input, 'Desk', path)
      const textOf = (at?: { doc: string; from: number; to: number }) =>
        at === undefined ? undefined : (texts as Record<string, string>)[at.doc]?.slice(at.from, at.to)
      return {
        at: `${source?.at.doc.split('/').at(-1)} ${textOf(source?.at)}`,
        is: [source?.isInherited === true ? 'inherited' : 'own', ...(source?.isDefault === true ? ['default'] : [])],
        via: source?.via.map(({ kind }) => kind),
        names: source?.names.map(({ name, at }) => `${name} = ${textOf(at)}`),
      }
    }
    expect(written(['function', 'description'])).toEqual({
      at: 'base.hocon "Be kind. "',
      is: ['inherited'],
      via: ['substitution', 'include'],
      names: [],
    })
    expect(written(['llm_config', 'model_name'])).toMatchObject({ at: 'shop.hocon own', is: ['inherited', 'default'] })
    expect(written(['instructions'])).toMatchObject({ is: ['own'], names: ['city = Lima'] })
    expect(written(['command'])).toMatchObject({ is: ['own'], names: ['rules = "Be fair."'] })
  })

  test('piece by piece: each is changed where it is written', () => {
    const piece = (index: number, to: string) =>
      after(text, { kind: 'set-piece', entry: 'Desk', path: ['instructions'], piece: index, text: to })
    expect(piece(2, 'Sell "all".')).toBe(text.replace('"Sell."', '"Sell \\"all\\"."'))
    expect(piece(0, 'Be short. ')).toBe(
      `${text}---\n${BASE['registries/base.hocon'].replace('Be kind. ', 'Be short. ')}`,
    )
    expect(piece(9, 'x')).toBe('no-piece')
    expect(after(text, { kind: 'set-where-defined', entry: 'Desk', path: ['instructions'], value: 'x' })).toBe(
      'in-pieces',
    )
  })

  test('is written out where it is used', () => {
    expect(after(text, { kind: 'inline', entry: 'Desk', path: ['instructions'] })).toBe(
      text.replace('${tone} "Sell."', '"Be kind.  Sell."'),
    )
    expect(after(text, { kind: 'inline', entry: 'Desk', path: ['llm_config'] })).toContain(
      'llm_config = { model_name = gpt-4o }',
    )
    expect(after(text, { kind: 'inline', entry: 'Desk', path: ['name'] })).toBe('no-substitution')
  })
})

describe('commondefs', () => {
  const extract = (entry: string, path: readonly string[], name: string): NetworkEdit => ({
    kind: 'extract-to-commondefs',
    entry,
    path,
    name,
  })

  test('take a text or a value, and the tools stay what they are', () => {
    const text = shop('  { name = Desk, instructions = "Hi", tools = [calc] },\n  { name = calc, class = c.C }')
    expect(after(text, extract('Desk', ['instructions'], 'hello'))).toBe(
      `${text.replace('"Hi"', '"{hello}"')}commondefs {\n  replacement_strings {\n    hello = "Hi"\n  }\n}\n`,
    )
    expect(after(text, extract('Desk', ['tools'], 'my_tools'))).toContain('tools = "my_tools"')
    const defs = `commondefs {\n  replacement_strings {\n    a = "b"\n  }\n}\n${text}`
    expect(after(defs, extract('Desk', ['instructions'], 'hello'))).toBe(
      defs.replace('    a = "b"\n', '    a = "b",\n    hello = "Hi"\n').replace('"Hi",', '"{hello}",'),
    )
    expect(after(defs, extract('Desk', ['instructions'], 'a'))).toBe('name-taken')
  })
})

describe('the top of a network', () => {
  test.each([
    [['llm_config', 'temperature'], 0.5, 'llm_config {\n  temperature = 0.5\n}'],
    [['metadata', 'description'], 'Sells', 'description = "Sells"'],
    [['max_steps'], 5, 'max_steps = 5'],
  ])('sets %j', (path, value, expected) => {
    const text = after(shop(desk, 'verbose = true\n'), { kind: 'set-network-field', path, value: toJson(value) })
    expect(text).toContain(expected.split('\n')[0])
    expect(text).toContain('verbose = true\n')
  })

  test('changes and takes away', () => {
    const text = shop(desk, 'max_steps = 5 # why\n')
    expect(after(text, { kind: 'set-network-field', path: ['max_steps'], value: toJson(6) })).toBe(
      text.replace('5', '6'),
    )
    expect(after(text, { kind: 'set-network-field', path: ['max_steps'], value: null })).toBe(shop(desk))
    expect(after(text, { kind: 'set-network-field', path: ['tools'], value: null })).toBe('bad-path')
  })

  test('gets and loses an include', () => {
    const add: NetworkEdit = { kind: 'add-include', doc: 'registries/base.hocon' }
    const remove: NetworkEdit = { kind: 'remove-include', doc: 'registries/base.hocon' }
    const text = shop(desk)
    expect(after(text, add)).toBe(`include "registries/base.hocon"\n${text}`)
    expect(after(`{\n  ${text}}\n`, add)).toBe(`{\n  include "registries/base.hocon"\n  ${text}}\n`)
    expect(after(`include "registries/base.hocon"\n${text}`, remove)).toBe(text)
    expect(after(shop('  { name = a, instructions = ${tone} }', 'include "registries/base.hocon"\n'), remove)).toBe(
      'cannot-edit',
    )
    expect(after(text, { kind: 'add-include', doc: 'gone.hocon' })).toBe('missing-document')
  })

  test('an agent in the AAOSA convention brings the include that it needs', () => {
    const shared = { 'registries/aaosa_basic.hocon': 'aaosa_call { parameters {} }\naaosa_instructions = "Ask all."\n' }
    const text = after(shop(desk), { kind: 'add-agent', name: 'Helper', caller: 'Desk', template: 'aaosa' }, shared)
    expect(text).toContain('include "registries/aaosa_basic.hocon"\n')
    expect(text).toContain('function = ${aaosa_call} { description')
    expect(text).toContain('tools = [calc, "Helper"]')
    expect(after(shop(desk), { kind: 'add-agent', name: 'Helper', template: 'aaosa' })).toBe('no-aaosa')
  })
})

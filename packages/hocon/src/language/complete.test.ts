// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { marked } from '../testing/marked.ts'
import { haveTexts, readTexts, textSets } from '../testing/public-texts.ts'
import { completionsAt, HoconView, type SchemaTable, spotAt } from './index.ts'

const schema: SchemaTable = {
  file: {
    keys: [
      { key: 'shops', kinds: ['list'], about: 'All shops.', shape: 'shop' },
      { key: 'limits', kinds: ['object'], about: 'Limits.', shape: 'limits' },
      { key: 'mode', kinds: ['text'], about: 'How.', values: ['fast', 'slow'] },
    ],
  },
  shop: {
    keys: [
      { key: 'name', kinds: ['text'], about: 'Its name.' },
      { key: 'open', kinds: ['flag'], about: 'Whether it is open.' },
      { key: 'next', kinds: ['list'], about: 'Other shops.', names: 'shop' },
      { key: 'limits', kinds: ['object'], about: 'Limits.', shape: 'limits' },
    ],
  },
  limits: {
    keys: [{ key: 'seconds', kinds: ['number'], about: 'Time.' }],
    others: { kinds: ['number'], about: 'More.' },
  },
}

const offers = (text: string, others?: Record<string, string>, more = {}) => {
  const { view, doc, offset } = marked(text, others, more)
  return completionsAt(view, doc, offset, {
    schema,
    names: (kind) =>
      kind === 'shop' ? [{ name: 'Bakery' }, { name: 'Fish shop' }] : kind === 'placeholder' ? [{ name: 'city' }] : [],
  })
}
const labels = (text: string, others?: Record<string, string>, more = {}) =>
  offers(text, others, more).map(({ label }) => label)

/** The text after taking one offer, with the cursor in it. */
function taken(text: string, label: string): string {
  const offer = offers(text).find((one) => one.label === label)
  if (offer === undefined) return `no ${label}`
  const caret = offer.caret ?? offer.text.length
  const inserted = `${offer.text.slice(0, caret)}<|>${offer.text.slice(caret)}`
  return applyTextEdits(text.replace('<|>', ''), [{ from: offer.from, to: offer.to, text: inserted }])
}

describe('completion of keys follows the place', () => {
  test.each([
    ['<|>', ['shops', 'limits', 'mode']],
    ['{ <|> }', ['shops', 'limits', 'mode']],
    ['mode = fast\n<|>', ['shops', 'limits']],
    ['mo<|>', ['shops', 'limits', 'mode']],
    ['mo<|>de = fast', ['shops', 'limits', 'mode']],
    ['shops = [ { <|> } ]', ['name', 'open', 'next', 'limits']],
    ['shops = [ { name = a, <|> } ]', ['open', 'next', 'limits']],
    ['shops = [ { name = a\n<|>', ['open', 'next', 'limits']],
    ['{ "shops": [ { "name": "a" }, { "na<|>', ['name', 'open', 'next', 'limits']],
    ['shops = [ { limits { <|> } } ]', ['seconds']],
    ['limits { seconds = 1 <|> }', []],
    ['limits { a = { <|> } }', []],
    ['# <|>', []],
    ['x = [ { <|> } ]', []],
  ])('%s', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test.each([
    ['<|>', 'shops', 'shops = [<|>]'],
    ['{\n  "mode": "fast",\n  <|>\n}', 'limits', '{\n  "mode": "fast",\n  "limits": {<|>}\n}'],
    ['{\n  "mode": "fast",\n  "li<|>"\n}', 'limits', '{\n  "mode": "fast",\n  "limits": {<|>}\n}'],
    ['{ "shops" : [ { <|> } ] }', 'name', '{ "shops" : [ { "name" : "<|>" } ] }'],
    ['mode = fast\nli<|>', 'limits', 'mode = fast\nlimits {<|>}'],
    ['mo<|> = fast', 'mode', 'mode<|> = fast'],
  ])('%s with %s becomes %s', (text, label, expected) => {
    expect(taken(text, label)).toBe(expected)
  })
})

describe('completion of values follows the key', () => {
  test.each([
    ['mode = <|>', ['fast', 'slow']],
    ['mode = "<|>"', ['fast', 'slow']],
    ['mode = "f<|>', ['fast', 'slow']],
    ['mode =\n  <|>', ['fast', 'slow']],
    ['shops = [ { open = <|> } ]', ['true', 'false']],
    ['shops = [ { next = [<|>] } ]', ['Bakery', 'Fish shop']],
    ['shops = [ { next = ["Bakery", "<|>"] } ]', ['Bakery', 'Fish shop']],
    ['shops = [ { name = "in {<|>" } ]', ['city']],
    ['shops = [ { name = """in\n{ci<|>ty} and""" } ]', ['city']],
  ])('%s', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test.each([
    ['{ "shops": [ { "next": [<|>] } ] }', 'Bakery', '{ "shops": [ { "next": ["Bakery"<|>] } ] }'],
    ['{ "shops": [ { "next": ["B<|>"] } ] }', 'Bakery', '{ "shops": [ { "next": ["Bakery"<|>] } ] }'],
    ['shops = [ { name = """in {ci<|>ty} and""" } ]', 'city', 'shops = [ { name = """in {city}<|> and""" } ]'],
  ])('%s with %s becomes %s', (text, label, expected) => {
    expect(taken(text, label)).toBe(expected)
  })
})

describe('completion of paths', () => {
  const base = { 'lib/base.hocon': 'tone = "kind"\nask { who = me, deep { x = 1 } }' }

  test('inside a substitution knows all documents, shows values, and goes deeper as one types', () => {
    const text = 'include "lib/base.hocon"\na = ${<|>}'
    expect(offers(text, base).map(({ label, detail }) => `${label} ${detail}`)).toEqual([
      'tone "kind"',
      'ask { who, deep }',
      'ask.who "me"',
      'ask.deep { x }',
    ])
    expect(labels('include "lib/base.hocon"\na = ${ask.deep<|>}', base)).toContain('ask.deep.x')
    expect(labels('a = ${?<|>}', {}, { env: { HOME: '/h' } })).toEqual(['HOME'])
    expect(labels('a = "x" ${?n<|>', { 'lib/base.hocon': '' })).toEqual(['a'])
  })

  test('after include lists the files of the project as this document must name them', () => {
    const files = { files: ['lib/base.hocon', 'lib/more.hocon', 'main.hocon', 'tool.py'] }
    expect(labels('include "<|>"', base, files)).toEqual(['lib/base.hocon', 'lib/more.hocon'])
    expect(labels('include "lib/base.hocon"', { 'lib/base.hocon': 'include "<|>"' }, files)).toEqual([
      '../main.hocon',
      'more.hocon',
    ])
  })
})

test.skipIf(!haveTexts)('a place is told at every offset of public files, and its range is inside the text', () => {
  const texts = readTexts(textSets[0]?.root ?? '')
  for (const [doc, text] of [...texts].filter((_, index) => index % 40 === 0)) {
    const view = new HoconView({ profile: 'neuro-san', texts: { [doc]: text } }, doc)
    for (let offset = 0; offset <= text.length; offset += 17) {
      const spot = spotAt(text, view.parsed(doc).root, offset, 'neuro-san')
      expect(spot.from).toBeGreaterThanOrEqual(0)
      expect(spot.to).toBeLessThanOrEqual(text.length)
      expect(spot.from).toBeLessThanOrEqual(spot.to)
    }
  }
})

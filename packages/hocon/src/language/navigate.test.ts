// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { marked } from '../testing/marked.ts'
import { definitionAt, type HoconView, hoverAt, inlaysOf, referencesAt, renameKey, type SchemaTable } from './index.ts'

const base = { 'lib/base.hocon': 'tone = "kind"\nask { who = me, tone = ${tone} }' }
const main = 'include "lib/base.hocon"\n'

const show = (view: HoconView, places: readonly { doc: string; from: number; to: number }[]) =>
  places.map(({ doc, from, to }) => `${doc}:${from} ${view.text(doc).slice(from, to)}`)

describe('definition', () => {
  test.each([
    [`${main}a = \${to<|>ne}`, ['lib/base.hocon:0 tone']],
    [`${main}a = \${ask.wh<|>o}`, ['lib/base.hocon:20 who']],
    [`${main}a = \${as<|>k.who}`, ['lib/base.hocon:14 ask']],
    [`${main}a = \${?non<|>e}`, []],
    ['include "lib/ba<|>se.hocon"', ['lib/base.hocon:0 ']],
    ['a = 1\na<|> = 2', ['main.hocon:0 a', 'main.hocon:6 a']],
    ['# a <|>', []],
  ])('of %s', (text, expected) => {
    const { view, doc, offset } = marked(text, base)
    expect(show(view, definitionAt(view, doc, offset))).toEqual(expected)
  })
})

describe('references', () => {
  test.each([
    ['a<|> = 1\nb = ${a} "x" ${?a}\n# ${a}', ['main.hocon:0 a'], ['main.hocon:12 a', 'main.hocon:22 a']],
    [`${main}x = \${ask.wh<|>o}`, ['lib/base.hocon:20 who'], ['main.hocon:35 who']],
    [`${main}x = \${ask.who}, y = \${as<|>k}`, ['lib/base.hocon:14 ask'], ['main.hocon:31 ask', 'main.hocon:47 ask']],
    [`${main}x = \${to<|>ne}`, ['lib/base.hocon:0 tone'], ['main.hocon:31 tone', 'lib/base.hocon:39 tone']],
    ['a.b<|>.c = 1\nx = ${a.b.c}', ['main.hocon:2 b'], ['main.hocon:18 b']],
  ])('of %s', (text, definitions, uses) => {
    const { view, doc, offset } = marked(text, base)
    const found = referencesAt(view, doc, offset)
    expect([show(view, found.definitions), show(view, found.uses)]).toEqual([definitions, uses])
  })
})

describe('renaming a key', () => {
  const renamed = (text: string, to: string, others: Record<string, string> = base) => {
    const { view, doc, offset } = marked(text, others)
    const edits = renameKey([view], doc, offset, to)
    if (!edits.ok) return edits.error.code
    const docs = [...new Set(edits.value.map((edit) => edit.doc))]
    return docs
      .map((one) =>
        applyTextEdits(
          view.text(one),
          edits.value.filter((edit) => edit.doc === one),
        ),
      )
      .join('\n---\n')
  }

  test.each([
    ['a<|> = 1\nb = ${a} "x" ${?a}\n# ${a}', 'z', 'z = 1\nb = ${z} "x" ${?z}\n# ${a}'],
    ['"a<|>": 1, "b": ${a}', 'z', '"z": 1, "b": ${z}'],
    ['a.b<|>.c = 1\na.b.d = 2\nx = ${a.b.c}', 'z', 'a.z.c = 1\na.z.d = 2\nx = ${a.z.c}'],
    ['a { b = 1 }, a { b<|> = 2 }, x = ${a} { c = ${a.b} }', 'z', 'a { z = 1 }, a { z = 2 }, x = ${a} { c = ${a.z} }'],
    ['t = [ { b<|> = 1 }, { b = 2 } ]', 'z', 't = [ { z = 1 }, { b = 2 } ]'],
    ['a<|> = 1, b = 2', 'b', 'name-taken'],
    ['a<|> = 1', 'x"y', 'bad-name'],
    ['a = 1<|>', 'x', 'no-key'],
    ['a<|> = ${?HOME}', 'x', 'x = ${?HOME}'],
  ])('%s to %s', (text, to, expected) => {
    expect(renamed(text, to)).toBe(expected)
  })

  test('reaches the documents of the include graph', () => {
    expect(renamed(`${main}x = \${to<|>ne}`, 'mood')).toBe(
      'mood = "kind"\nask { who = me, tone = ${mood} }\n---\ninclude "lib/base.hocon"\nx = ${mood}',
    )
  })

  test('reaches every root that uses the document', () => {
    const texts = { 'main.hocon': `${main}x = \${tone}`, 'b.hocon': `${main}y = \${tone}`, ...base }
    const first = marked(`${main}x = \${tone}`, { ...base, 'b.hocon': texts['b.hocon'] })
    const other = new (first.view.constructor as typeof HoconView)(first.view.sources, 'b.hocon')
    const edits = renameKey([first.view, other], 'lib/base.hocon', 1, 'mood')
    expect(edits.ok && edits.value.map(({ doc }) => doc).sort()).toEqual([
      'b.hocon',
      'lib/base.hocon',
      'lib/base.hocon',
      'main.hocon',
    ])
  })
})

describe('hover', () => {
  const schema: SchemaTable = { file: { keys: [{ key: 'a', kinds: ['number'], about: 'An amount.' }] } }

  test('over a key shows its value, every layer, and what the key means', () => {
    const { view, doc, offset } = marked('a = 1\na<|> = 2')
    expect(hoverAt(view, doc, offset, schema)).toMatchObject({
      title: 'a',
      value: '2',
      layers: [
        { text: 'a = 1', counts: false },
        { text: 'a = 2', counts: true },
      ],
      about: { about: 'An amount.' },
    })
  })

  test.each([
    [`${main}x = \${to<|>ne}`, '"kind"'],
    ['x = "a" ${?b<|>}', 'not set'],
    ['x = ${<|>b}', 'names nothing'],
    ['x = ${?HO<|>ME}', 'environment variable HOME'],
    ['x = 5<|>', '5'],
    ['a = 1\na = ${a<|>} "b"', '"1"'],
  ])('over %s shows %s and never the value of a variable', (text, value) => {
    const { view, doc, offset } = marked(text, base, { env: { HOME: 'secret-place' } })
    const hover = hoverAt(view, doc, offset)
    expect(hover?.value).toBe(value)
    expect(JSON.stringify(hover)).not.toContain('secret-place')
  })

  test('over a shared key says how often it ends up in the document', () => {
    const { view, offset } = marked(`${main}x = \${ask} { y = 1 }\nz = \${ask}`, {
      'lib/base.hocon': 'ask { wh<|>o = me }',
    })
    expect(hoverAt(view, 'lib/base.hocon', offset)).toMatchObject({ title: 'ask.who', uses: 3 })
  })

  test('over an include names the file; over a comment there is nothing', () => {
    const over = (text: string) => {
      const { view, doc, offset } = marked(text, base)
      return hoverAt(view, doc, offset)?.title
    }
    expect(over('include "lib/<|>base.hocon"')).toBe('lib/base.hocon')
    expect(over('# a <|> b')).toBeUndefined()
  })
})

test('inlays show what each substitution gives, piece by piece', () => {
  const { view, doc, text } = marked(
    'a = "x"\nb = ${a} "y" ${a}${?no}\no { k = 1 }\nc = ${o} { d = ${?HOME} }',
    {},
    { env: { HOME: 's' } },
  )
  expect(inlaysOf(view, doc).map(({ at, text: shown }) => `${text.slice(0, at).split('$').at(-1)} ${shown}`)).toEqual([
    '{a} "x"',
    '{a} "x"',
    '{?no} not set',
    '{o} { k }',
    '{?HOME} environment variable HOME',
  ])
})

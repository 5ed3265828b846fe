// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { describe, expect, test } from 'vitest'
import { marked } from '../testing/marked.ts'
import { haveTexts, readTexts, textSets } from '../testing/public-texts.ts'
import {
  actionsAt,
  coloursOf,
  foldsOf,
  HoconView,
  type OutlineItem,
  outlineOf,
  overlayColours,
  selectionsAt,
} from './index.ts'

const viewOf = (text: string) => new HoconView({ profile: 'neuro-san', texts: { x: text } }, 'x')
const tree = (text: string) => viewOf(text).parsed('x').root

describe('colours', () => {
  test.each([
    ['a = "s" # c', ['key a', 'mark =', 'string "s"', 'comment # c']],
    ['include "x"', ['include include', 'string "x"']],
    ['a += 1.5', ['key a', 'mark +=', 'number 1.5']],
    ['a = ${?b} word True', ['key a', 'mark =', 'substitution ${?b}', 'word word', 'keyword True']],
    ['"a" : """x\ny"""', ['key "a"', 'mark :', 'string """x', 'string y"""']],
    ['{ a', ['mark {', 'error a']],
  ])('of %j', (text, expected) => {
    expect(coloursOf(tree(text)).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)).toEqual(expected)
  })

  test('give way to marks of the caller', () => {
    const text = 'a = "in {city} x"'
    const marks = [
      { from: 5, to: 7, kind: 'prompt' },
      { from: 8, to: 14, kind: 'placeholder' },
    ]
    const laid = overlayColours(coloursOf(tree(text)), marks)
    expect(laid.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)).toEqual([
      'key a',
      'mark =',
      'string "',
      'prompt in',
      'string  ',
      'placeholder {city}',
      'string  x"',
    ])
  })
})

describe('folding', () => {
  test.each([
    ['a {\n b = 1\n}', ['object {\n b = 1\n}']],
    ['a = { b = 1 }', []],
    ['a = [\n 1\n]', ['list [\n 1\n]']],
    ['a = """x\ny"""', ['text """x\ny"""']],
    ['# one\n# two\na = 1\n# three\n\n# four', ['comment # one\n# two']],
    ['# Copyright me\n# all\na = 1\n# b\n# c', ['licence # Copyright me\n# all', 'comment # b\n# c']],
    ['a = 1 # x\n# y', []],
  ])('of %j', (text, expected) => {
    expect(foldsOf(text, tree(text)).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)).toEqual(expected)
  })
})

describe('a growing selection', () => {
  test.each([
    [
      'a { b = "one t<|>wo" }',
      ['two', 'one two', '"one two"', 'b = "one two"', ' b = "one two" ', '{ b = "one two" }'],
    ],
    ['a = [1, 2<|>3]', ['23', '1, 23', '[1, 23]', 'a = [1, 23]']],
    ['a = ${b<|>.c}', ['b', '${b.c}', 'a = ${b.c}']],
  ])('of %s', (source, expected) => {
    const { view, doc, offset, text } = marked(source)
    const ranges = selectionsAt(text, view.parsed(doc).root, offset).map(({ from, to }) => text.slice(from, to))
    expect(ranges.slice(0, expected.length)).toEqual(expected)
    expect(ranges.at(-1)).toBe(text)
  })
})

describe('outline', () => {
  const show = (items: readonly OutlineItem[]): readonly unknown[] =>
    items.map(({ name, children }) => (children.length === 0 ? name : [name, ...show(children)]))

  test.each([
    ['a = 1\nb { c = 2 }', ['a', ['b', 'c']]],
    ['{ t = [ { name = One, x = 1 }, { y = 2 }, 3 ] }', [['t', ['One', 'name', 'x'], ['[1]', 'y']]]],
    ['t = ${b} [ { name = "Two" } ]', [['t', ['Two', 'name']]]],
    ['a.b = 1', ['a.b']],
    ['t = [ { name = "Bro', [['t', ['Bro', 'name']]]],
  ])('of %s', (text, expected) => {
    expect(show(outlineOf(viewOf(text), 'x', { titles: ['name'] }))).toEqual(expected)
  })
})

test('actions are the repairs of the diagnostics at a range, and files to create', () => {
  const text = 'include "gone.hocon"\na = True\nb = [1,,2]'
  const { evaluation } = viewOf(text)
  const at = (from: number, to: number) =>
    actionsAt(evaluation.diagnostics, evaluation.missing, 'x', { from, to }).map(({ title }) => title)
  expect(at(0, 5)).toEqual([])
  expect(at(10, 12)).toEqual(['Create gone.hocon'])
  expect(at(26, 26)).toEqual(['Write true'])
  expect(at(21, text.length)).toEqual(['Write true', 'Remove the comma'])
})

test.skipIf(!haveTexts)('every range of public files lies inside the text and nothing overlaps', () => {
  for (const { root } of textSets) {
    for (const [doc, text] of readTexts(root)) {
      const view = new HoconView({ profile: 'neuro-san', texts: { [doc]: text } }, doc)
      const parsed = view.parsed(doc).root
      let at = 0
      for (const { from, to } of coloursOf(parsed)) {
        if (from < at || to <= from || to > text.length) throw new Error(`${doc}: colour ${from}-${to}`)
        at = to
      }
      for (const { from, to } of foldsOf(text, parsed))
        if (from < 0 || to > text.length) throw new Error(`${doc}: fold`)
      const check = (items: readonly OutlineItem[], low: number, high: number): void => {
        for (const item of items) {
          if (item.from < low || item.to > high || item.nameFrom < item.from) throw new Error(`${doc}: ${item.name}`)
          check(item.children, item.from, item.to)
        }
      }
      check(outlineOf(view, doc, { titles: ['name'] }), 0, text.length)
    }
  }
})

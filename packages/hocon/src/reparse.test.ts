// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Element,
  isToken,
  type Node,
  type ParsedDocument,
  parseDocument,
  printTree,
  reparse,
  TreeCache,
} from './index.ts'
import { haveTexts, readTexts, textSets } from './testing/public-texts.ts'

const soak = process.env.SLYGLASS_SOAK === '1'

function same(text: string, from: number, to: number, inserted: string, profile: ParsedDocument['profile']): void {
  const before = parseDocument(text, profile)
  const changed = text.slice(0, from) + inserted + text.slice(to)
  const after = reparse(before, changed)
  expect(after).toEqual(parseDocument(changed, profile))
}

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '"""',
  '\n',
  ' ',
  ',',
  '=',
  ':',
  '#',
  'a',
  'b = 1',
  '${x}',
  'c {',
  '\n  d = """x"""',
  '1',
]

describe('reading a changed text from the tree before', () => {
  test('gives what reading it from the start gives, for texts of all kinds', () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(3), fc.constantFrom('', ...pieces), (source, at, cut, inserted) => {
        const from = at % (source.length + 1)
        for (const profile of ['spec', 'neuro-san'] as const)
          same(source, from, Math.min(source.length, from + cut), inserted, profile)
      }),
      { numRuns: soak ? 50_000 : 2000 },
    )
  })

  test.skipIf(!haveTexts)(
    'gives the same for changes of public files, and reuses what is not around the change',
    () => {
      const texts = [...readTexts(textSets[0]?.root ?? '').values()]
      let state = 11
      const next = (limit: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return Math.floor((state / 2 ** 32) * limit)
      }
      const runs = soak ? 5000 : 120
      let reused = 0
      for (let run = 0; run < runs; run += 1) {
        const text = texts[next(texts.length)] ?? ''
        const at = next(text.length)
        const before = parseDocument(text, 'neuro-san')
        const changed = text.slice(0, at) + (pieces[next(pieces.length)] ?? '') + text.slice(at + next(3))
        const after = reparse(before, changed)
        const full = parseDocument(changed, 'neuro-san')
        expect(printTree(after.root)).toBe(changed)
        expect(shape(after.root)).toBe(shape(full.root))
        expect(after.faults).toEqual(full.faults)
        if (shares(before.root, after.root)) reused += 1
      }
      console.log(`changes of public files: ${reused} of ${runs} read a part of the text only`)
      expect(reused).toBeGreaterThan(runs / 4)
    },
  )

  test('a cache gives the very tree again for the same text', () => {
    const cache = new TreeCache('neuro-san')
    const first = cache.parse('x', 'a { b = 1 }')
    expect(cache.parse('x', 'a { b = 1 }')).toBe(first)
    expect(cache.parse('x', 'a { b = 12 }')).toEqual(parseDocument('a { b = 12 }', 'neuro-san'))
  })
})

const shape = (element: Element): string =>
  isToken(element) ? `${element.token}:${element.width}` : `${element.node}(${element.parts.map(shape).join()})`

function shares(before: Node, after: Node): boolean {
  const known = new Set<Element>()
  const collect = (node: Node): void => {
    for (const part of node.parts)
      if (!isToken(part)) {
        known.add(part)
        collect(part)
      }
  }
  collect(before)
  const search = (node: Node): boolean => node.parts.some((part) => known.has(part) || (!isToken(part) && search(part)))
  return search(after)
}

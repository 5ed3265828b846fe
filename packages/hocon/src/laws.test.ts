// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { type Json, jsonEquals, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type HoconValue, jsonOf, originsOf, type Profile, parseDocument, printTree } from './index.ts'
import { haveTexts, readTexts, textSets } from './testing/public-texts.ts'

const PROFILES: readonly Profile[] = ['spec', 'neuro-san']
const soak = process.env.SLYGLASS_SOAK === '1'

const texts = textSets.flatMap(({ root }) => [...readTexts(root).values()])

const hoconish = fc
  .array(
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        '"',
        '"""',
        '${',
        '${?',
        '=',
        ':',
        '+=',
        ',',
        '\n',
        '\r\n',
        '\r',
        ' ',
        '\t',
        '#',
        '//',
        '\\',
        '\\"',
      ],
      ...[
        'a',
        'b.c',
        'include',
        'true',
        'null',
        '1',
        '1.5e3',
        '10 s',
        '$',
        '+',
        'é',
        '日',
        '\u00a0',
        '\ufeff',
        'a = ',
        'b { ',
        '__proto__',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

function holds(text: string): void {
  for (const profile of PROFILES) {
    const parsed = parseDocument(text, profile)
    if (printTree(parsed.root) !== text) throw new Error(`another text comes back: ${JSON.stringify(text)}`)
    for (const { from, to } of parsed.faults)
      if (from < 0 || to < from || from > text.length) throw new Error('a fault outside the text')
    evaluate(text, { profile, doc: 'x' })
  }
}

describe('for every text', () => {
  test('the tree prints back to it, and neither parsing nor evaluating throws', () => {
    fc.assert(fc.property(fc.oneof(hoconish, fc.string({ unit: 'binary' })), holds), { numRuns: soak ? 20_000 : 1500 })
  })

  test.skipIf(!haveTexts)(
    'the same holds for prefixes and mutations of the public networks',
    { timeout: 7_200_000 },
    () => {
      // Every prefix of twenty small files, every 50th of the largest, and 10,000 changes; each run takes its share.
      const small = texts.filter((text) => text.length < 8000).slice(0, 20)
      const largest = [...texts].sort((one, other) => other.length - one.length)[0] ?? ''
      const prefixes = [
        ...small.flatMap((text) => Array.from(text, (_, end) => () => text.slice(0, end))),
        ...Array.from({ length: Math.floor(largest.length / 50) }, (_, index) => () => largest.slice(0, index * 50)),
      ]
      let state = 7
      const next = (limit: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return Math.floor((state / 2 ** 32) * limit)
      }
      const chosen = soak ? prefixes : Array.from({ length: 150 }, () => prefixes[next(prefixes.length)] ?? (() => ''))
      for (const prefix of chosen) holds(prefix())
      const changes = soak ? 10_000 : 150
      for (let run = 0; run < changes; run += 1) {
        const text = texts[next(texts.length)] ?? ''
        const at = next(text.length)
        const inserted = ['', '"', '}', ']', '{', '[', '"""', '${', ',', '\n'][next(10)] ?? ''
        holds(text.slice(0, at) + inserted + text.slice(at + next(4)))
      }
      for (const text of texts) if (soak || next(10) === 0) holds(text)
      console.log(`texts of public files: ${chosen.length} of ${prefixes.length} prefixes, ${changes} of 10000 changes`)
    },
  )
})

const leafJson = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.stringMatching(/^[a-z ]{0,6}$/),
  fc.constant('"""x\ny'),
)
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leafJson,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,5}$/), tie('value'), { maxKeys: 4 }),
  ),
})).value

function leaves(value: HoconValue): readonly HoconValue[] {
  if (value.kind === 'list') return value.items.flatMap(leaves)
  if (value.kind === 'object') return [...value.fields.values()].flatMap((field) => leaves(field.value))
  return [value]
}

describe('for every JSON text', () => {
  test('both profiles give the value that JSON has', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,5}$/), tree, { maxKeys: 4 }), (object) => {
        const exact = toJson(object)
        for (const style of ['compact', 'indented'] as const)
          for (const profile of PROFILES) {
            const { value, diagnostics } = evaluate(printJson(exact, style), { profile, doc: 'x' })
            expect(diagnostics).toEqual([])
            expect(jsonEquals(jsonOf(value), exact)).toBe(true)
          }
      }),
    )
  })

  test('replacing a value where its origin says changes that value and no other', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z_]{1,5}$/), tree, { minKeys: 1, maxKeys: 4 }),
        fc.nat(),
        (object, pick) => {
          const text = printJson(toJson(object), 'indented')
          const before = evaluate(text, { profile: 'neuro-san', doc: 'x' }).value
          const all = leaves(before)
          const chosen = all[pick % Math.max(1, all.length)]
          if (chosen === undefined) return
          const { from, to } = chosen.origin.place
          const after = evaluate(`${text.slice(0, from)}"!changed!"${text.slice(to)}`, {
            profile: 'neuro-san',
            doc: 'x',
          }).value
          const now = leaves(after)
          expect(now).toHaveLength(all.length)
          now.forEach((leaf, index) => {
            const wanted: Json = all[index] === chosen ? '!changed!' : jsonOf(all[index] as HoconValue)
            expect(jsonEquals(jsonOf(leaf), wanted)).toBe(true)
          })
        },
      ),
    )
  })
})

describe('origins', () => {
  const read = (text: string, env: Record<string, string> = {}) =>
    evaluate(text, {
      profile: 'neuro-san',
      doc: 'main',
      read: (doc) => (doc === 'more' ? 'p = """Be kind."""' : undefined),
      env: (name) => env[name],
    }).value

  test('a joined text knows the source of each piece', () => {
    const text = 'include "more"\na = ${p} "mine" ${HOME}'
    const joined = read(text, { HOME: '/h' })
    const found = joined.kind === 'object' ? joined.fields.get('a')?.value : undefined
    if (found?.kind !== 'string') throw new Error('no text')
    expect(found.text).toBe('Be kind. mine /h')
    const mine = found.pieces.find((piece) => found.text.slice(piece.from, piece.to) === 'mine')
    expect(text.slice(mine?.place.from, mine?.place.to)).toBe('mine')
    const first = found.pieces[0]
    expect(first).toMatchObject({
      place: { doc: 'more', from: 7, to: 15 },
      via: [{ kind: 'substitution', path: 'p' }, { kind: 'include' }],
    })
    expect(found.pieces.at(-1)).toMatchObject({
      written: 'env',
      via: [{ kind: 'substitution' }, { kind: 'env', name: 'HOME' }],
    })
  })

  test('every leaf is listed with its path, its place and its definitions', () => {
    const text = 'a = 1\na = 2\nb = [{ "x y" = ${a} }, []]'
    const rows = originsOf(read(text)).map(({ name, origin, definitions }) => [
      name,
      text.slice(origin.place.from, origin.place.to),
      origin.via.map(({ kind }) => kind).join(),
      definitions.length,
    ])
    expect(rows).toEqual([
      ['a', '2', '', 2],
      ['b[0]."x y"', '2', 'substitution', 1],
      ['b[1]', '[]', '', 0],
    ])
  })

  test('every definition of a key is kept with its place', () => {
    const object = read('a = 1\na = 2\na = 3')
    const field = object.kind === 'object' ? object.fields.get('a') : undefined
    expect(field?.keys.map(({ from }) => from)).toEqual([0, 6, 12])
    expect(field?.value.origin.place).toEqual({ doc: 'main', from: 16, to: 17 })
  })
})

describe('hostile texts', () => {
  const codes = (text: string, read?: (doc: string) => string | undefined) =>
    evaluate(text, { profile: 'spec', doc: 'main.conf', ...(read === undefined ? {} : { read }) }).diagnostics.map(
      ({ code }) => code,
    )

  test('brackets nested ten thousand deep are reported, and the text comes back', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{a=', '}'],
      ['{a ', '}'],
    ] as const) {
      const text = `x = ${open.repeat(10_000)}1${close.repeat(10_000)}\ny = 2`
      expect(codes(text)).toContain('nested-too-deeply')
      expect(printTree(parseDocument(text, 'spec').root)).toBe(text)
      expect(jsonOf(evaluate(text, { profile: 'spec', doc: 'x' }).value)).toBeInstanceOf(Map)
    }
  })

  test('doubling texts, lists and objects end in a diagnostic', () => {
    const doubled = (first: string, join: (name: string) => string) =>
      [`a0 = ${first}`, ...Array.from({ length: 40 }, (_, index) => `a${index + 1} = ${join(`a${index}`)}`)].join('\n')
    expect(codes(doubled('"ha"', (name) => `\${${name}}\${${name}}`))).toContain('too-large')
    expect(codes(doubled('[1]', (name) => `\${${name}}\${${name}}`))).toContain('too-large')
    expect(codes(doubled('{ x = 1 }', (name) => `{ l = \${${name}}, r = \${${name}} }`))).toContain('too-large')
  })

  test('a chain of ten thousand substitutions is cut', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => `a${index} = \${a${index + 1}}`).join('\n')
    expect(codes(`${chain}\na10000 = 1`)).toContain('too-deep')
  })

  test('a key of ten thousand segments is no object that deep', () => {
    expect(codes(`${'a.'.repeat(10_000)}b = 1`)).toContain('nested-too-deeply')
  })

  test('includes that lead back or out of the project are refused, and addresses are not fetched', () => {
    expect(codes('include "a.conf"', (doc) => (doc === 'a.conf' ? 'include "b.conf"' : 'include "a.conf"'))).toContain(
      'include-cycle',
    )
    expect(codes('include "../../etc/passwd.conf"', () => 'x = 1')).toEqual(['include-outside'])
    expect(codes('include url("http://h/x.conf")', () => 'x = 1')).toEqual(['include-not-fetched'])
  })

  test('a long chain of includes and a tree that doubles at each include are cut', () => {
    const next = (doc: string) => `n${Number(doc.slice(1, -5)) + 1}.conf`
    expect(codes('include "n0.conf"', (doc) => `include "${next(doc)}"`)).toEqual(['too-many-includes'])
    const doubling = (doc: string) => `include "${next(doc)}"\ninclude "${next(doc)}"`
    expect(codes('include "n0.conf"', doubling)).toContain('too-many-includes')
  })

  test('included texts count together, each as often as it is included, and what fits is read', () => {
    const half = `b = 1 # ${'x'.repeat(9_980_000)}`
    const read = (doc: string) => (doc === 'half.conf' ? half : undefined)
    const include = 'include "half.conf"\n'
    expect(codes(include.repeat(2), read)).not.toContain('too-many-includes')
    const { value, diagnostics } = evaluate(`a = 1\n${include.repeat(50)}`, {
      profile: 'neuro-san',
      doc: 'x.conf',
      read,
    })
    expect(diagnostics.filter(({ code }) => code === 'too-many-includes')).toHaveLength(1)
    expect(printJson(jsonOf(value))).toBe('{"a":1,"b":1}')
  })

  test('of very many faults of a kind the first are told, and none of another kind is hidden by them', () => {
    const text = `c = \${none}\n${'a = True\n'.repeat(20_000)}${'b = [1}\n'.repeat(20_000)}`
    const { diagnostics } = evaluate('include "a"\n'.repeat(3), {
      profile: 'neuro-san',
      doc: 'x.conf',
      read: () => text,
    })
    const of = (sort: string) => diagnostics.filter(({ kind, severity }) => (kind ?? severity) === sort)
    expect(['warning', 'parse', 'unresolved'].map((sort) => of(sort).length)).toEqual([10_001, 10_001, 3])
    expect(
      of('parse')
        .map(({ code }) => code)
        .lastIndexOf('more-faults'),
    ).toBe(10_000)
    expect(of('parse').filter(({ code }) => code === 'more-faults')).toHaveLength(1)
  })

  test('a text of 50 million characters is not read, and says so', () => {
    const text = `a = """${'x'.repeat(50_000_000)}"""`
    const parsed = parseDocument(text, 'neuro-san')
    expect(parsed.faults.map(({ code }) => code)).toEqual(['text-too-long'])
    expect(printTree(parsed.root)).toBe(text)
    expect(codes(text)).toEqual(['text-too-long'])
  })

  test.each([
    ['empty lists', `a = [${'[],'.repeat(700_000)}]`],
    ['single letters', 'a '.repeat(1_100_000)],
  ])('a text of more than 2 million pieces is not read, and says so: %s', (_of, text) => {
    const parsed = parseDocument(text, 'neuro-san')
    expect(parsed.faults.map(({ code }) => code)).toEqual(['text-too-long'])
    expect(parsed.faults[0]?.message).toContain('2 million words, signs and gaps')
    expect(printTree(parsed.root)).toBe(text)
  })

  test('fields that are built on themselves thousands of times end within bounds', () => {
    for (const line of [
      'a = ${?a} 1',
      'a = ${?a} [1]',
      'a = ${?a} { b = 1 }',
      'a += 1',
      'a.b = ${?a.b} { c = 1 }',
      'a = ${?a} ${?a}',
    ]) {
      for (const profile of PROFILES) {
        const { value } = evaluate(`${line}\n`.repeat(400), { profile, doc: 'x' })
        if (!line.endsWith('${?a}')) expect(value.kind === 'object' && value.fields.has('a')).toBe(true)
        if (value.kind === 'object' && line.includes('b = 1')) expect(value.fields.get('a')?.keys).toHaveLength(400)
      }
      evaluate(`${line}\n`.repeat(800), { profile: 'spec', doc: 'x' })
    }
  })

  test('rows of marks that look like the start of something take no longer than other texts', () => {
    for (const row of [',', '"""', '"', '${', '[', '}', '\n"""\na = ', '#', '\\', 'a.', '""""', '/*'])
      expect(() => holds(`x = """\ny = """ ${row.repeat(20_000)}`)).not.toThrow()
  })
})

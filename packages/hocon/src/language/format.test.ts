// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { jsonEquals } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf, type Profile } from '../index.ts'
import { haveTexts, readTexts, textSets } from '../testing/public-texts.ts'
import { formatEdits, formatText } from './index.ts'

const formatted = (text: string) => {
  const result = formatText(text)
  return result.ok ? result.value : result.error.code
}

describe('formatting', () => {
  test.each([
    ['a=1', 'a = 1\n'],
    ['a:1\n', 'a: 1\n'],
    ['a{b:1,c:[1 ,2,]}\n', 'a { b: 1, c: [1, 2,] }\n'],
    ['{\na : {\n"b":1 ,\n}\n}\n', '{\n  a: {\n    "b": 1,\n  }\n}\n'],
    ['{\n    a : 1\n      # why\n}\n', '{\n    a: 1\n    # why\n}\n'],
    ['t = [{\n a = 1\n},\n{ b=2 }]\n', 't = [{\n a = 1\n},\n { b = 2 }]\n'],
    ['a =\n"""x\n   y"""\nb=1\n', 'a =\n  """x\n   y"""\nb = 1\n'],
    ['a = 1   \n\n\n\nb = 2', 'a = 1\n\nb = 2\n'],
    ['a = 1   # why\n', 'a = 1   # why\n'],
    ['a   =   ${x}   "y"   z\n', 'a = ${x}   "y"   z\n'],
    ['{\r\na=1\r\n}\r\n', '{\r\n  a = 1\r\n}\r\n'],
    ['{\n\ta {\n\t\tb=1\n\t}\n}\n', '{\n\ta {\n\t\tb = 1\n\t}\n}\n'],
    ['\ufeffa=1\n', '\ufeffa = 1\n'],
    ['{}\n', '{}\n'],
    ['{ }\n', '{}\n'],
    ['include  "x"\na+=1\n', 'include  "x"\na += 1\n'],
    ['', ''],
    ['  # only a comment', '# only a comment\n'],
  ])('of %j', (text, expected) => {
    expect(formatted(text)).toBe(expected)
    expect(formatted(expected)).toBe(expected)
  })

  test('leaves a line alone up to a tab that counts, because its column decides how many blanks it becomes', () => {
    expect(formatted('{\n   a="x\ty"  ,  b=1\n}\n')).toBe('{\n   a="x\ty", b = 1\n}\n')
    expect(formatted('{\n   a="""\n\tx"""\n}\n')).toBe('{\n   a = """\n\tx"""\n}\n')
  })

  test('leaves a text with faults alone and says why', () => {
    expect(formatText('a = {\n b = 1')).toMatchObject({ ok: false, error: { code: 'syntax' } })
  })

  test('of a range touches nothing outside it', () => {
    const edits = formatEdits('a=1\nb=2\nc=3\n', {}, { from: 4, to: 8 })
    expect(edits).toEqual({
      ok: true,
      value: [
        { from: 5, to: 5, text: ' ' },
        { from: 6, to: 6, text: ' ' },
      ],
    })
  })
})

const PROFILES: readonly Profile[] = ['spec', 'neuro-san']

function keepsMeaning(text: string, read: (doc: string) => string | undefined, doc = 'x'): string | undefined {
  const once = formatText(text)
  if (!once.ok) return undefined
  const twice = formatText(once.value)
  if (!twice.ok || twice.value !== once.value) return 'not the same when formatted again'
  for (const profile of PROFILES) {
    const evaluated = (source: string) => evaluate(source, { profile, doc, read })
    const [before, after] = [evaluated(text), evaluated(once.value)]
    if (before.diagnostics.some(({ kind }) => kind === 'parse' || kind === 'bad_path')) continue
    if (!jsonEquals(jsonOf(before.value), jsonOf(after.value))) return `another value in ${profile}`
    const codes = (all: typeof before) =>
      all.diagnostics.flatMap(({ code }) => (code === 'odd-blank' ? [] : [code])).join()
    if (codes(before) !== codes(after)) return `other diagnostics in ${profile}`
  }
  const comments = (source: string) => source.match(/#[^\n]*/g)?.join('\n')
  return comments(text) === comments(once.value) ? undefined : 'another comment'
}

// A blank that only one profile knows may become an ordinary one.
describe('formatting keeps every value, diagnostic and comment, and does nothing the second time', () => {
  test.skipIf(!haveTexts).each(textSets)('in the public files of $name', ({ root }) => {
    const texts = readTexts(root)
    const failures: string[] = []
    for (const [doc, text] of texts) {
      const failure = keepsMeaning(text, (other) => texts.get(other), doc)
      if (failure !== undefined) failures.push(`${doc}: ${failure}`)
      if (!formatText(text).ok) failures.push(`${doc}: is not formatted`)
    }
    expect(failures).toEqual([])
  })

  test('in texts of all kinds', () => {
    const parts = ['{', '}', '[', ']', ' ', '  ', '\n', '\t', ',', '=', ':', '+=', '#c\n', '"s"', '"\t"', '"""\n\tx"""']
    const more = ['${?a}', 'a', 'a', '1', 'true', '\r\n', '\r', 'a = ', 'b { ', 'include "x"', '\u00a0', '\\\n', '//']
    const text = fc.array(fc.constantFrom(...parts, ...more), { maxLength: 30 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, (source) => {
        expect(keepsMeaning(source, () => undefined)).toBeUndefined()
      }),
      { numRuns: process.env.SLYGLASS_SOAK === '1' ? 50_000 : 2000 },
    )
  })
})

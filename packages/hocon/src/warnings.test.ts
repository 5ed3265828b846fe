// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits, isJsonObject, printJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf, type Profile, parseDocument, printTree } from './index.ts'

const read = (text: string, profile: Profile = 'neuro-san') => {
  const { value, diagnostics } = evaluate(text, { profile, doc: 'x' })
  return { json: printJson(jsonOf(value)), diagnostics }
}
const said = (text: string, profile?: Profile) =>
  read(text, profile).diagnostics.map(({ severity, code }) => `${severity} ${code}`)
const fixed = (text: string, code: string) => {
  const fix = read(text).diagnostics.find((diagnostic) => diagnostic.code === code)?.fixes[0]
  return fix === undefined ? 'no fix' : applyTextEdits(text, fix.edits)
}

describe('where the Python loader differs, a warning says so', () => {
  test.each([
    ['a = True', 'warning odd-case'],
    ['a = [1, ${?no}]', 'warning null-element'],
    ['a = d\na = ${?A}\na = ${?B}', 'warning two-unset'],
    ['z = null\na = ${z}', 'warning null-substituted'],
    ['a = [1,,2]', 'warning extra-comma'],
    ['a =', 'warning missing-value'],
    ['a {b=1} c=2', 'warning missing-comma'],
    ['a = [ {b=1} {c=2} ]', 'warning merged-objects'],
    ['a = "x\\qy"', 'warning escape-kept'],
    ['a = "x\ty"', 'hint tab-expanded'],
    ['a = 1\na = 2', 'hint overridden'],
    ['include "gone"', 'warning include-missing'],
    ['a = 10 s', 'error unquoted-duration'],
  ])('%j: %s', (text, expected) => {
    expect(said(text)).toEqual([expected])
  })

  test('[B08] += on a text is pointed out, and the fix gives both readings the joined text', () => {
    const text = 'base = "Be polite."\nnote = "Log each step."\nbase += "\\n" ${note}'
    expect(said(text)).toEqual(['warning append-differs'])
    expect(read(text).json).toBe('{"base":"\\n Log each step.","note":"Log each step."}')
    const repaired = fixed(text, 'append-differs')
    expect(repaired).toBe('base = "Be polite."\nnote = "Log each step."\nbase = ${base} "\\n" ${note}')
    expect(read(repaired).json).toBe(read(repaired, 'spec').json)
    expect(read(repaired).json).toContain('"Be polite. \\n Log each step."')
    expect(said(text, 'spec')).toEqual(['error append-to-other'])
  })

  test.each([
    ['a = True', 'odd-case', 'a = true'],
    ['a = [1,,2]', 'extra-comma', 'a = [1,2]'],
    ['a = 10 s', 'unquoted-duration', 'a = "10 s"'],
    ['a = [ {b=1} {c=2} ]', 'merged-objects', 'a = [ {b=1} , {c=2} ]'],
    ['a = "x', 'unclosed-quote', 'a = "x"'],
    ['a {b=1} c=2', 'missing-comma', 'a {b=1} , c=2'],
    ['a =', 'missing-value', 'a = ""'],
    ['a = "x\\qy"', 'escape-kept', 'a = "x\\\\qy"'],
    ['日本 = 1', 'runtime-key', '"日本" = 1'],
    ['\ufeffa = 1', 'odd-blank', 'a = 1'],
    ['a\u00a0= 1', 'odd-blank', 'a = 1'],
  ])('the fix of %j makes both readings agree', (text, code, expected) => {
    expect(fixed(text, code)).toBe(expected)
    expect(read(expected).json).toBe(read(expected, 'spec').json)
  })

  test('[B50] keys that objects have by nature are data', () => {
    const { value } = evaluate('{ __proto__ { isAdmin = true }, a.__proto__.p = 1, constructor.prototype.q = 2 }', {
      profile: 'spec',
      doc: 'x',
    })
    const json = jsonOf(value)
    expect(isJsonObject(json) && [...json.keys()]).toEqual(['__proto__', 'a', 'constructor'])
    const plain = {} as Record<string, unknown>
    expect([plain.isAdmin, plain.p, plain.q]).toEqual([undefined, undefined, undefined])
  })

  test('[B23] half a character is kept as it is, and nothing throws', () => {
    for (const profile of ['spec', 'neuro-san'] as const) {
      const text = 'a = "x\ud83c"\n"b\udf78" = """\udcff""" ${a}\nc = "\ud83c\udf78"'
      const { value } = evaluate(text, { profile, doc: 'x' })
      expect(printTree(parseDocument(text, profile).root)).toBe(text)
      expect(value.kind === 'object' && value.fields.get('c')?.value).toMatchObject({ text: '\u{1f378}' })
      expect(value.kind === 'object' && value.fields.get('a')?.value).toMatchObject({ text: 'x\ud83c' })
    }
  })

  test('[B71] an absent optional substitution leaves a key out and a text as it is', () => {
    expect(read('n = ${?nope}\nt = "x"${?nope}').json).toBe('{"t":"x"}')
  })
})

describe('brackets without an end', () => {
  const errors = (text: string, profile: Profile) =>
    read(text, profile).diagnostics.filter(({ severity }) => severity === 'error')

  test.each([
    ['a = 1\nb {\n  c = 1\n', 'unclosed-brace', 2],
    ['a = 1\r\n\r\nb {\r\n  c = 1\r\n', 'unclosed-brace', 3],
    ['a = """x\ny"""\nb = [\n  1', 'unclosed-bracket', 3],
    ['{', 'unclosed-brace', 1],
  ])('are told with the line of their start: %j', (text, code, line) => {
    for (const profile of ['spec', 'neuro-san'] as const) {
      const [error, more] = errors(text, profile)
      expect([error?.code, more]).toEqual([code, undefined])
      expect(error?.message).toMatch(new RegExp(` starts on line ${line} does not end$`))
    }
  })

  test('two are told each; of more the innermost is told, and the others in one summary', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', '{'), { minLength: 1, maxLength: 60 }), (brackets) => {
        // An object holds fields, a list holds values.
        const text = brackets
          .map((bracket, index) => (brackets[index - 1] === '[' ? bracket : `a = ${bracket}`))
          .join('\n')
        const found = errors(text, 'spec')
        expect(found).toHaveLength(Math.min(2, brackets.length))
        expect(found[0]?.message).toContain(`starts on line ${brackets.length} does not end`)
        const around = `the outermost is "${brackets[0]}" on line 1`
        const expected =
          brackets.length > 2 ? `${brackets.length - 1} more brackets around it do not end; ${around}` : 'line 1 does'
        if (brackets.length > 1) expect(found[1]?.message).toContain(expected)
      }),
    )
  })

  test('those that lack their end at different places are told at each', () => {
    const text = 'a = [\n  { b = 1\n]\nc = [\n  [1, [2'
    const codes = ['unclosed-brace', 'unclosed-bracket', 'unclosed-bracket']
    expect(errors(text, 'neuro-san').map(({ code }) => code)).toEqual(codes)
  })
})

import { type Json, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { pythonJson, pythonRepr, pythonStr } from './index.ts'

const json = (text: string): Json => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

describe('Python’s spelling', () => {
  test.each([
    ['3.0', '3.0'],
    ['-0.0', '-0.0'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1e16', '1e+16'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['0.00001', '1e-05'],
    ['0.0001', '0.0001'],
    ['1e-7', '1e-07'],
    ['1e22', '1e+22'],
    ['1e3', '1000.0'],
    ['2.50', '2.5'],
    ['123456.75', '123456.75'],
    ['1234567890123456.0', '1234567890123456.0'],
    ['12345678901234567890', '12345678901234567890'],
    ['-0', '0'],
  ])('of the number %s is %s', (text, spelled) => {
    expect(pythonStr(json(text))).toBe(spelled)
  })

  test.each([
    ['{"city":"Lyon","ok":true,"none":null,"n":3.0}', "{'city': 'Lyon', 'ok': True, 'none': None, 'n': 3.0}"],
    [`["a",1,2.5,false,{"k":"v"}]`, "['a', 1, 2.5, False, {'k': 'v'}]"],
    [`["it's \\"so\\""]`, `['it\\'s "so"']`],
    [`["it's"]`, `["it's"]`],
    ['["Zoë 漢字 \\n \\u0007 \\\\"]', "['Zoë 漢字 \\n \\x07 \\\\']"],
  ])('recording tool-returns: %s', (text, spelled) => {
    expect(pythonRepr(json(text))).toBe(spelled)
  })

  test('a text by itself has no quotes', () => expect(pythonStr("it's")).toBe("it's"))

  test('of JSON has blanks, and escapes non-ASCII where asked', () => {
    expect(pythonJson(json('{"é":[1,2.50,null]}'), 'kept')).toBe('{"é": [1, 2.5, null]}')
    expect(pythonJson(json('{"é":1}'), 'escaped')).toBe('{"\\u00e9": 1}')
  })
})

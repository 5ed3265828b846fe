import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromJson, isJsonObject, jsonEquals, parseJson, printJson, toJson } from './index.ts'

const roundTrip = (text: string) => {
  const parsed = parseJson(text)
  return parsed.ok ? printJson(parsed.value) : parsed.error
}

describe('exact JSON', () => {
  test('numbers keep their spelling', () => {
    for (const text of ['3.0', '12345678901234567890', '1e22', '-0.0', '[1,1.0,1e0]'])
      expect(roundTrip(text)).toBe(text)
  })

  test('number-like keys keep their order', () => {
    expect(roundTrip('{"10":1,"2":2,"b":3}')).toBe('{"10":1,"2":2,"b":3}')
  })

  test('a key named __proto__ is an ordinary key', () => {
    const parsed = parseJson('{"__proto__":{"x":1}}')
    expect(parsed.ok && isJsonObject(parsed.value) && [...parsed.value.keys()]).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(parsed.ok ? fromJson(parsed.value) : {})).toBeNull()
  })

  test('a fault names the offset', () => {
    expect(roundTrip('{"a":}')).toEqual({ offset: 5, message: 'a value is expected' })
    expect(roundTrip('"open')).toEqual({ offset: 5, message: 'the string does not end, or holds a control character' })
    expect(roundTrip('[1] 2')).toEqual({ offset: 4, message: 'text after the value' })
    expect(roundTrip('['.repeat(600))).toMatchObject({ message: 'nested too deeply' })
  })

  test('python style writes blanks and escapes non-ASCII', () => {
    expect(printJson(toJson({ a: [1, 'é'] }), 'python')).toBe('{"a": [1, "\\u00e9"]}')
  })

  test('parse reads what JSON.stringify writes, and printing gives the same text back', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const compact = JSON.stringify(JSON.parse(text))
        const parsed = parseJson(compact)
        expect(parsed.ok).toBe(true)
        if (parsed.ok && !compact.includes('__proto__')) expect(fromJson(parsed.value)).toEqual(JSON.parse(compact))
        if (parsed.ok) expect(jsonEquals(parsed.value, parsed.value)).toBe(true)
        expect(roundTrip(printJson(parsed.ok ? parsed.value : null))).toBe(printJson(parsed.ok ? parsed.value : null))
      }),
    )
  })
})

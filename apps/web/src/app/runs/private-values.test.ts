import { printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { fillMarks, keptKeys, maskedTemplate, readValues, withMarks } from './private-values.ts'

const read = (text: string) => {
  const values = readValues(text)
  if (!values.ok) throw new Error(values.error.message)
  return values.value
}

describe('private values as JSON', () => {
  test('[S-34] the dialog starts with keys and marks, never with values', () => {
    expect(maskedTemplate(['running_cost', 'api_key'])).toBe(
      '{\n  "running_cost": "⟨sly:running_cost⟩",\n  "api_key": "⟨sly:api_key⟩"\n}',
    )
    expect(maskedTemplate([])).toBe('{}')
  })

  test('a fault says line and column', () => {
    expect(readValues('{\n  "a": 1,\n  "b" 2\n}')).toMatchObject({ ok: false, error: { line: 3, column: 7 } })
    expect(readValues('\n [1]')).toMatchObject({ ok: false, error: { line: 2, column: 2 } })
  })

  test('a key that is there twice is refused by name and line, however it is spelled and however deep it lies', () => {
    expect(readValues('{\n  "a": 1,\n  "b": {"a": ":{"},\n  "\\u0061": 2\n}')).toEqual({
      ok: false,
      error: {
        line: 4,
        column: 3,
        message: 'The key "a" is there twice, first in line 2. Only one value can be kept: take one of them out.',
      },
    })
    expect(readValues('{"a": [{"k": 1}, {"k": 1,\n"k": 2}]}')).toMatchObject({
      ok: false,
      error: { line: 2, column: 1 },
    })
    expect(readValues('{"a": {"k": "\\"k\\": {"}, "b": {"k": "k"}, "k": "a"}').ok).toBe(true)
  })

  test('[S-34] what came while a person typed stays as it is, unless they typed something for it', () => {
    const values = withMarks(read('{"limit": 20.00, "cost": 1}'), ['running_cost', 'cost'])
    expect(keptKeys(values)).toEqual(['running_cost'])
    expect(printJson(values)).toBe('{"running_cost":"⟨sly:running_cost⟩","cost":1,"limit":20.00}')
  })

  test('a key whose mark was left in place keeps its exact value; everything else is as typed', () => {
    const values = read('{"running_cost": "⟨sly:running_cost⟩", "limit": 20.00, "other": "⟨sly:running_cost⟩"}')
    expect(keptKeys(values)).toEqual(['running_cost'])
    expect(fillMarks(values, new Map([['running_cost', '3.0']]))).toBe(
      '{"running_cost": 3.0, "limit": 20.00, "other": "⟨sly:running_cost⟩"}',
    )
  })
})

import { isJsonObject, type Json, type JsonObject, parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { crossBoundary } from './cross-boundary.ts'

const exact = (text: string): Json => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
const allow = (text: string): JsonObject => {
  const value = exact(text)
  return isJsonObject(value) ? value : new Map()
}
const board = new Map([
  ['x', '847'],
  ['y', '23'],
  ['equals', '19481.0'],
  ['user_ssn', '"123-45-6789"'],
  ['my_session', '"s-1"'],
  ['nothing', 'null'],
  ['zero', '0'],
  ['empty', '""'],
  ['off', 'false'],
])
const UP = ['to_upstream.sly_data']
const cross = (rule: string | undefined) =>
  crossBoundary(board, rule === undefined ? undefined : allow(`{"to_upstream": {"sly_data": ${rule}}}`), UP)

describe('crossing a boundary', () => {
  test('[N-66] without a rule nothing passes', () => {
    expect(cross(undefined)).toEqual({ values: new Map(), passed: [], withheld: [...board.keys()] })
  })

  test('[N-67] a list lets its keys pass and nothing else', () => {
    const crossing = cross('["equals"]')
    expect([...crossing.values]).toEqual([['equals', '19481.0']])
    expect(crossing.passed).toEqual([{ key: 'equals', as: 'equals' }])
    expect(crossing.withheld).toContain('x')
  })

  test('[N-70] a dictionary lets pass, blocks and renames', () => {
    const crossing = cross('{"user_ssn": false, "x": true, "my_session": "session_id"}')
    expect([...crossing.values]).toEqual([
      ['x', '847'],
      ['session_id', '"s-1"'],
    ])
    expect(crossing.passed).toEqual([
      { key: 'x', as: 'x' },
      { key: 'my_session', as: 'session_id' },
    ])
    expect(crossing.withheld).toContain('user_ssn')
  })

  test('[N-70] true lets everything pass, exact', () => {
    expect([...cross('true').values]).toEqual([...board])
    expect(cross('true').withheld).toEqual([])
  })

  test.each(['false', 'null', '{}', '[]', '0', '""', '1', '"x"'])('[N-71] the rule %s denies', (rule) => {
    expect(cross(rule).values.size).toBe(0)
  })

  test('[N-71] numbers, objects and null as verdicts drop the key', () => {
    expect(cross('{"x": 1, "y": {}, "equals": null, "zero": true}').passed).toEqual([{ key: 'zero', as: 'zero' }])
  })

  test('[N-71] a null value does not pass, and 0, empty text and false do', () => {
    expect([...cross('["nothing", "zero", "empty", "off"]').values.keys()]).toEqual(['zero', 'empty', 'off'])
  })

  test('[N-70] of two keys with one name outside the later one passes', () => {
    const crossing = cross('{"x": "n", "y": "n"}')
    expect([...crossing.values]).toEqual([['n', '23']])
    expect(crossing.passed).toEqual([{ key: 'y', as: 'n' }])
    expect(crossing.withheld).toContain('x')
  })

  test('a key that is not on the board neither passes nor is withheld', () => {
    expect(cross('["absent"]')).toMatchObject({ passed: [], withheld: [...board.keys()] })
  })
})

describe('the rule that decides', () => {
  const down = ['sly_data', 'to_downstream.sly_data']
  const keys = (spec: string) => crossBoundary(board, allow(spec), down).passed.map(({ key }) => key)

  test('[N-68] the later place wins over the earlier one', () => {
    expect(keys('{"sly_data": ["zero"], "to_downstream": {"sly_data": ["x", "y"]}}')).toEqual(['x', 'y'])
  })

  test('[N-71] an absent place keeps the earlier rule, a null one denies', () => {
    expect(keys('{"sly_data": ["x"], "to_downstream": {}}')).toEqual(['x'])
    expect(keys('{"sly_data": ["x"], "to_downstream": "all"}')).toEqual(['x'])
    expect(keys('{"sly_data": ["x"], "to_downstream": {"sly_data": null}}')).toEqual([])
  })

  test('[N-73] it is named in the crossing', () => {
    expect(crossBoundary(board, allow('{"sly_data": ["x"]}'), down).rule).toBe('sly_data')
  })
})

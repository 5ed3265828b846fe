import { parseJson, printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { declaredFunction, declaredParameters } from './declared-function.ts'

const printed = (...given: Parameters<typeof declaredFunction>) => printJson(declaredFunction(...given))
const TELLS = { description: 'Tells how large a room is.', parameters: '{"type":"object","default":2.50}' }

describe('what models are declared of a tool', () => {
  test('[U-66] its source says what its entry does not, and numbers keep their digits', () => {
    expect(printed({ name: 'area' }, TELLS)).toBe(
      '{"name":"area","description":"Tells how large a room is.","parameters":{"type":"object","default":2.50}}',
    )
  })

  test('what the entry says goes first', () => {
    const parameters = parseJson('{"type":"object"}')
    if (!parameters.ok) throw new Error('no JSON')
    const entry = { name: 'area', description: 'Mine.', parameters: parameters.value as never }
    expect(printed(entry, TELLS)).toBe('{"name":"area","description":"Mine.","parameters":{"type":"object"}}')
    expect(printed({ name: 'area' }, undefined)).toBe('{"name":"area","description":""}')
  })

  test('[N-85] its form has the parameters that models are declared, and none where nobody tells them', () => {
    expect(declaredParameters({}, TELLS)?.get('type')).toBe('object')
    expect(declaredParameters({}, { parameters: '[]' })).toBeUndefined()
    expect(declaredParameters({}, undefined)).toBeUndefined()
  })
})

import { printJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fail, ok } from './outcome.ts'
import { readReturn } from './read-return.ts'

const textOf = (value: unknown) => {
  const read = readReturn(value)
  return read.ok ? read.text : `failed ${read.reason}`
}

class Opaque {
  #secret = 1
  get value() {
    return this.#secret
  }
}

describe('a returned value', () => {
  test.each([
    ['Weather in Paris: Sunny, 22°C', 'Weather in Paris: Sunny, 22°C'],
    [42, '42'],
    [{ temperature: 22, conditions: 'sunny', humidity: 65 }, '{"temperature":22,"conditions":"sunny","humidity":65}'],
    [['result1', 'result2', 'result3'], '["result1","result2","result3"]'],
    [null, 'null'],
    [undefined, 'null'],
    [true, 'true'],
  ])('[U-7] %o is read as %s', (value, text) => {
    expect(textOf(value)).toBe(text)
  })

  test.each([
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    [new Set([1, 2]), '[1,2]'],
    [new Map([['a', 1]]), '{"a":1}'],
    [{ call: function named() {} }, '{"call":"[function named]"}'],
    [new Uint8Array(3), '[Uint8Array of 3 bytes]'],
    [12345678901234567890n, '12345678901234567890'],
    [Number.NaN, 'NaN'],
    [Symbol('s'), 'Symbol(s)'],
    [new Opaque(), '[object Object]'],
    [new Error('broken'), 'Error: broken'],
  ])('[U-9] %o becomes %s', (value, text) => {
    expect(textOf(value)).toBe(text)
  })

  test('[U-9] that holds itself, or throws when it is read, breaks nothing', () => {
    const circle: Record<string, unknown> = { name: 'c' }
    circle.self = circle
    const bomb = Object.defineProperty({}, 'boom', { enumerable: true, get: () => JSON.parse('{') })
    expect(textOf(circle)).toBe('{"name":"c","self":"[circular]"}')
    expect(textOf(bomb)).toMatch(/^\{"boom":"SyntaxError: /)
  })

  test('[U-9] whatever it is, there is a text', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true, withTypedArray: true }),
        (value) => {
          expect(typeof textOf(value)).toBe('string')
        },
      ),
    )
  })

  test('[U-56] is read without its update, which replaces keys', () => {
    const read = readReturn({ success: true, __update_context__: { todos: [1], count: 2 } })
    expect(read.ok && printJson(read.value)).toBe('{"success":true}')
    expect(read.ok && read.ops.map((op) => (op.op === 'set' ? op.key : ''))).toEqual(['todos', 'count'])
  })

  test('that was agreed is the value inside', () => {
    expect(textOf(ok([1]))).toBe('[1]')
  })
})

describe('a returned failure', () => {
  test.each([
    ['Weather API is unavailable', '"Weather API is unavailable"'],
    [{ code: 404, message: 'City not found' }, '{"code":404,"message":"City not found"}'],
  ])('[U-8] %o is kept in its debug form', (reason, debug) => {
    expect(readReturn(fail(reason))).toEqual({ ok: false, reason: debug })
  })

  test('[U-16] keeps its category and details', () => {
    expect(
      readReturn(fail('Price must be a positive number', { category: 'validation', details: { price: -1 } })),
    ).toEqual({
      ok: false,
      reason: '"Price must be a positive number"',
      category: 'validation',
      details: '{"price":-1}',
    })
  })
})

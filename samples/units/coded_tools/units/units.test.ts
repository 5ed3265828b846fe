// The functions of a module are functions: most of them needs no studio to be tested.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineModuleTool, isToolFail, runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import * as calculator from './calculate.ts'
import * as converter from './convert_units.ts'

describe('a module', () => {
  test('describes itself', () => {
    const tool = defineModuleTool(converter, 'convert_units')
    assert.equal(tool?.name, 'convert_units')
    assert.deepEqual(tool.parameters.required, ['value', 'from', 'to'])
  })

  test('is a tool like any other', async () => {
    const tool = defineModuleTool(calculator, 'calculate')
    assert.ok(tool)
    const told = await runTool(tool, { operation: 'multiply', a: 6, b: 7 }, testContext())
    assert.ok(told.ok)
    assert.equal(told.text, '42')
  })

  test('may fail', () => assert.ok(isToolFail(calculator.execute({ operation: 'divide', a: 1, b: 0 }))))
})

describe('a conversion', () => {
  for (const [value, from, to, result] of [
    [42, 'km', 'miles', 26.1],
    [26.1, 'Miles', 'km', 42],
    [1, 'kg', 'pounds', 2.2],
    [100, 'celsius', 'fahrenheit', 212],
    [-40, 'fahrenheit', 'celsius', -40],
  ] as const)
    test(`${value} ${from} are ${result} ${to}`, () => assert.equal(converter.execute({ value, from, to }), result))

  test('that is not known is said to be unknown', async () => {
    const told = converter.execute({ value: 3, from: 'cups', to: 'parsecs' })
    assert.ok(isToolFail(told))
    assert.equal(told.reason, 'Unknown conversion: cups to parsecs')
  })
})

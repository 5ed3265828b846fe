import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { add, table } from './sums.ts'

test('a name with dots has a second one that models know', () => {
  assert.equal(add.name, 'math_add')
  assert.equal(add.runtimeName, 'math.add')
})

test('adds whole numbers', async () => {
  const told = await runTool(add, { a: 2, b: 3 }, testContext())
  assert.ok(told.ok)
  assert.equal(told.text, '5')
})

test('a table reads as ten lines', async () => {
  const told = await runTool(table, { of: 7 }, testContext())
  assert.ok(told.ok)
  assert.equal(told.text.split('\n').at(-1), '10 × = 70')
})

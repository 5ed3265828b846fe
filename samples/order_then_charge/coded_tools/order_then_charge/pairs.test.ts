import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { chargeCard, createOrder } from './shop.ts'
import { runTests, writeFile } from './workshop.ts'

const text = 'const add = (a, b) => { return a + b }'

describe('of a pair', () => {
  test('the second one needs the first', async () => {
    for (const tool of [chargeCard, runTests]) assert.ok(!(await runTool(tool, {}, testContext())).ok)
  })

  test('the second one finds what the first one left', async () => {
    const board = testContext({ slyData: {} })
    await runTool(createOrder, { pieces: 2 }, board)
    await runTool(writeFile, { text }, board)
    const told = [await runTool(chargeCard, {}, board), await runTool(runTests, {}, board)]
    assert.deepEqual(told.map((one) => one.ok && one.text), ['Charged 84 EUR for the open order.', 'All tests passed.'])
  })

  test('both at once do not find each other', async () => {
    const board = testContext({ slyData: {} })
    const [order, charge] = await Promise.all([runTool(createOrder, { pieces: 2 }, board), runTool(chargeCard, {}, board)])
    assert.deepEqual([order.ok, charge.ok], [true, false])
  })
})

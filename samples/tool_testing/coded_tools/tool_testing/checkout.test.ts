import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import {
  assertCalled,
  assertNotCalled,
  benchmarkTool,
  callTools,
  errorTool,
  failingTool,
  mockTool,
  mockToolWith,
  slowTool,
  spyTool,
  testContext,
} from 'slyglass/testing'
import { checkout } from './checkout.ts'
import { findItem } from './shop.ts'

type Tool = typeof checkout

/** Sells something with the tools that are given. */
const sell = (item: string, ...tools: Tool[]) => runTool(checkout, { item }, testContext({ callTool: callTools(tools) }))

const unicorn = mockTool('find_item', { item: 'unicorn', cents: 99_900 })

describe('the checkout', () => {
  test('charges what the item costs: a mock finds it, a spy sees the charge', async () => {
    const charge = spyTool('charge', 'Charged')
    const told = await sell('unicorn', unicorn, charge.tool)
    assert.ok(told.ok)
    assert.equal(told.text, 'Sold: unicorn. Charged.')
    assertCalled(charge, { cents: 99_900 })
    assert.equal(charge.callCount, 1)
    charge.clear()
    assertNotCalled(charge)
  })

  test('charges nothing for what is not there', async () => {
    const charge = spyTool('charge')
    const told = await sell('unicorn', findItem, charge.tool)
    assert.ok(!told.ok)
    assert.match(told.reason, /Nothing was sold: .*There is no unicorn/)
    assertNotCalled(charge)
  })

  test('tells when the card is declined, or when charging breaks', async () => {
    for (const [charge, words] of [
      [errorTool('charge', 'Card declined'), /Not paid: .*Card declined/],
      [failingTool('charge', 'line broken', 'Bank'), /Not paid: .*Bank.*line broken/],
    ] as const) {
      const told = await sell('unicorn', unicorn, charge)
      assert.ok(!told.ok)
      assert.match(told.reason, words)
    }
  })

  test('waits for a slow one; the test says how long that is', async () => {
    const waited: number[] = []
    const sleep = async (ms: number) => void waited.push(ms)
    const slow = slowTool('find_item', 5_000, { item: 'kite', cents: 1_800 }, sleep)
    const told = await sell('kite', slow, mockToolWith('charge', ({ cents }) => `Charged ${cents}`))
    assert.ok(told.ok)
    assert.deepEqual(waited, [5_000])
    assert.match(told.text, /Charged 1800/)
  })
})

describe('finding an item', () => {
  test('works a hundred times, and its figures are there to look at', async () => {
    const figures = await benchmarkTool(findItem, { item: 'kite' }, { now: () => performance.now() })
    console.log(`find_item: ${figures.averageMs} ms on average, ${figures.p95Ms} ms for 95 of ${figures.iterations}`)
    assert.deepEqual([figures.iterations, figures.failures], [100, 0])
  })
})

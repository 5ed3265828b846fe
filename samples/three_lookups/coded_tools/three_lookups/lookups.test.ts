import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { fetchInvoices, fetchOrders, fetchUser } from './lookups.ts'

test('each lookup finds something of its own', async () => {
  const told = await Promise.all([fetchUser, fetchOrders, fetchInvoices].map((tool) => runTool(tool, { customer: 7 }, testContext())))
  assert.deepEqual(
    told.map((one) => one.ok && one.text.slice(0, 20)),
    ['{"customer":7,"name"', '[{"order":"O-71","it', '[{"invoice":"I-71","'],
  )
})

test('a lookup ends with its call', async () => {
  const signal = AbortSignal.abort(new Error('stopped'))
  await assert.rejects(runTool(fetchUser, { customer: 7 }, testContext({ signal })))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { trackParcel } from './parcels.ts'

test('gives all stops, and a model reads the last one', async () => {
  const told = await runTool(trackParcel, { order_id: 'A123' }, testContext())
  assert.ok(told.ok)
  assert.equal((told.value as ReadonlyMap<string, unknown>).get('order'), 'A123')
  assert.equal(told.text, 'The parcel of A123 was last seen in North Depot at 11:45, after 2 stops.')
})

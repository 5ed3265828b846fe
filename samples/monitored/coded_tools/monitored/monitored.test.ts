import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { health } from './health.ts'
import { bookInvoice, sendInvoice } from './invoices.ts'

describe('the health of the invoices', () => {
  test('is that of four things', async () => {
    assert.deepEqual(await health(), { database: 'ok', api: 'ok', cache: 'ok', disk_space: 'ok' })
  })

  test('names what is wrong', async () => {
    assert.equal((await health('data/nowhere')).database, 'the book of invoices is not there')
  })
})

test('an invoice is sent for somebody', async () => {
  const told = await runTool(sendInvoice, { number: 8 }, testContext({ deps: { user_id: 'bob' } }))
  assert.ok(told.ok)
  assert.equal(told.text, 'Invoice 8 went to Customer 31 for bob.')
})

test('booking raises in its own words; those for the model are its setting', async () => {
  await assert.rejects(async () => runTool(bookInvoice, { number: 7 }, testContext()), /ledger_2026/)
  assert.equal(bookInvoice.options.errorText, 'Internal tool error')
})

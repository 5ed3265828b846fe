import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from 'slyglass/testing'

// The whole network, with the model that its script plays: the front man, the checkout and what the checkout calls.
test('the till sells what is there', async () => {
  const { output, usage } = await run('tool_testing', 'Sell me a teapot.')
  assert.match(output, /Sold: teapot/)
  assert.equal(usage.toolCalls, 3)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { calculate } from './calculate.ts'
import { robustValidator } from './people.ts'
import { searchDatabase } from './search.ts'

type Args = Readonly<Record<string, unknown>>

/** What came out: the text of a result, or the words of a failure. */
async function said(tool: typeof calculate, args: Args): Promise<string> {
  const told = await runTool(tool, args, testContext())
  return told.ok ? told.text : String(JSON.parse(told.reason))
}

describe('search_database', () => {
  test('wants a text that is not empty', async () => {
    for (const args of [{}, { query: '' }, { query: 7 }])
      assert.equal(await said(searchDatabase, args), 'query parameter is required and must be a non-empty string')
  })
  test('searches otherwise', async () => {
    assert.equal(await said(searchDatabase, { query: 'Kite' }), '["kite","kite string"]')
    assert.equal(await said(searchDatabase, { query: 'x' }), '["music box"]')
  })
})

describe('calculate', () => {
  test('knows four operations', async () => {
    const results = { add: '8', subtract: '4', multiply: '12', divide: '3' }
    for (const [operation, result] of Object.entries(results))
      assert.equal(await said(calculate, { operation, a: 6, b: 2 }), result)
  })
  test('shows what it cannot use', async () => {
    for (const args of [{ operation: 'power', a: 2, b: 3 }, { operation: 'add', a: 'two', b: 3 }, { operation: 'constructor', a: 1, b: 1 }, {}])
      assert.equal(await said(calculate, args), `Invalid arguments: ${JSON.stringify(args)}`)
  })
  test('divides by no zero', async () => {
    assert.equal(await said(calculate, { operation: 'divide', a: 1, b: 0 }), 'Division by zero')
  })
})

describe('robust_validator', () => {
  const email = 'ada@example.org'
  const cases: readonly (readonly [Args, string])[] = [
    [{}, 'email parameter is required'],
    [{ age: 200 }, 'email parameter is required'],
    [{ email: 'a.b', age: 200 }, 'Invalid email format'],
    [{ email: 'a@b', age: 3 }, 'Invalid email format'],
    ...[-1, 151, '5', undefined].map((age) => [{ email, age }, 'age must be a number between 0 and 150'] as const),
    [{ email, age: 5, preferences: [] }, 'preferences must be an object'],
  ]
  for (const [args, words] of cases)
    test(`says of ${JSON.stringify(args)}: ${words}`, async () => assert.equal(await said(robustValidator, args), words))

  test('lets the ages at both ends pass', async () => {
    for (const age of [0, 150]) assert.match(await said(robustValidator, { email, age }), /"valid":true/)
  })
})

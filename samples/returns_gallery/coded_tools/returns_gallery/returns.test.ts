import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { codedFailure, namedFailure, textFailure } from './failures.ts'
import { datesAndSets, oddValues } from './no_json.ts'
import { listResult, mapResult, numberResult, textResult } from './results.ts'

type Tool = typeof textResult

/** What the model reads of a result; a failure ends the test. */
async function read(tool: Tool): Promise<string> {
  const told = await runTool(tool, {}, testContext())
  assert.ok(told.ok)
  return told.text
}

describe('of a result the model reads', () => {
  test('a text as it is', async () => assert.equal(await read(textResult), 'Weather in Paris: Sunny, 22°C'))
  test('a number', async () => assert.equal(await read(numberResult), '42'))
  test('a map as JSON', async () => {
    assert.deepEqual(JSON.parse(await read(mapResult)), { temperature: 22, conditions: 'sunny', humidity: 65 })
  })
  test('a list as JSON', async () => {
    assert.deepEqual(JSON.parse(await read(listResult)), ['result1', 'result2', 'result3'])
  })
})

describe('a returned failure', () => {
  const reason = async (tool: Tool, args = {}) => {
    const told = await runTool(tool, args, testContext())
    assert.ok(!told.ok)
    return told.reason
  }
  test('has a text', async () => assert.equal(await reason(textFailure), '"Weather API is unavailable"'))
  test('tells what it was asked for', async () => assert.match(await reason(namedFailure, { location: 'Oslo' }), /Oslo/))
  test('may be an object', async () => {
    assert.deepEqual(JSON.parse(await reason(codedFailure)), { code: 404, message: 'City not found' })
  })
})

describe('what JSON does not have', () => {
  test('becomes ISO text, a list and an object', async () => {
    assert.deepEqual(JSON.parse(await read(datesAndSets)), {
      since: '2026-03-01T09:30:00.000Z',
      colours: ['red', 'green'],
      stock: { teapots: 3 },
    })
  })
  test('is told in words otherwise', async () => {
    const text = await read(oddValues)
    for (const part of ['9007199254740993', '"NaN"', '[function countSheep]', 'RangeError: too far', '[circular]'])
      assert.ok(text.includes(part), text)
  })
})

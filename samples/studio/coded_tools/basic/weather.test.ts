import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { benchmarkTool, testContext } from 'slyglass/testing'
import { getWeather } from './weather.ts'

const ask = (args: Record<string, unknown>) => runTool(getWeather, args, testContext())

describe('get_weather', () => {
  test('tells the weather of a city that it knows', async () => {
    const told = await ask({ location: 'Paris' })
    assert.ok(told.ok)
    assert.match(told.text, /Paris/)
  })

  test('does not care about capitals and blanks', async () => {
    assert.deepEqual(await ask({ location: ' tokyo ' }), await ask({ location: 'tokyo' }))
  })

  test('says what is missing', async () => {
    for (const args of [{}, { location: '' }, { location: '  ' }]) {
      const told = await ask(args)
      assert.ok(!told.ok)
      assert.match(told.reason, /location/)
    }
  })

  test('says which city it does not know', async () => {
    const told = await ask({ location: 'Atlantis' })
    assert.ok(!told.ok)
    assert.match(told.reason, /Atlantis/)
  })

  test('fails in none of a hundred calls', async () => {
    const times = await benchmarkTool(getWeather, { location: 'Oslo' }, { now: () => performance.now() })
    assert.equal(times.iterations, 100)
    assert.equal(times.failures, 0)
  })
})

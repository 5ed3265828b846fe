import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext, underRules } from 'slyglass/testing'
import { weatherService } from './weather_service.ts'

const env = { WEATHER_API_KEY: 'key-of-a-test' }

async function ask(location: string, key = env.WEATHER_API_KEY): Promise<string> {
  const told = await runTool(weatherService, { location }, testContext({ env: { WEATHER_API_KEY: key } }))
  return told.ok ? told.text : String(JSON.parse(told.reason))
}

describe('weather_service', () => {
  test('fetches and formats', async () => assert.equal(await ask('Paris'), 'Weather in Paris: Sunny, 22°C'))

  test('tells what went wrong, and never the key', async () => {
    assert.equal(await ask('Atlantis'), 'The weather service answered 404 for Atlantis')
    assert.equal(await ask('Paris', 'k-expired'), 'The weather service does not know this key')
  })

  test('looks at the limit first: one call too many asks nobody', async () => {
    const call = underRules(weatherService, { now: () => 0 })
    const context = { env, deps: { user_id: 'ann', tier: 'default' } }
    for (let n = 0; n < 100; n += 1) assert.ok((await call({ location: 'Paris' }, context)).ok)
    const refused = await call({ location: 'Atlantis' }, context)
    assert.ok(!refused.ok)
    assert.equal(JSON.parse(refused.reason), 'Rate limit exceeded. Please try again later.')
    assert.ok((await call({ location: 'Paris' }, { env, deps: { user_id: 'bob', tier: 'default' } })).ok)
  })
})

test('it says which variable it needs', () => assert.deepEqual(weatherService.options.env, ['WEATHER_API_KEY']))

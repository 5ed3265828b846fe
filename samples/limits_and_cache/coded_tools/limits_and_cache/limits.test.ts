// The rules that stand in the definitions, by a clock that the tests set: nobody waits a minute here.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { underRules } from 'slyglass/testing'
import { price, report } from './offers.ts'
import { fetchPage } from './pages.ts'

const clock = { ms: 0 }
const now = () => clock.ms
beforeEach(() => {
  clock.ms = 0
})

type Call = ReturnType<typeof underRules>

/** How many of some calls were let through. */
async function letThrough(call: Call, times: number, deps: Record<string, unknown>): Promise<number> {
  let through = 0
  for (let item = 1; item <= times; item += 1) if ((await call({ item }, { deps })).ok) through += 1
  return through
}

describe('60 calls a minute', () => {
  test('count for each person alone', async () => {
    const call = underRules(price, { now })
    assert.equal(await letThrough(call, 61, { user_id: 'ann' }), 60)
    assert.equal(await letThrough(call, 1, { user_id: 'bob' }), 1)
  })

  test('begin anew when the minute is over', async () => {
    const call = underRules(price, { now })
    await letThrough(call, 60, { user_id: 'ann' })
    clock.ms = 59_999
    const refused = await call({ item: 1 }, { deps: { user_id: 'ann' } })
    assert.ok(!refused.ok)
    assert.equal(JSON.parse(refused.reason), 'Rate limit exceeded. Please try again later.')
    clock.ms = 60_000
    assert.equal(await letThrough(call, 1, { user_id: 'ann' }), 1)
  })
})

describe('tiers', () => {
  for (const [tier, most] of [['default', 100], ['premium', 1000], ['platinum', 100]] as const)
    test(`${tier}: ${most}`, async () => {
      assert.equal(await letThrough(underRules(report, { now }), 1001, { user_id: 'ann', tier }), most)
    })
})

describe('a page', () => {
  test('is kept for five minutes, by its address', async () => {
    const call = underRules(fetchPage, { now })
    const edition = async (url: string) => {
      const told = await call({ url }, { timestamp: new Date(clock.ms) })
      assert.ok(told.ok)
      return [told.text, told.ageMs] as const
    }
    const [first, fresh] = await edition('a')
    assert.equal(fresh, undefined)
    clock.ms = 300_000
    assert.deepEqual(await edition('a'), [first, 300_000])
    assert.notEqual((await edition('b'))[0], first)
    clock.ms = 300_001
    assert.notEqual((await edition('a'))[0], first)
  })

  test('is kept for each person alone where something is known of people', async () => {
    const call = underRules(fetchPage, { now })
    for (const user_id of ['ann', 'bob']) assert.equal((await call({ url: 'a' }, { deps: { user_id } })).ageMs, undefined)
    assert.equal((await call({ url: 'a' }, { deps: { user_id: 'ann' } })).ageMs, 0)
  })
})

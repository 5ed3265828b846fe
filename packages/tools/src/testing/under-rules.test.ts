import { expect, test } from 'vitest'
import { defineTool } from '../define/define-tool.ts'
import { fail } from '../define/outcome.ts'
import { spyToolWith } from './spy-tool.ts'
import { underRules } from './under-rules.ts'

function clocked(options: Parameters<typeof spyToolWith>[2]) {
  const clock = { ms: 0 }
  const spy = spyToolWith('ask', ({ url }) => (url === 'bad' ? fail('bad') : `page ${url}`), options)
  return { clock, spy, call: underRules(spy.tool, { now: () => clock.ms }) }
}

test('[U-24] a limit counts per key over its time, by the clock of the test', async () => {
  const { clock, spy, call } = clocked({ rateLimit: { key: 'deps.user' } })
  const as = (user: string) => call({}, { deps: { user } })
  for (let n = 0; n < 60; n += 1) expect(await as('ann')).toMatchObject({ ok: true })
  const refused = { ok: false, reason: '"Rate limit exceeded. Please try again later."', category: 'rate-limit' }
  expect(await as('ann')).toEqual(refused)
  expect(await as('bob')).toMatchObject({ ok: true })
  clock.ms = 60_000
  expect(await as('ann')).toMatchObject({ ok: true })
  expect(spy.callCount).toBe(62)
})

test('[U-25] a tier has its own number, an unknown one that of the rule', async () => {
  const { call } = clocked({ rateLimit: { calls: 1, tier: 'deps.tier', tiers: { premium: 2 } } })
  const ended = async (deps: object, times: number) => {
    for (let n = 1; n < times; n += 1) await call({}, { deps: { ...deps } })
    return (await call({}, { deps: { ...deps } })).ok
  }
  expect(await ended({ tier: 'premium' }, 2)).toBe(true)
  expect(await ended({ tier: 'gold' }, 1)).toBe(false)
})

test('[U-30] a result is kept for its time, tells its age, and costs no call of the limit', async () => {
  const { clock, spy, call } = clocked({ cache: { key: ['url'] }, rateLimit: { calls: 2 } })
  expect(await call({ url: 'a' })).not.toHaveProperty('ageMs')
  clock.ms = 300_000
  expect(await call({ url: 'a', other: 1 })).toMatchObject({ text: 'page a', ageMs: 300_000 })
  clock.ms = 300_001
  expect(await call({ url: 'a' })).not.toHaveProperty('ageMs')
  expect(spy.callCount).toBe(2)
})

test('[U-30] what tools share and private values each have results of their own; failures are not kept', async () => {
  const { spy, call } = clocked({ cache: {} })
  for (const context of [{}, { deps: { user: 'ann' } }, { slyData: { token: 't' } }]) await call({ url: 'a' }, context)
  expect(spy.callCount).toBe(3)
  for (let n = 0; n < 2; n += 1) expect(await call({ url: 'bad' })).toMatchObject({ ok: false })
  expect(spy.callCount).toBe(5)
})

test('without limit and cache every call goes through', async () => {
  const call = underRules(defineTool({ name: 'plain', execute: () => 1 }), { now: () => 0 })
  for (let n = 0; n < 100; n += 1) expect(await call({})).toMatchObject({ text: '1' })
})

// A network file with a stray brace beside a good one.
import { expect, test } from 'vitest'
import { ask, converse, eventsOf, must, refusalOf } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { startTrusted, put } = studioPerTest()
const STRAY =
  '{ "tools": [ {"name":"Front","function":{"description":"d"}} },\n  {"name":"calc","class":"calc.Calc"} ] }'
const GOOD = '{ tools = [ { name = desk, function { description = "Answers." }, instructions = "Answer." } ] }'

test('[B28] the list of networks tells the bad file with its place and reason; it refuses to run, and the others run', async () => {
  put({
    'registries/manifest.hocon': '{ "bad.hocon" = true, "good.hocon" = true }',
    'registries/bad.hocon': STRAY,
    'registries/good.hocon': GOOD,
  })
  const { client, project } = await startTrusted()
  expect(project.networks.map(({ name }) => name)).toEqual(['bad', 'good'])
  const column = STRAY.indexOf('} },') + 3
  expect(project.diagnostics).toMatchObject([{ code: 'unreadable-network', at: { doc: 'registries/bad.hocon' } }])
  expect(project.diagnostics[0]?.message).toBe(
    `registries/bad.hocon cannot be read: line 1, column ${column}: "}" closes nothing here; "]" or "," is expected`,
  )
  expect(await refusalOf(ask(client, { project, network: 'bad', message: 'hi' }))).toMatch(/^422 /)
  const { events } = await converse(client, { project, network: 'good', message: 'hi' })
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
  put({ 'registries/bad.hocon': GOOD })
  expect((await must(client.project(project.id))).diagnostics).toEqual([])
})

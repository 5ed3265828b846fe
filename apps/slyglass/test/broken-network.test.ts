// A network file with a stray brace beside a good one.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
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

test('[N-93] a chat goes on while its manifest is half typed, and hears where its network went', async () => {
  const files = { 'registries/manifest.hocon': '{ "good.hocon" = true, "other.hocon" = true }' }
  put({ ...files, 'registries/good.hocon': GOOD, 'registries/other.hocon': GOOD })
  const { client, project } = await startTrusted()
  const refusal = async (network: string) => {
    const reply = await ask(client, { project, network, message: 'hi' })
    return reply.ok ? 'accepted' : `${reply.error.message} ${reply.error.hint}`
  }
  put({ 'registries/manifest.hocon': '{ "good.hocon" = ' })
  expect((await must(client.project(project.id))).diagnostics).toContainEqual(
    expect.objectContaining({ severity: 'error' }),
  )
  expect(
    eventsOf((await converse(client, { project, network: 'good', message: 'hi' })).events, 'run.finished'),
  ).toEqual([expect.objectContaining({ outcome: 'ok' })])
  put({ 'registries/manifest.hocon': '{ "good.hocon" = true, "other.hocon" = ' })
  expect(await refusal('other')).toMatch(
    /^registries\/manifest\.hocon cannot be read to its end, .*"other" .*Mend the manifest/,
  )
  put({ 'registries/manifest.hocon': '{ "good.hocon" = true }' })
  expect(await refusal('other')).toMatch(/^There is no network "other" .* name it in registries\/manifest\.hocon\.$/)
  put(files)
  expect(await refusal('other')).toBe('accepted')
  rmSync(join(project.root, 'registries/other.hocon'))
  expect(await refusal('other')).toMatch(/^registries\/other\.hocon, .* is gone, .* Put the file back/)
})

// What the page is told about the offline model's script beside a network.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { must, refusalOf } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const SCRIPT = 'registries/desk.offline.json'
const { start, put, now } = studioPerTest({
  'registries/manifest.hocon': '{ "desk.hocon" = true, "bare.hocon" = true }\n',
  'registries/desk.hocon': `tools = [
    { name = Desk, instructions = "Help.", tools = [count], function.description = "Helps." }
    { name = count, class = "count.Count", function.description = "Counts." } ]\n`,
  'registries/bare.hocon': 'tools = [ { name = Bare, instructions = "Help.", function.description = "Helps." } ]\n',
})

/** The studio with the project open, nobody having trusted it. */
async function opened() {
  const studio = await start()
  const { id } = await must(studio.client.openProject({ path: now.folder }))
  const read = async (network = 'desk') => must(studio.client.script(id, network))
  return { ...studio, id, read }
}

const scriptOf = (...rules: readonly object[]) => JSON.stringify({ rules }, null, 1)
const ANSWER = { content: 'Hello.' }

describe('the script of a network', () => {
  test('that names what is there has nothing to say, and so has a network without one', async () => {
    put({ [SCRIPT]: scriptOf({ agent: 'Desk', answer: { tool_calls: [{ name: 'count' }] } }, { answer: ANSWER }) })
    const { read } = await opened()
    expect(await read()).toEqual({ network: 'desk', problems: [] })
    expect(await read('bare')).toEqual({ network: 'bare', problems: [] })
  })

  test('that names an agent or a tool which is not there is a warning at the name, and follows what is written', async () => {
    const text = scriptOf({ agent: 'Dusk', answer: ANSWER }, { answer: { tool_calls: [{ name: 'cuont' }] } })
    put({ [SCRIPT]: text })
    const { read } = await opened()
    const { problems } = await read()
    expect(problems).toMatchObject([
      { code: 'offline-script-agent', severity: 'warning', at: { doc: SCRIPT } },
      { code: 'offline-script-tool', severity: 'warning', at: { doc: SCRIPT } },
    ])
    expect(problems.map(({ at }) => text.slice(at.from, at.to))).toEqual(['"Dusk"', '"cuont"'])
    put({ [SCRIPT]: text.replace('Dusk', 'Desk') })
    expect((await read()).problems.map(({ code }) => code)).toEqual(['offline-script-tool'])
  })

  test.each([
    ['a text that ends early', '{ "rules": [', 12],
    ['no text at all', '', 0],
    ['a list', '[]', 0],
    ['a rule without an answer', '{ "rules": [ { "agent": "Desk" } ] }', 13],
    ['an odd key', '{ "rules": [ { "answer": { "content": "x" }, "agnet": "Desk" } ] }', 13],
    ['a pattern that is none', '{ "rules": [ { "user": "(", "answer": { "content": "x" } } ] }', 23],
  ])('that cannot be used is an error where it is wrong: %s', async (_which, text, from) => {
    put({ [SCRIPT]: text })
    const { problems } = await (await opened()).read()
    expect(problems).toMatchObject([{ code: 'offline-script-invalid', severity: 'error', at: { doc: SCRIPT, from } }])
    expect(problems[0]?.message).toContain('the offline model cannot use this script')
  })

  test('that cannot be read or leads out of the project is told as one that runs go without', async () => {
    const { read } = await opened()
    writeFileSync(join(now.folder, SCRIPT), Buffer.from([0xff, 0xfe]))
    const told = { severity: 'warning', message: expect.stringContaining('goes without this script: registries/') }
    expect((await read()).problems).toMatchObject([{ ...told, code: 'not-text', at: { doc: SCRIPT } }])
    writeFileSync(join(now.home, 'elsewhere.json'), '{ "rules": [ { "agent": "secret" ')
    symlinkSync(join(now.home, 'elsewhere.json'), join(now.folder, 'registries/bare.offline.json'))
    expect((await read('bare')).problems).toMatchObject([{ ...told, code: 'outside' }])
  })
})

describe('its route', () => {
  test('answers for networks of projects that are open, and for nothing else', async () => {
    const { client, id, raw } = await opened()
    expect(await refusalOf(client.script(id, 'nobody'))).toBe('404 network')
    expect(await refusalOf(client.script(id, '../desk'))).toBe('404 network')
    const path = (project: string) => `/api/projects/${project}/script`
    expect((await raw(path(id))).status).toBe(404)
    const unknown = await raw(`${path('prj_none')}?network=desk`)
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: { code: 'project' } }])
  })

  test('tells no stranger', async () => {
    const { id, url, raw } = await opened()
    const path = `/api/projects/${id}/script?network=desk`
    expect((await raw(path)).status).toBe(200)
    expect((await raw(path, { headers: { 'x-slyglass-token': 'wrong' } })).status).toBe(401)
    expect((await raw(path, { headers: { origin: 'http://example.test' } })).status).toBe(403)
    expect((await fetch(url + path)).status).toBe(401)
  })
})

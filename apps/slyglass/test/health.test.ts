// How the tools of a project are, over HTTP: each looks after itself, for real.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closedPort, startAnswering } from './support/answering-server.ts'
import { must, refusalOf } from './support/conversations.ts'
import type { Files } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start, startTrusted, put, now } = studioPerTest()

const TOOL = `
import { access, statfs } from 'node:fs/promises'
import { defineTool } from 'slyglass'

const state = (look: Promise<unknown>) => look.then(() => 'ok', (error) => error.cause?.code ?? error.code ?? error.message)
const cache = new Map()
export const Monitored = defineTool({
  name: 'monitored',
  execute: () => 'done',
  async health() {
    cache.set('k', 1)
    const { bavail, bsize } = await statfs(PROJECT)
    return {
      database: await state(access(PROJECT + '/orders.db')),
      api: await state(fetch(API, { signal: AbortSignal.timeout(3000) })),
      cache: cache.get('k') === 1 ? 'ok' : 'forgets',
      disk_space: bavail * bsize > 1000 ? 'ok' : 'full',
    }
  },
})
export const Plain = defineTool({ name: 'plain', execute: () => 1 })
`
const BROKEN = `
import { defineTool } from 'slyglass'
export const Broken = defineTool({ name: 'broken', execute: () => 1, health() { throw new Error('no words') } })
`

function files(folder: string, api: string, ...more: string[]): Files {
  const entry = (name: string) =>
    `{ name = ${name}, class = "${name}.${CLASSES[name]}", function.description = "Does." }`
  const names = ['monitored', ...more]
  const network = `{ tools = [
    { name = desk, instructions = "Help.", tools = [${names.join(', ')}], function.description = "Helps." }
    ${names.map(entry).join('\n')}
    { name = plain, class = "monitored.Plain", function.description = "Does." }
  ] }`
  return {
    'registries/manifest.hocon': '{ "desk.hocon" = true, "twin.hocon" = true }',
    'registries/desk.hocon': network,
    'registries/twin.hocon': network,
    'coded_tools/monitored.ts': TOOL.replaceAll('PROJECT', JSON.stringify(folder)).replaceAll(
      'API',
      JSON.stringify(api),
    ),
    'coded_tools/broken.ts': BROKEN,
    'orders.db': '',
  }
}
const CLASSES: Readonly<Record<string, string>> = { monitored: 'Monitored', broken: 'Broken' }

test('[U-77] is healthy, or degraded with the names of what failed; every request looks again', async () => {
  const server = await startAnswering()
  const { folder } = now
  put(files(folder, `${server.url}/200`))
  const { client, project } = await startTrusted()
  const fine = await must(client.health(project.id))
  expect(fine).toEqual({
    status: 'healthy',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    checks: ['database', 'api', 'cache', 'disk_space'].map((check) => ({ network: 'desk', tool: 'monitored', check })),
  })
  rmSync(join(folder, 'orders.db'))
  await server.close()
  const bad = await must(client.health(project.id))
  expect(bad).toMatchObject({ status: 'degraded', failed_checks: ['database', 'api'] })
  expect(bad.checks.map(({ problem }) => problem)).toEqual(['ENOENT', 'ECONNREFUSED', undefined, undefined])
  expect(Date.parse(bad.timestamp)).toBeGreaterThanOrEqual(Date.parse(fine.timestamp))
})

test('[U-77] a check that raises is a failed check of its tool', async () => {
  const { folder } = now
  const api = `http://127.0.0.1:${await closedPort()}`
  put(files(folder, api, 'broken'))
  const { client, project } = await startTrusted()
  const told = await must(client.health(project.id))
  expect(told.failed_checks).toEqual(['api', 'broken'])
  expect(told.checks.at(-1)).toMatchObject({ tool: 'broken', problem: expect.stringContaining('no words') })
})

test('[U-77] nothing is asked of a folder that is not trusted', async () => {
  const { folder } = now
  const { client } = await start()
  const { id } = await must(client.openProject({ path: put(files(folder, 'http://127.0.0.1:9')) }))
  expect(await refusalOf(client.health(id))).toBe('403 untrusted')
})

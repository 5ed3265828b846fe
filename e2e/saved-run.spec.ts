import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { ask, expect, openFolder, setPrivateValues, temporaryFolder, test, view } from './support/studio.ts'

const main = join(import.meta.dirname, '../apps/slyglass/dist/main.js')
const server = join(import.meta.dirname, '../packages/environment/fixtures/mcp/by-hand.mjs')

function desk(): string {
  const folder = temporaryFolder('slyglass-desk-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }\n',
    'registries/desk.hocon': `{
      studio { mcp { "stdio:hand" { command = node, args = ["server.mjs"] } } }
      tools = [
        { name = Desk, instructions = "Answer.", function.description = "Answers what people ask."
          tools = [{ url = "stdio:hand", tools = [started, mixed] }] }
      ] }`,
    'registries/desk.offline.json': JSON.stringify({ rules: [{ answer: { content: 'We said "hello"\nto you.' } }] }),
    'server.mjs': readFileSync(server, 'utf8'),
  })
  return folder
}

test('[N-94] a run is saved as a test from its trace, and the command test passes it', async ({ page, studio }) => {
  const folder = desk()
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await view(page, 'Run')
  await ask(page, 'Who is "there"?')
  await view(page, 'Trace')
  await page.getByRole('button', { name: 'Save as test' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved in tests/desk_saved_1.hocon' })).toBeVisible()
  expect(await serious(page)).toEqual([])
  expect(existsSync(join(folder, 'tests/desk_saved_1.hocon'))).toBe(true)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(studio.home, 'other') }
  const said = spawnSync(process.execPath, [main, 'test'], { cwd: folder, env, encoding: 'utf8', timeout: 500_000 })
  expect([said.stdout, said.status]).toEqual(['passed tests/desk_saved_1.hocon\n1 passed, 0 failed\n', 0])
})

test('[N-94] a saved run that had private values says which ones it needs; the command test says so, too', async ({
  page,
  studio,
}) => {
  const folder = desk()
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await view(page, 'Run')
  await setPrivateValues(page, { token: 't-8843' })
  await ask(page, 'Who is "there"?')
  await view(page, 'Trace')
  await page.getByRole('button', { name: 'Save as test' }).click()
  const status = page.getByRole('status').filter({ hasText: 'Saved in tests/desk_saved_1.hocon' })
  await expect(status).toContainText('write a stand-in for token under sly_data')
  const file = join(folder, 'tests/desk_saved_1.hocon')
  const saved = readFileSync(file, 'utf8')
  expect(saved).not.toContain('t-8843')
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(studio.home, 'other') }
  const run = () =>
    spawnSync(process.execPath, [main, 'test'], { cwd: folder, env, encoding: 'utf8', timeout: 500_000 }).stdout
  expect(run()).toMatch(
    /^FAILED tests\/desk_saved_1\.hocon\n {2}Stand-ins for private values are still missing: .*token/,
  )
  writeFileSync(file, saved.replace('"token" = "…"', '"token" = "t-1"'))
  expect(run()).toBe('passed tests/desk_saved_1.hocon\n1 passed, 0 failed\n')
})

test('[N-8] an MCP server tells its tools at its node before any run', async ({ page, studio }) => {
  await openFolder(page, studio, desk())
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await page
    .getByRole('group', { name: 'Graph of desk' })
    .getByRole('button', { name: /^stdio:hand/ })
    .click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await inspector.getByRole('button', { name: 'Ask the server' }).click()
  await expect(inspector).toContainText('It has started, mixed.')
  expect(await serious(page)).toEqual([])
})

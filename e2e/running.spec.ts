import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFiles } from './support/files.ts'
import { processesNaming } from './support/processes.ts'
import { ask, expect, openFolder, openSample, setPrivateValues, temporaryFolder, test, view } from './support/studio.ts'

const MARK = 'hanging-tool-mark-5521'

function hangingProject(): string {
  const folder = temporaryFolder('slyglass-hanging-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "hanging.hocon" = true }',
    'registries/hanging.hocon': `
llm_config { model_name = "gpt-4o", use_responses_api = false }
tools = [
  { name = desk, function.description = "Talks to the client.", instructions = "Use the tool.", tools = ["sleeper"] }
  { name = sleeper, function.description = "Sleeps.", class = "sleeper.Sleeper" }
]`,
    'coded_tools/sleeper.py': `
import pathlib
import time
from neuro_san.interfaces.coded_tool import CodedTool

MARK = "${MARK}"

class Sleeper(CodedTool):
    async def async_invoke(self, args, sly_data):
        pathlib.Path("started").write_text(MARK)
        time.sleep(600)
`,
  })
  return folder
}

test('Stop says so at once, ends the run as cancelled, and leaves no process of the call', async ({ page, studio }) => {
  const folder = hangingProject()
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'hanging' }).click()
  await view(page, 'Run')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please sleep')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: /^Call sleeper.*running/ })).toBeVisible()
  // The tool itself says that it runs: before that there is no call to leave anything behind.
  await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true)
  expect(processesNaming(folder).length).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('region', { name: 'Chat' })).toContainText(/Stopping|cancelled/)
  await expect(page.getByRole('group', { name: /^Call sleeper.*cancelled/ })).toBeVisible()
  await expect.poll(() => processesNaming(folder)).toEqual([])
})

test('[S-16] a reload in the middle of a run loses nothing, and a restart keeps past runs', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'gift_desk')
  await view(page, 'Run')
  await page.getByRole('textbox', { name: 'Message' }).fill('Can I have a music box as a gift?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: /^Call storekeeper/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('music box')
  await expect(page.getByRole('group', { name: /^Call cashier.*ok/ })).toBeVisible()
  await expect(page.getByRole('article', { name: 'gift_desk' }).last()).toContainText(/65|music box/)

  await studio.restart('SIGKILL')
  await openSample(page, studio, 'gift_desk')
  await view(page, 'Trace')
  await page.getByRole('list', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page.getByRole('tree', { name: 'Calls' }).getByRole('treeitem', { name: /^price_quote/ })).toBeVisible()
})

test('two tabs follow one run', async ({ page, context, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Run')
  await ask(page, 'Who sang Respect?')
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByText(/link/i).first()).toBeVisible()
  await openSample(second, studio, 'music_nerd_pro_ts')
  await view(second, 'Trace')
  await second.getByRole('list', { name: 'Runs' }).getByRole('link').first().click()
  await expect(second.getByRole('tree', { name: 'Calls' }).getByRole('treeitem', { name: /^Accountant/ })).toBeVisible()
})

test('a message that holds a private value is shown masked as soon as its run has begun', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await setPrivateValues(page, { api_key: 'k-demo-7431-canary' })
  await ask(page, 'Is k-demo-7431-canary a band?')
  await expect(page.getByRole('article', { name: 'You' })).toHaveText('Is api_key, read by a model a band?')
  await expect(page.getByRole('log', { name: 'Conversation' })).not.toContainText('k-demo-7431-canary')
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
})

test('the address of a link to a network holds, whatever was looked at before', async ({ page, studio }) => {
  await openSample(page, studio, 'calculator')
  await view(page, 'Trace')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await page.getByRole('button', { name: /^Network calculator/ }).click()
  await page.getByRole('link', { name: 'All networks' }).click()
  const named = pages.getByRole('link', { name: 'calculator' })
  await expect(named).toHaveAttribute('href', /\/trace$/)
  const link = page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'calculator' })
  await expect(link).toHaveAttribute('href', /\/edit$/)
  await link.click()
  await expect(page).toHaveURL(/\/calculator\/edit/)
  await expect(page.getByRole('group', { name: 'Graph of calculator' })).toBeVisible()
})

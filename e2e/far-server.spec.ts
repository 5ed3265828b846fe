import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask, expect, setPrivateValues, startStudio, temporaryFolder, test, view } from './support/studio.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const NETWORK = 'basic/music_nerd_pro_sly'

let server: ChildProcess
let address = ''

test.beforeAll(async () => {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _base, OPENAI_API_BASE: _old, ...clean } = process.env
  const main = join(root, 'apps', 'slyglass', 'dist', 'main.js')
  server = spawn(process.execPath, [main, 'serve', join(root, 'samples', 'studio'), '--port', '0'], {
    env: { ...clean, SLYGLASS_HOME: temporaryFolder('slyglass-far-') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  address = await new Promise((resolve, reject) => {
    let out = ''
    server.stdout?.on('data', (piece) => {
      out += String(piece)
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)\D/.exec(out) ?? []
      if (found !== undefined) resolve(found)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${out}`)))
  })
})
test.afterAll(() => void server.kill())

test('a running server is opened by its URL, looked at, and talked to with private values', async ({
  page,
  studio,
}) => {
  await page.goto(`${studio.url}#t=${studio.token}`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))

  await page.getByRole('button', { name: 'Open server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open server' })
  await dialog.getByRole('textbox', { name: 'Server URL' }).fill(address)
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(dialog).toContainText('is an address of this machine or its network')
  await dialog.getByRole('button', { name: 'Yes, open it' }).click()

  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: NETWORK, exact: true }).click()
  const graph = page.getByRole('group', { name: `Graph of ${NETWORK}` })
  await expect(graph.getByRole('button', { name: /^MusicNerdPro, front man/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^Accountant, coded tool/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Graph' })).toContainText('read-only')

  await setPrivateValues(page, { running_cost: 3, api_key: 'k-demo-7431-canary' })
  await ask(page, 'Which band wrote Yellow Submarine?')
  const chat = page.getByRole('region', { name: 'Chat' })
  await expect(chat.getByRole('group', { name: /^Call Accountant, ok/ })).toBeVisible()
  await expect(chat.getByRole('article', { name: 'MusicNerdPro' })).toContainText('Beatles')
  await ask(page, 'Where are they from?')
  await expect(chat.getByRole('article', { name: 'MusicNerdPro' }).last()).toContainText('Liverpool')

  await view(page, 'Sly data')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `2 private values sent to ${new URL(address).host}, 1 came back`,
  )
  const vault = page.getByRole('list', { name: 'Vault' })
  await vault.getByRole('button', { name: 'Reveal running_cost' }).click()
  await expect(vault).toContainText('9.0')

  await view(page, 'Trace')
  await expect(page.getByRole('tree', { name: 'Calls' }).getByRole('treeitem', { name: /^Accountant/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Graph' }).click()
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('Not told by the server')
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0)

  await page.reload()
  await expect(graph.getByRole('button', { name: /^MusicNerdPro, front man/ })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set([new URL(studio.url).origin]))
})

test('an address of the command line waits for a yes', async ({ page }) => {
  const studio = await startStudio({ home: temporaryFolder('slyglass-far-'), args: [address] })
  try {
    await page.goto(`${studio.url}#t=${studio.token}`)
    const dialog = page.getByRole('dialog', { name: 'Open server' })
    await expect(dialog.getByRole('textbox', { name: 'Server URL' })).toHaveValue(address)
    await dialog.getByRole('button', { name: 'Open' }).click()
    await dialog.getByRole('button', { name: 'Yes, open it' }).click()
    await expect(page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: NETWORK })).toBeVisible()
    await page.getByRole('link', { name: 'Slyglass' }).click()
    await expect(page.getByRole('list', { name: 'Recent projects' })).toContainText(address)
    await expect(dialog).toBeHidden()
  } finally {
    await page.close()
    await studio.stop()
  }
})

test('a server that cannot be opened is told with what to do', async ({ page, studio }) => {
  await page.goto(`${studio.url}#t=${studio.token}`)
  await page.getByRole('button', { name: 'Open server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open server' })
  await dialog.getByRole('textbox', { name: 'Server URL' }).fill('http://127.0.0.1:1')
  await dialog.getByRole('button', { name: 'Open' }).click()
  await dialog.getByRole('button', { name: 'Yes, open it' }).click()
  await expect(dialog).toContainText('could not be reached')
  await dialog.getByRole('textbox', { name: 'Server URL' }).fill('ftp://a.b')
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(dialog).toContainText('Type it like http://127.0.0.1:8080')
})

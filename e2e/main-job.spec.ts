import { filesHolding } from './support/files.ts'
import {
  ask,
  expect,
  openFolder,
  openHome,
  openSample,
  setPrivateValues,
  temporaryFolder,
  test,
  view,
} from './support/studio.ts'

const CANARY = 'k-demo-7431-canary'

test('[N-28] [N-29] two questions to a network with a private total, and the proof that no model was told', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_sly')
  await view(page, 'Run')
  await setPrivateValues(page, { running_cost: 3.0, api_key: CANARY })

  await ask(page, 'Which band wrote Yellow Submarine?')
  const conversation = page.getByRole('log', { name: 'Conversation' })
  await expect(conversation.getByRole('article', { name: 'MusicNerdPro' }).first()).toContainText('The Beatles')
  await expect(conversation.getByRole('group', { name: /^Call Accountant.*ok/ })).toHaveCount(1)

  await ask(page, 'Where are they from?')
  await expect(conversation.getByRole('article', { name: 'MusicNerdPro' }).last()).toContainText('Liverpool')
  await expect(conversation.getByRole('group', { name: /^Call Accountant.*ok/ })).toHaveCount(2)

  await view(page, 'Sly data')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 model requests, 2 private values, 0 occurrences')
  const vault = page.getByRole('list', { name: 'Vault' })
  await expect(vault.getByRole('listitem').filter({ hasText: 'running_cost' })).not.toContainText('9.0')
  await page.getByRole('button', { name: 'Reveal running_cost' }).click()
  await expect(vault.getByRole('listitem').filter({ hasText: 'running_cost' })).toContainText('9.0')

  const both = page.getByRole('region', { name: 'One call, both sides' })
  await expect(both.getByRole('group', { name: 'Model saw' })).toContainText('{}')
  await expect(both.getByRole('group', { name: 'Model saw' })).not.toContainText('running_cost')
  await expect(both.getByRole('group', { name: 'Tool saw' })).toContainText('running_cost')

  expect(filesHolding(studio.home, CANARY, Buffer.from(CANARY).toString('base64').replace(/=+$/, ''))).toEqual([])
})

test('[N-2] [N-27] the running total in the arguments: call, code, result and answer are rows of the trace', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro')
  await view(page, 'Run')
  await ask(page, 'Which band wrote Yellow Submarine?')
  await ask(page, 'Where are they from?')
  const calls = page.getByRole('log', { name: 'Conversation' }).getByRole('group', { name: /^Call Accountant/ })
  await expect(calls.first()).toContainText('3.0')
  await expect(calls.last()).toContainText('6.0')
  await expect(page.getByRole('article', { name: 'MusicNerdPro' }).last().locator('.json-view')).toContainText(
    '"running_cost": 6.0',
  )

  await view(page, 'Trace')
  const tree = page.getByRole('tree', { name: 'Calls' })
  for (const row of [/^MusicNerdPro/, /^model #1/, /^Accountant/, /^model #2/]) {
    await expect(tree.getByRole('treeitem', { name: row }).first()).toBeVisible()
  }
  // Two calls of one tool are told apart without opening them.
  const call = tree.getByRole('treeitem', { name: /^Accountant/ })
  await expect(call).toContainText('running_cost: 3.0')
  await expect(call).toHaveAccessibleDescription('running_cost: 3.0')
  await tree.getByRole('treeitem', { name: /^model #2/ }).click()
  await page.getByRole('region', { name: 'Detail' }).getByRole('tab', { name: 'Model request' }).click()
  await expect(page.getByRole('region', { name: 'Detail' })).toContainText("{'running_cost': 6.0}")
})

test('the address of a folder is known after many samples; a banner about an address goes when something else is opened', async ({
  page,
  studio,
}) => {
  const folder = temporaryFolder('slyglass-known-')
  await openFolder(page, studio, folder)
  await expect(page).toHaveURL(/#\/prj_/)
  const address = page.url()
  await studio.restart()
  await openHome(page, studio)
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Home' })).toHaveCount(0)
  await expect(page.getByText('This address leads nowhere.')).toHaveCount(0)
  await page.goto(`${studio.url}#/prj_00000000000000000000`)
  await expect(page.getByText('This address leads nowhere.')).toBeVisible()
  await page.getByRole('list', { name: 'Recent projects' }).getByRole('button').first().click()
  await expect(page.getByText('This address leads nowhere.')).toHaveCount(0)
})

test('who goes on before an address has been answered stays where they went', async ({ page, studio }) => {
  await openFolder(page, studio, temporaryFolder('slyglass-slow-'))
  await expect(page).toHaveURL(/#\/prj_/)
  const address = page.url()
  await openHome(page, studio)
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/projects\/prj_\w+$/, async (route) => {
    await late
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/projects\/prj_\w+$/)
  await page.goto(address)
  await asked
  await page.goto(`${studio.url}#/settings`)
  const settings = page.getByRole('region', { name: 'Model' })
  await expect(settings).toBeVisible()
  const answered = page.waitForResponse(/\/api\/projects\/prj_\w+$/)
  answer()
  await (await answered).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await expect(settings).toBeVisible()
  await expect(page).toHaveURL(/#\/settings$/)
})

test('[S-13] without a key the offline model answers, and says what it is', async ({ page, studio }) => {
  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Run')
  await expect(page.getByText('offline model (not a language model)').first()).toBeVisible()
  await ask(page, 'What is the capital of Norway?')
  await expect(page.getByRole('article', { name: 'MusicNerdPro' })).toContainText('not a language model')
  await page
    .getByRole('list', { name: 'Sample questions' })
    .getByRole('button', { name: 'Which band wrote Yellow Submarine?' })
    .click()
  await expect(page.getByRole('article', { name: 'MusicNerdPro' }).last()).toContainText('The Beatles')
})

test('three agents, two languages: delegation shows inside its call, and one value leaves under its new name', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'gift_desk')
  await view(page, 'Run')
  await setPrivateValues(page, { customer_id: 'C-88812', warehouse_token: 'wh-token-55121', discount_percent: 10 })
  await ask(page, 'Can I have a teapot as a gift?')
  const conversation = page.getByRole('log', { name: 'Conversation' })
  await expect(conversation).toContainText('37.8')
  for (const tool of ['storekeeper', 'cashier', 'shelf_count', 'price_quote']) {
    await expect(conversation.getByRole('group', { name: new RegExp(`^Call ${tool}.*ok`) })).toHaveCount(1)
  }
  await view(page, 'Sly data')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('6 model requests, 4 private values, 0 occurrences')
  const boundaries = page.getByRole('table', { name: 'Boundaries' })
  await expect(boundaries.getByRole('row', { name: /^quote_no/ })).toContainText('quote')
  await expect(boundaries.getByRole('row', { name: /^warehouse_token/ })).toContainText('withheld')

  // A turn that writes nothing leaves the value with the tool and the turn that it is from.
  const kept = (key: string) => page.getByRole('list', { name: 'Vault' }).getByRole('listitem').filter({ hasText: key })
  await expect(kept('quote_no')).toContainText('from price_quote')
  await view(page, 'Run')
  await ask(page, 'What do you sell?')
  await view(page, 'Sly data')
  await expect(kept('quote_no')).toContainText('from price_quote in turn 1')
  await expect(kept('warehouse_token')).toContainText('from client')
})

test('[S-34] a private value is masked again after it was revealed, and is in no address and no storage', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'music_nerd_pro_ts')
  await view(page, 'Run')
  await setPrivateValues(page, { api_key: CANARY })
  await view(page, 'Sly data')
  const item = page.getByRole('list', { name: 'Vault' }).getByRole('listitem').filter({ hasText: 'api_key' })
  await expect(item).not.toContainText(CANARY)
  await page.getByRole('button', { name: 'Reveal api_key' }).click()
  await expect(item).toContainText(CANARY)
  await page.keyboard.press('Escape')
  await expect(item).not.toContainText(CANARY)
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }, document.title]),
  )
  expect(kept).not.toContain(CANARY)
})

test('the graph shows what runs while it runs', async ({ page, studio }) => {
  await openSample(page, studio, 'gift_desk')
  await view(page, 'Run')
  const graph = page.getByRole('group', { name: /^Graph of/ })
  await expect(graph.getByRole('button', { name: /^gift_desk, front man/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^storekeeper, agent/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^shelf_count, coded tool/ })).toBeVisible()
  await setPrivateValues(page, { warehouse_token: 'wh-token-55121' })
  await ask(page, 'Can I have a kite as a gift?')
  await expect(graph.getByRole('button', { name: /^shelf_count, coded tool, ok/ })).toBeVisible()
})

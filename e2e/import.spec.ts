// What Home brings into a project: a tool and networks from files, samples by their name.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { expect, openFolder, openHome, type Studio, temporaryFolder, test } from './support/studio.ts'

const TOOL = JSON.stringify({
  ...{ kind: 'slyglass tool', version: 1, name: 'fee', class: 'fees.Fee', file: 'fees.py' },
  entry: { function: { description: 'Tells the fee.' } },
  files: { 'fees.py': 'class Fee:\n    pass\n' },
})
/** With a mark at its beginning and two kinds of line ends. */
const SHOP = '\uFEFF{ tools = [\r\n  { name = Clerk, instructions = "Grüß Gott." }\n] }'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import' })
const graph = (page: Page, network: string) => page.getByRole('group', { name: `Graph of ${network}` })

async function openMine(page: Page, studio: Studio): Promise<string> {
  const folder = temporaryFolder('slyglass-import-')
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }\n',
    'registries/desk.hocon':
      '{ tools = [ { name = desk, instructions = "Help.", function.description = "Helps." } ] }\n',
  })
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await expect(page.getByRole('button', { name: 'Trust this folder' })).toBeHidden()
  return folder
}

async function begin(page: Page, studio: Studio): Promise<void> {
  await openHome(page, studio)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog(page).getByLabel('File')).toBeFocused()
}

test('[U-90] a tool from its file goes into a project by Home, asks before it overwrites, and is inert until trusted', async ({
  page,
  studio,
}) => {
  const folder = await openMine(page, studio)
  await begin(page, studio)
  const file = dialog(page).getByLabel('File')
  const send = dialog(page).getByRole('button', { name: 'Import', exact: true })
  await expect(send).toBeDisabled()
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a = 1') })
  await expect(dialog(page)).toContainText('notes.txt is neither an exported tool (.json) nor a network (.hocon).')
  await expect(send).toBeDisabled()
  await file.setInputFiles({ name: 'fee.tool.json', mimeType: 'application/json', buffer: Buffer.from('{"kind":') })
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('it is no JSON')

  const tool = { name: 'fee.tool.json', mimeType: 'application/json', buffer: Buffer.from(TOOL) }
  await file.setInputFiles(tool)
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(dialog(page)).toContainText('has to be trusted anew')
  await expect(dialog(page).getByRole('combobox', { name: 'Network' })).toHaveValue('desk')
  expect(await serious(page)).toEqual([])
  await send.click()
  await expect(dialog(page)).toBeHidden()
  await expect(graph(page, 'desk').getByRole('button', { name: /^fee, coded tool/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Trust this folder' })).toBeVisible()
  expect(readFileSync(join(folder, 'coded_tools/desk/fees.py'), 'utf8')).toBe('class Fee:\n    pass\n')

  await begin(page, studio)
  await file.setInputFiles(tool)
  await dialog(page).getByRole('textbox', { name: 'Tool name' }).fill('charge')
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('coded_tools/desk/fees.py')
  await dialog(page).getByRole('button', { name: 'Overwrite and import' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(graph(page, 'desk').getByRole('button', { name: /^charge, coded tool/ })).toBeVisible()
})

test('networks and samples go into a project by Home, byte for byte, from a path, a drop and a name', async ({
  page,
  studio,
}) => {
  const folder = await openMine(page, studio)
  const path = join(temporaryFolder('slyglass-file-'), 'shop.hocon')
  writeFileSync(path, SHOP)
  await begin(page, studio)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(dialog(page).getByLabel('File')).toBeFocused()
  const source = dialog(page).getByRole('textbox', { name: 'Path or sample' })
  await source.fill('/nowhere/shop.txt')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('is no name of a sample')
  await source.fill(path)
  await expect(dialog(page).getByRole('textbox', { name: 'Network name' })).toHaveValue('shop')
  await expect(dialog(page).getByRole('combobox', { name: 'Into' })).toHaveValue(/^prj_/)
  await page.keyboard.press('Enter')
  await expect(graph(page, 'shop').getByRole('button', { name: /^Clerk/ })).toBeVisible()
  expect(readFileSync(join(folder, 'registries/shop.hocon'))).toEqual(Buffer.from(SHOP))

  await begin(page, studio)
  await source.fill('units')
  await expect(dialog(page).getByRole('combobox', { name: 'Into' })).toHaveValue(/^prj_/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  const networks = page.getByRole('table', { name: 'Networks' })
  for (const name of ['desk', 'shop', 'units'])
    await expect(networks.getByRole('link', { name, exact: true })).toBeVisible()

  await openHome(page, studio)
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'till.hocon'))
    return transfer
  }, SHOP)
  await page.getByRole('region', { name: 'Home' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(dialog(page).getByRole('textbox', { name: 'Network name' })).toHaveValue('till')
  await dialog(page).getByRole('combobox', { name: 'Into' }).selectOption('a new project')
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(graph(page, 'till').getByRole('button', { name: /^Clerk/ })).toBeVisible()
  expect(readFileSync(join(studio.home, 'projects/pasted/till/registries/till.hocon'))).toEqual(Buffer.from(SHOP))
})

test('the page of networks makes a new one, brings in samples, and takes a file that is dropped', async ({
  page,
  studio,
}) => {
  const folder = await openMine(page, studio)
  const project = page.getByRole('region', { name: 'Project' })
  const fresh = page.getByRole('dialog', { name: 'New network' })
  const toNetworks = async () => {
    await page.goto(page.url().replace(/(#\/prj_[^/]+).*/, '$1'))
    await expect(project).toBeVisible()
  }
  await project.getByRole('button', { name: 'New network' }).click()
  await expect(fresh.getByRole('textbox', { name: 'Network name' })).toBeFocused()
  await expect(fresh.getByRole('button', { name: 'Create network' })).toBeDisabled()
  await expect(fresh).toContainText('Undo does not take it back')
  expect(await serious(page)).toEqual([])
  await page.keyboard.type('desk')
  await page.keyboard.press('Enter')
  await expect(fresh).toContainText('The project has these files already: registries/desk.hocon')
  const name = fresh.getByRole('textbox', { name: 'Network name' })
  for (const [odd, why] of [
    ['nul.hocon', 'nul is the name of a device on Windows'],
    ['desk.', '"desk." ends with a dot'],
  ] as const) {
    await name.fill(odd)
    await expect(fresh).toContainText(why)
    await expect(fresh.getByRole('button', { name: 'Create network' })).toBeDisabled()
  }
  await name.fill('shop floor')
  await expect(fresh).toContainText('Becomes registries/shop_floor.hocon')
  await page.keyboard.press('Enter')
  await expect(graph(page, 'shop_floor').getByRole('button', { name: /^Assistant/ })).toBeVisible()
  expect(readFileSync(join(folder, 'registries/manifest.hocon'), 'utf8')).toContain('"shop_floor.hocon" = true')
  // It is the studio's own text: what was trusted stays so, and it answers at once.
  await expect(page.getByRole('button', { name: 'Trust this folder' })).toBeHidden()

  await toNetworks()
  await project.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('combobox', { name: 'Samples' }).selectOption('units')
  await expect(dialog(page).getByRole('textbox', { name: 'Path or sample' })).toHaveValue('units')
  await expect(dialog(page)).toContainText('Undo does not take it back')
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  const networks = page.getByRole('table', { name: 'Networks' })
  for (const name of ['desk', 'shop_floor', 'units'])
    await expect(networks.getByRole('link', { name, exact: true })).toBeVisible()

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'till.hocon'))
    return transfer
  }, SHOP)
  await project.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(dialog(page).getByRole('textbox', { name: 'Network name' })).toHaveValue('till')
  await expect(dialog(page)).toContainText('Becomes registries/till.hocon in ')
  await expect(dialog(page)).toContainText('and a line in registries/manifest.hocon.')
  await page.keyboard.press('Escape')
})

test('the page of networks opens the manifest, and adds a file that lies beside it without touching the rest', async ({
  page,
  studio,
}) => {
  const folder = temporaryFolder('slyglass-manifest-')
  const agent = '{ tools = [ { name = old, instructions = "Help.", function.description = "Helps." } ] }\n'
  const manifest =
    '{\r\n  # all of them\r\n  "desk.hocon" = { serve: true }, // quiet\r\n  "torn.hocon" = true\r\n}\r\n'
  writeFiles(folder, {
    'registries/manifest.hocon': manifest,
    'registries/desk.hocon': agent,
    'registries/lab/old_desk.hocon': agent,
    'registries/words.hocon': 'words = "Be kind."\n',
    'registries/torn.hocon': '{ tools = [\n } ]\n',
  })
  await openFolder(page, studio, folder)
  // With two networks the folder opens on its list.
  const rest = page.getByRole('region', { name: 'Not in the manifest' })
  await rest.getByRole('button', { name: 'Add registries/words.hocon to manifest' }).click()
  await expect(rest.getByRole('alert')).toContainText('registries/words.hocon has no agents')
  expect(await serious(page)).toEqual([])
  await rest.getByRole('button', { name: 'Add registries/lab/old_desk.hocon to manifest' }).click()
  const networks = page.getByRole('table', { name: 'Networks' })
  await expect(networks.getByRole('row', { name: /^lab\/old_desk .* not read/ })).toBeVisible()
  await expect(rest).not.toContainText('old_desk')
  const written = readFileSync(join(folder, 'registries/manifest.hocon'), 'utf8')
  expect(written).toBe(manifest.replace('true\r\n}', 'true,\r\n  "lab/old_desk.hocon" = true\r\n}'))
  // One file that cannot be read is one row, which leads to the place.
  await networks
    .getByRole('row', { name: /^torn .* cannot be read/ })
    .getByRole('button', { name: /^line 2, / })
    .click()
  await expect(page.getByRole('tab', { name: /torn\.hocon/ })).toHaveAttribute('aria-selected', 'true')
  await page.goto(page.url().replace(/(#\/prj_[^/]+).*/, '$1'))
  await page.getByRole('button', { name: 'Open manifest' }).click()
  await expect(page.getByRole('tab', { name: /manifest\.hocon/ })).toHaveAttribute('aria-selected', 'true')
})

test('a folder without networks gets its first one from the page that says so', async ({ page, studio }) => {
  const folder = temporaryFolder('slyglass-empty-')
  await openFolder(page, studio, folder)
  await expect(page.getByText('No networks were found')).toBeVisible()
  await page.getByRole('button', { name: 'New network' }).click()
  await page.getByRole('textbox', { name: 'Network name' }).fill('first')
  await page.keyboard.press('Enter')
  await expect(graph(page, 'first').getByRole('button', { name: /^Assistant/ })).toBeVisible()
  expect(readFileSync(join(folder, 'registries/manifest.hocon'), 'utf8')).toContain('"first.hocon" = true')
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openFolder, temporaryFolder, test } from './support/studio.ts'

const BASE = `# What all desks share.
tone = "Be kind."
greeting = "Greets people."
llm_config { model_name = small, temperature = 0.50 }
`
const desk = (name: string) => `include "registries/base.hocon"
commondefs.replacement_strings { city = "Lima" }
tools = [
  { name = ${name}, function.description = \${greeting}
    instructions = \${tone} " You stand in {city}.", tools = [adder] }
  { name = adder, class = "add.Add", function.description = "Adds two numbers and gives the sum back." }
]
`
const FILES = {
  'registries/manifest.hocon': '"shop/desk.hocon" = true\n"other.hocon" = true\n"third.hocon" = true\n',
  'registries/base.hocon': BASE,
  'registries/shop/desk.hocon': desk('Desk'),
  'registries/other.hocon': desk('Other').replace('"add.Add"', '"plain.Add"'),
  'registries/third.hocon': 'tools = [ { name = Third, instructions = x, function.description = "Alone here." } ]\n',
  'coded_tools/shop/desk/add.py': 'class Add: pass\n',
  'coded_tools/shop/add.py': 'class Add: pass\n',
  'coded_tools/add.py': 'class Add: pass\n',
  'coded_tools/plain.py': 'class Add: pass\n',
}

function putProject(files: Readonly<Record<string, string>> = FILES): string {
  const root = temporaryFolder('slyglass-origins-')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })
const source = (page: Page) => page.getByRole('region', { name: 'Source' })
const pick = (page: Page, name: string) =>
  page
    .getByRole('group', { name: /^Graph of/ })
    .getByRole('button', { name: new RegExp(`^${name},`) })
    .click()

async function openDesk(page: Page, studio: Parameters<typeof openFolder>[1]): Promise<string> {
  const root = putProject()
  await openFolder(page, studio, root)
  await page.getByRole('link', { name: 'shop/desk' }).click()
  await pick(page, 'Desk')
  return root
}

test('[S-6] an inherited value says where it is defined, one click away, and a change asks: there or here', async ({
  page,
  studio,
}) => {
  const root = await openDesk(page, studio)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const description = inspector(page).getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('Greets people.')
  await expect(inspector(page)).toContainText('Defined in base.hocon:3, by ${greeting}')

  await description.fill('Welcomes people.')
  await description.press('Control+Enter')
  const question = inspector(page).getByRole('group', { name: 'Where to change Description' })
  // What is typed, and the question, outlive another width of the window.
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(page.getByRole('group', { name: 'Show' })).toBeVisible()
  await expect(question).toBeVisible()
  await expect(description).toHaveValue('Welcomes people.')
  await page.setViewportSize(before)
  await question.getByRole('button', { name: 'Edit where it is defined (used by 2 networks)' }).click()
  await expect(question).toHaveCount(0)
  await expect(description).toHaveValue('Welcomes people.')
  await save()
  await expect.poll(() => read('registries/base.hocon')).toBe(BASE.replace('Greets', 'Welcomes'))
  expect(read('registries/shop/desk.hocon')).toBe(FILES['registries/shop/desk.hocon'])

  const temperature = inspector(page).getByRole('textbox', { name: 'temperature' })
  await expect(temperature).toHaveValue('0.5')
  await temperature.fill('0.7')
  await temperature.press('Enter')
  await inspector(page).getByRole('button', { name: 'Override here' }).click()
  await save()
  await expect.poll(() => read('registries/shop/desk.hocon')).toContain('llm_config')
  expect(read('registries/shop/desk.hocon')).toContain('0.7')
  expect(read('registries/base.hocon')).toBe(BASE.replace('Greets', 'Welcomes'))

  await inspector(page).getByRole('button', { name: 'base.hocon:3' }).click()
  await expect(source(page).getByRole('tab', { name: 'registries/base.hocon' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(source(page)).toContainText('Ln 3')
})

test('[S-6] a prompt that is put together is edited piece by piece; what stands for a name stays its name', async ({
  page,
  studio,
}) => {
  const root = await openDesk(page, studio)
  const prompt = inspector(page).getByRole('group', { name: /^Instructions, put together from 2 parts$/ })
  const own = prompt.getByRole('textbox', { name: 'Instructions', exact: true })
  await expect(own).toHaveValue(' You stand in {city}.')
  await own.fill(' You sit in {city}.')
  await own.press('Control+Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => readFileSync(join(root, 'registries/shop/desk.hocon'), 'utf8'))
    .toBe(FILES['registries/shop/desk.hocon'].replace('stand', 'sit'))
  await prompt.getByText('Be kind.').first().click()
  await expect(prompt.getByRole('textbox', { name: 'Instructions, part 1 of 2' })).toHaveValue('Be kind.')
})

test('[N-55] the inspector says which file a class is taken from, and which files it hides', async ({
  page,
  studio,
}) => {
  await openDesk(page, studio)
  await pick(page, 'adder')
  await expect(inspector(page).getByRole('button', { name: 'coded_tools/shop/desk/add.py' })).toBeVisible()
  await expect(inspector(page).getByRole('list', { name: 'Shadowed files' }).getByRole('listitem')).toHaveText([
    'coded_tools/shop/add.py',
    'coded_tools/add.py',
  ])
})

test('[N-57] [N-58] a class that is nowhere, or in two languages, is a problem as soon as the network is open', async ({
  page,
  studio,
}) => {
  const root = putProject({
    ...FILES,
    'registries/shop/desk.hocon': desk('Desk').replace('"add.Add"', '"gone.Add"'),
    'coded_tools/plain.ts': 'export class Add {}\n',
  })
  await openFolder(page, studio, root)
  await page.getByRole('link', { name: 'shop/desk' }).click()
  const problem = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  await expect(problem.filter({ hasText: 'coded_tools/shop/desk/gone.py' })).toContainText('coded_tools/gone.ts')
  await page.getByRole('button', { name: /^Network shop\/desk/ }).click()
  await page.getByRole('link', { name: 'other', exact: true }).click()
  await expect(problem.filter({ hasText: 'two languages' })).toContainText(
    'coded_tools/plain.py and coded_tools/plain.ts',
  )
})

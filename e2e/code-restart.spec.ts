import type { Page } from '@playwright/test'
import { writeFiles } from './support/files.ts'
import { expect, openFolder, openLinkHere, type Studio, temporaryFolder, test, view } from './support/studio.ts'

const CODE = {
  javascript: 'print(await tools.stock({ item: "cup" }))\nprint(await tools.pay({ amount: 2 }))',
  python: 'print(await tools.stock(item="cup"))\nprint(await tools.pay(amount=2))',
}

/** A desk whose model writes code that looks something up and then pays, which a person allows. */
function project(language: keyof typeof CODE): string {
  const folder = temporaryFolder('slyglass-code-restart-')
  const code = { name: 'run_code', arguments: { code: CODE[language] } }
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }',
    'registries/desk.hocon': `{
  studio { profile = bub, code_mode { enabled = true, language = ${language} } }
  tools = [
    { name = desk, instructions = "Work.", function.description = "Works.", tools = [stock, pay] }
    { name = stock, class = "till.Stock", function { description = "Counts an item."
      parameters { type = object, required = [item], properties { item { type = string } } } } }
    { name = pay, class = "till.Pay", studio.requires_approval = true, function { description = "Pays a bill."
      parameters { type = object, required = [amount], properties { amount { type = int } } } } }
  ]
}`,
    'registries/desk.offline.json': JSON.stringify({
      rules: [{ tool_results: 0, answer: { tool_calls: [code] } }, { answer: { content: '{{tool}}' } }],
    }),
    'coded_tools/till.ts': `export class Stock {
  async invoke() {
    return 'seven cups'
  }
}

export class Pay {
  async invoke({ amount }: { amount: number }) {
    return \`paid \${amount}\`
  }
}
`,
  })
  return folder
}

const asks = (page: Page, tool: string) => page.getByRole('alertdialog', { name: new RegExp(`^Allow ${tool}\\?`) })

async function begin(page: Page, studio: Studio, language: keyof typeof CODE): Promise<void> {
  await openFolder(page, studio, project(language))
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await view(page, 'Run')
  await page.getByRole('textbox', { name: 'Message' }).fill('pay the bill')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(asks(page, 'pay')).toBeVisible()
}

/** Kills the server, starts it again and comes back to the same page. */
async function restart(page: Page, studio: Studio): Promise<void> {
  await studio.restart('SIGKILL')
  await openLinkHere(page, studio)
}

test('[B-46] a call inside code that has no rights waits for its person over the death of the server', async ({
  page,
  studio,
}) => {
  await begin(page, studio, 'javascript')
  await expect(asks(page, 'pay')).not.toContainText('that code is gone')
  await restart(page, studio)
  await expect(asks(page, 'pay')).toBeVisible()
  await asks(page, 'pay').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('article', { name: 'desk' }).last()).toContainText('paid 2')
  await expect(page.getByRole('group', { name: /^Call stock, ok/ })).toHaveCount(1)
})

test('[B-46] a call inside code in a process says what a restart costs, and after one the person reads what was made', async ({
  page,
  studio,
}) => {
  await begin(page, studio, 'python')
  await expect(asks(page, 'pay')).toContainText('that code is gone and this call is not made')
  await restart(page, studio)
  const doubt = asks(page, 'run_code')
  await expect(doubt).toContainText('Calls that it had made: stock.')
  await expect(doubt).toContainText('Not made, because a person had not answered yet: pay.')
  await doubt.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('article', { name: 'desk' }).last()).toContainText('Calls that it had made: stock.')
})

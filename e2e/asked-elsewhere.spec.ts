// A network that asks another one of the project: a question in the other's run is asked where the person is.
import { serious } from './support/accessibility.ts'
import { writeFiles } from './support/files.ts'
import { expect, openFolder, temporaryFolder, test, view } from './support/studio.ts'

const FILES = {
  'registries/manifest.hocon': '{ "shop.hocon" = true, "till.hocon" = true }',
  'registries/shop.hocon': `{ tools = [
  { name = clerk, instructions = "Ask the till.", function.description = "Sells.", tools = ["/till"] }
] }
`,
  'registries/shop.offline.json': JSON.stringify({
    rules: [
      { tool_results: 0, answer: { tool_calls: [{ name: '__till', arguments: { inquiry: 'pay' } }] } },
      { answer: { content: 'The till said: {{tool}}' } },
    ],
  }),
  'registries/till.hocon': `{
  studio { permissions { approval_required = [pay] } }
  tools = [
    { name = cashier, instructions = "Use pay.", function.description = "Takes money.", tools = [pay] }
    { name = pay, function.description = "Pays.", class = "pay.Pay" }
  ]
}
`,
  'registries/till.offline.json': JSON.stringify({
    rules: [
      { tool_results: 0, answer: { tool_calls: [{ name: 'pay', arguments: { coins: 3 } }] } },
      { answer: { content: '{{tool}}' } },
    ],
  }),
  'coded_tools/pay.py': `
from neuro_san.interfaces.coded_tool import CodedTool

class Pay(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "paid three coins"
`,
}

test('[U-85] what another network asks a person is asked in the chat that waits for it, also after a reload', async ({
  page,
  studio,
}) => {
  const folder = temporaryFolder('slyglass-elsewhere-')
  writeFiles(folder, FILES)
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'shop' }).click()
  await view(page, 'Run')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please pay')
  await page.getByRole('button', { name: 'Send' }).click()
  const card = page.getByRole('alertdialog', { name: /^Allow pay\? asked by cashier in the network till/ })
  await expect(card).toBeVisible()
  await expect(card).toContainText('coins')
  expect(await serious(page)).toEqual([])
  await page.reload()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('article', { name: 'clerk' }).last()).toContainText('paid three coins')
  await expect(card).toHaveCount(0)
})

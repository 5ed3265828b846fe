import { writeFiles } from './support/files.ts'
import { processesNaming } from './support/processes.ts'
import { expect, openFolder, openSample, temporaryFolder, test, view } from './support/studio.ts'

test('[B-30] [B-41] code of a model is seen with its rights, its calls and what it printed', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'code_orders')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /A123, B456 and C789/ }).click()
  await expect(chat.getByText('These have left: A123, C789.')).toBeVisible()
  const cell = chat.getByRole('region', { name: 'Code' })
  await expect(cell).toContainText('asyncio.gather')
  await expect(cell).toContainText('host permissions')
  // Three calls of the code stand below the call that ran it.
  const row = chat.getByRole('group', { name: 'Call run_code, ok' })
  await expect(row.getByRole('group', { name: 'Call lookup_order, ok' })).toHaveCount(3)
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /run_code/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('asyncio.gather')
  await expect(page.getByRole('treeitem', { name: /lookup_order/ })).toHaveCount(3)
})

test('[B-43] a mistake in code is seen with what was printed until then', async ({ page, studio }) => {
  await openSample(page, studio, 'code_orders')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /mistake in the code/ }).click()
  await expect(chat.getByText('division by zero').first()).toBeVisible()
  await expect(chat.getByRole('region', { name: 'Code' })).toContainText('looking')
})

test('[B-37] [B-38] a chart that code drew is seen in chat and trace, and the model that it asked stands below it', async ({
  page,
  studio,
}) => {
  await openSample(page, studio, 'code_media')
  await view(page, 'Run')
  const chat = page.getByRole('region', { name: 'Chat' })
  await chat.getByRole('button', { name: /Draw the sales/ }).click()
  await expect(chat.getByText('Here they are: Teapots after a cold start')).toBeVisible()
  const drawn = chat.getByRole('list', { name: 'Attached media' }).getByRole('img')
  await expect(drawn).toBeVisible()
  await expect(drawn).toHaveJSProperty('naturalWidth', 200)
  await view(page, 'Trace')
  await page
    .getByRole('treeitem', { name: /run_code/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Attached media' }).getByRole('img')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /sales_by_month/ })).toHaveCount(1)
  await expect(page.getByRole('treeitem', { name: /model #/ })).toHaveCount(3)
})

const PAYING = `print("asking")
print(await tools.pay(amount=2))
await tools.pay(amount=3)
`
// What the code starts names the folder: in its own place a process is found by it.
const endless = (folder: string) => `import subprocess
subprocess.Popen(["sh", "-c", "sleep 600; sleep 600", "left by code of ${folder}"])
print("going", flush=True)
while True: pass
`

test('[B-46] [B-42] a call inside code waits for a person, and Stop ends code with what it started', async ({
  page,
  studio,
}) => {
  const folder = temporaryFolder('slyglass-code-')
  const runs = (user: string, code: string) => ({
    ...{ user, tool_results: 0 },
    answer: { tool_calls: [{ name: 'run_code', arguments: { code } }] },
  })
  writeFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true }',
    'registries/desk.hocon': `{
  studio { profile = bub, code_mode { enabled = true, language = python } }
  tools = [
    { name = desk, instructions = "Work.", function.description = "Works.", tools = [pay] }
    { name = pay, class = "till.Pay", studio.requires_approval = true, function { description = "Pays a bill."
      parameters { type = object, required = [amount], properties { amount { type = int } } } } }
  ]
}`,
    'registries/desk.offline.json': JSON.stringify({
      rules: [runs('pay', PAYING), runs('wait', endless(folder)), { answer: { content: '{{tool}}' } }],
    }),
    'coded_tools/till.py': `from neuro_san.interfaces.coded_tool import CodedTool

class Pay(CodedTool):
    async def async_invoke(self, args, sly_data):
        return f"paid {args['amount']}"
`,
  })
  await openFolder(page, studio, folder)
  await page.getByRole('button', { name: 'Trust this folder' }).click()
  await page.getByRole('table', { name: 'Networks' }).getByRole('link', { name: 'desk' }).click()
  await view(page, 'Run')
  const send = async (message: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  const chat = page.getByRole('region', { name: 'Chat' })
  const asks = page.getByRole('alertdialog', { name: /^Allow pay\?/ })

  await send('pay the bill')
  await expect(asks).toContainText('2')
  await asks.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(asks).toContainText('3')
  await asks.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(chat.getByText(/Tool 'pay' call was rejected/).first()).toBeVisible()
  await expect(chat.getByRole('region', { name: 'Code' }).first()).toContainText('paid 2')

  await send('wait for ever')
  await expect(chat.getByRole('region', { name: 'Code' }).last()).toContainText('going')
  const left = `left by code of ${folder}`
  expect(processesNaming(left).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(chat.getByRole('group', { name: /^Call run_code, cancelled/ })).toBeVisible()
  await expect.poll(() => processesNaming(left)).toEqual([])
})

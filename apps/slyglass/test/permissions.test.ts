// What the rules of a network say of each tool, before anything is called.
import { expect, test } from 'vitest'
import { must, openTrusted, refusalOf } from './support/conversations.ts'
import { deskFiles, newFolder, putFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start } = studioPerTest()

const NETWORK = `{
  studio { permissions { deny = [drop_table], deny_prefixes = [admin_] }, todos.enabled = true }
  tools = [
    { name = desk, instructions = "Help.", tools = [drop_table, admin_list, shell, pay, look, helper, ghost, "/other"],
      function.description = "Helps." }
    { name = helper, instructions = "Help.", tools = [look], function.description = "Helps.",
      studio { todos.enabled = false, permissions { mode = strict, allow = [LOOK] } } }
    { name = drop_table, class = "tools.Drop", function.description = "Drops." }
    { name = admin_list, class = "tools.Drop", function.description = "Lists." }
    { name = shell, toolbox = bash }
    { name = pay, class = "tools.Pay", function.description = "Pays." }
    { name = look, class = "tools.Drop", function.description = "Looks." }
  ]
}`
const TOOLS = `
import { defineTool } from 'slyglass'
export const Pay = defineTool({ name: 'pay', requiresApproval: true, execute: () => 1 })
export class Drop { asyncInvoke() { return 1 } }
`

test('[U-84] each tool of each agent says whether its calls are allowed, ask or are blocked, by which rule and where', async () => {
  const folder = putFiles(newFolder(), deskFiles(NETWORK, [], { 'coded_tools/tools.ts': TOOLS }))
  const studio = await start()
  const { id } = await openTrusted(studio.client, folder)
  const { rows } = await must(studio.client.permissions(id, 'desk'))
  const told = rows.map(({ agent, tool, verdict, rule, place }) => {
    const written = place === undefined ? '' : NETWORK.slice(place.from, place.to)
    return [agent, tool, verdict, rule, written].join(' ').trim()
  })
  expect(told).toEqual([
    'desk drop_table blocked studio.permissions.deny drop_table',
    'desk admin_list blocked studio.permissions.deny_prefixes admin_',
    'desk shell asks studio.requires_approval',
    'desk pay asks studio.requires_approval',
    'desk look allowed',
    'desk helper allowed',
    'desk __other allowed',
    ...['add_todo', 'update_todo', 'complete_todo', 'delete_todo', 'list_todos'].map((name) => `desk ${name} allowed`),
    'helper look asks studio.permissions.mode strict',
  ])
  expect(rows[0]?.reason).toBe('it is in permissions.deny')
  expect(await refusalOf(studio.client.permissions(id, 'nothing'))).toBe('404 network')
})

test('[U-84] a network without rules allows every call, and a folder that is not trusted loads no definition', async () => {
  const plain = NETWORK.replace(/^ {2}studio .*$/m, '').replace(/,\n {6}studio .* } } }/, ' }')
  const folder = putFiles(newFolder(), deskFiles(plain, [], { 'coded_tools/tools.ts': 'throw new Error("loaded")' }))
  const studio = await start()
  const { id } = await must(studio.client.openProject({ path: folder }))
  const { rows } = await must(studio.client.permissions(id, 'desk'))
  expect(rows.filter(({ tool }) => tool !== 'shell').every(({ verdict }) => verdict === 'allowed')).toBe(true)
  expect(rows.find(({ tool }) => tool === 'look')?.reason).toMatch(/as in neuro-san$/)
})

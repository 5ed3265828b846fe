// A tool from one project into another, as the page hands it on.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must, openTrusted, refusalOf } from './support/conversations.ts'
import { putFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const DESK = '{ tools = [\n  { name = Desk, instructions = "Help.", tools = [] }\n] }\n'
const { startTrusted, now } = studioPerTest({
  'registries/manifest.hocon': '{ "shop.hocon" = true }\n',
  'registries/shop.hocon': `{ tools = [
    { name = Desk, instructions = "Help.", tools = ["scale"] }
    { name = scale, class = "scale.Scale", function.description = "Weighs.", args { factor = 2.5, api_key = "sk-here" } }
  ] }`,
  'coded_tools/scale.py': 'class Scale:\n    pass\n',
  'coded_tools/test_scale.py': 'from scale import Scale\n',
})

test('[U-90] is one text without secrets, and is inert in the other project until that is trusted anew', async () => {
  const { client, project } = await startTrusted()
  const shared = await must(client.exportTool(project.id, 'shop', 'scale'))
  expect(shared).toMatchObject({ file: 'scale.tool.json', leftOut: ['args.api_key'] })
  expect(shared.text).not.toContain('sk-here')
  expect(await refusalOf(client.exportTool(project.id, 'shop', 'Desk'))).toBe('422 tool-export')
  expect(await refusalOf(client.exportTool(project.id, 'none', 'scale'))).toBe('404 network')

  const other = join(now.home, 'other')
  putFiles(other, { 'registries/manifest.hocon': '{ "desk.hocon" = true }\n', 'registries/desk.hocon': DESK })
  const { id } = await openTrusted(client, other)
  const read = (path: string) => readFileSync(join(other, path), 'utf8')
  const asked = { network: 'desk', text: shared.text }
  expect(await refusalOf(client.importTool(id, { network: 'desk', text: '{}' }))).toBe('422 tool-file')
  expect(await must(client.importTool(id, asked))).toMatchObject({
    agent: 'Desk',
    file: 'coded_tools/desk/scale.py',
    className: 'scale.Scale',
    changed: ['coded_tools/desk/scale.py', 'coded_tools/desk/test_scale.py', 'registries/desk.hocon'],
  })
  expect(read('registries/desk.hocon')).toContain('tools = ["scale"]')
  expect(read('coded_tools/desk/test_scale.py')).toBe('from scale import Scale\n')
  expect((await must(client.project(id))).trusted).toBe(false)

  const again = { ...asked, name: 'balance' }
  expect(await refusalOf(client.importTool(id, again))).toBe('409 present')
  expect(read('registries/desk.hocon')).not.toContain('balance')
  expect(await must(client.importTool(id, { ...again, overwrite: true }))).toMatchObject({ agent: 'Desk' })
  expect(read('registries/desk.hocon')).toContain('"balance"')
  expect(await refusalOf(client.importTool(id, { ...asked, overwrite: true }))).toBe('409 tool-exists')
  expect(existsSync(join(other, 'coded_tools/scale.py'))).toBe(false)
})

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandFolder, createCommandFolder } from './testing/run-command.ts'

const NETWORK = `{
  unit = \${?UNIT}
  tools = [
    { name = Desk, instructions = "Help.", tools = ["scale"] }
    {
      name = scale
      function { description = "Weighs.", parameters { type = object, properties { grams { type = float } } } }
      class = "scale.Scale"
      args { factor = 2.5, api_key = "sk-here", unit = \${unit} }
    }
  ]
}
`

let folder: CommandFolder
beforeEach(() => {
  folder = createCommandFolder()
  folder.put({
    'a/registries/manifest.hocon': '{ "shop.hocon" = true }\n',
    'a/registries/shop.hocon': NETWORK.replace('  unit = ${?UNIT}\n', '  unit = gram\n  unit = ${?UNIT}\n'),
    'a/coded_tools/shop/scale.ts':
      "import { round } from './round.ts'\nexport class Scale { invoke = (a) => round(a.grams) }\n",
    'a/coded_tools/shop/round.ts': 'export const round = Math.round\n',
    'a/coded_tools/shop/scale.test.ts': "import { Scale } from './scale.ts'\nnew Scale()\n",
    'a/coded_tools/shop/scale.samples.json': '[{ "args": { "grams": 1.0 } }]\n',
    'a/coded_tools/shop/other.ts': 'export class Other {}\n',
  })
})
afterEach(() => folder.remove())

const read = (path: string) => readFileSync(join(folder.path, path), 'utf8')
const exportScale = (env: Record<string, string> = {}) =>
  folder.runWith({ env }, 'export', 'tool', 'shop/scale', 'scale.tool.json', '--root', 'a')

describe('handing a tool on', () => {
  test('[U-90] one file holds schema, source, samples and tests, and no value of this machine', async () => {
    const said = await exportScale({ UNIT: 'secret-unit' })
    expect(said).toMatchObject({ out: ['scale.tool.json'], code: 0 })
    expect(said.err).toEqual(['args.api_key was left out: it looks like a secret.'])
    const text = read('scale.tool.json')
    const tool = JSON.parse(text)
    expect(Object.keys(tool.files).sort()).toEqual(['round.ts', 'scale.samples.json', 'scale.test.ts', 'scale.ts'])
    expect(tool).toMatchObject({ name: 'scale', class: 'scale.Scale', file: 'scale.ts' })
    expect(tool.entry.function.parameters.properties.grams).toEqual({ type: 'float' })
    expect(text).toContain('"factor": 2.5')
    for (const secret of ['sk-here', 'secret-unit']) expect(text).not.toContain(secret)
    expect(await exportScale()).toMatchObject({ code: 1, err: [expect.any(String), expect.stringContaining('--yes')] })
  })

  test('[U-90] what every entry of the network gets is not part of the tool', async () => {
    folder.put({
      'a/registries/shop.hocon': NETWORK.replace('unit = ${?UNIT}', 'include "registries/shared.hocon"'),
      'a/registries/shared.hocon': 'llm_config { model_name = "gpt-4o" }\nmax_steps = 7\nverbose = true\nunit = gram\n',
    })
    expect((await exportScale()).code).toBe(0)
    const { entry } = JSON.parse(read('scale.tool.json'))
    expect(Object.keys(entry)).toEqual(['function', 'args'])
    expect(entry.args).toEqual({ factor: 2.5, unit: 'gram' })
  })

  test('[U-90] comes into another project with its entry and its mention, and trust in the folder is asked for anew', async () => {
    await exportScale()
    expect((await folder.run('init', 'b')).code).toBe(0)
    folder.put({ 'data/trust.json': JSON.stringify({ folders: [join(folder.path, 'b')] }) })
    const before = read('b/registries/greeter.hocon')
    const said = await folder.run('import', 'scale.tool.json', 'b', '--as', 'kitchen_scale')
    expect(said.code).toBe(0)
    expect(said.out).toContain('coded_tools/scale.ts')
    expect(read('b/coded_tools/scale.test.ts')).toBe(read('a/coded_tools/shop/scale.test.ts'))
    const after = read('b/registries/greeter.hocon')
    expect(after).toContain('tools = ["Guestbook", "kitchen_scale"]')
    expect(after).toContain('factor = 2.5')
    expect(after.slice(0, 200)).toBe(before.slice(0, 200))
    expect(JSON.parse(read('data/trust.json')).folders).toEqual([])
    expect((await folder.run('check', 'b')).code).toBe(0)
    const shared = await folder.run('export', 'tool', 'kitchen_scale', '-', '--root', 'b')
    expect(JSON.parse(shared.out.join('')).files).toEqual(JSON.parse(read('scale.tool.json')).files)
  })

  test('[U-90] overwrites nothing unasked, neither a file nor an entry', async () => {
    await exportScale()
    await folder.run('init', 'b')
    folder.put({ 'b/coded_tools/scale.ts': '// mine\n' })
    const before = read('b/registries/greeter.hocon')
    expect(await folder.run('import', 'scale.tool.json', 'b')).toMatchObject({ out: [], code: 1 })
    expect(read('b/coded_tools/scale.ts')).toBe('// mine\n')
    expect(read('b/registries/greeter.hocon')).toBe(before)
    expect(existsSync(join(folder.path, 'b/coded_tools/round.ts'))).toBe(false)
    expect((await folder.run('import', 'scale.tool.json', 'b', '--yes')).code).toBe(0)
    expect((await folder.run('import', 'scale.tool.json', 'b', '--yes')).err[0]).toContain('has an entry scale already')
  })

  test('[U-90] one of its files that cannot be written keeps all of them out', async () => {
    await exportScale()
    await folder.run('init', 'b')
    folder.put({ 'data/trust.json': JSON.stringify({ folders: [join(folder.path, 'b')] }) })
    const tool = JSON.parse(read('scale.tool.json'))
    folder.put({ 'scale.tool.json': JSON.stringify({ ...tool, files: { ...tool.files, 'no-ending': 'x' } }) })
    const said = await folder.run('import', 'scale.tool.json', 'b')
    expect(said).toMatchObject({ out: [], code: 1, err: [expect.stringContaining('coded_tools/no-ending')] })
    expect(existsSync(join(folder.path, 'b/coded_tools/scale.ts'))).toBe(false)
    expect(JSON.parse(read('data/trust.json')).folders).toEqual([])
  })

  test('a file that is no tool, or leads out of the folder, is refused before anything is written', async () => {
    await folder.run('init', 'b')
    await exportScale()
    const good = JSON.parse(read('scale.tool.json'))
    const bad: readonly [object, string][] = [
      [{}, 'no tool that was exported'],
      [{ ...good, version: 2 }, 'another version'],
      [{ ...good, name: '../x' }, 'no name of a tool'],
      [{ ...good, files: { ...good.files, '../../x.py': '' } }, 'no path of a tool'],
      [{ ...good, files: { ...good.files, '.env': '' } }, 'no path of a tool'],
      [{ ...good, files: { '/etc/x': '' } }, 'no path of a tool'],
      [{ ...good, files: {} }, 'is missing'],
    ]
    for (const [content, why] of bad) {
      folder.put({ 'bad.json': JSON.stringify(content) })
      const said = await folder.run('import', 'bad.json', 'b')
      expect(said.code).toBe(2)
      expect(said.err.join(' ')).toContain(why)
    }
    expect(existsSync(join(folder.path, 'x.py'))).toBe(false)
    expect((await folder.run('import', 'gone.json', 'b')).code).toBe(2)
    expect((await folder.run('export', 'tool', 'Desk', '--network', 'shop', '--root', 'a')).code).toBe(1)
    expect((await folder.run('export', 'tool', 'nothing', '--root', 'a')).code).toBe(2)
  })
})

// A network of a file elsewhere, as Home brings it into a project, and files that are named by their path.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { must, refusalOf } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start, startTrusted, put, now } = studioPerTest({
  'registries/manifest.hocon': '{\n  # mine\n  "desk.hocon" = true\n}\n',
  'registries/desk.hocon': '{ tools = [] }\n',
})
const read = (path: string) => readFileSync(join(now.folder, path), 'utf8')
/** A mark at the beginning, both kinds of line ends, no end of the last line. */
const EXACT = '\uFEFF{ tools = [\r\n  { name = Shop, instructions = "Grüß Gott 🎈" }\n] }'

describe('a network into a project', () => {
  test('lies there byte for byte, is listed, and the folder is trusted no more', async () => {
    const { client, project } = await startTrusted()
    expect(await must(client.importNetwork(project.id, { name: 'my shop.hocon', text: EXACT }))).toEqual({
      network: 'my_shop',
      changed: ['registries/my_shop.hocon', 'registries/manifest.hocon'],
    })
    expect(readFileSync(join(now.folder, 'registries/my_shop.hocon'))).toEqual(Buffer.from(EXACT))
    expect(read('registries/manifest.hocon')).toBe('{\n  # mine\n  "desk.hocon" = true,\n  "my_shop.hocon" = true\n}\n')
    const after = await must(client.project(project.id))
    expect(after).toMatchObject({ trusted: false, networks: [{ name: 'desk' }, { name: 'my_shop' }] })
  })

  test('with another text of its name there, nothing is changed until writing over it is asked for', async () => {
    const { client, project } = await startTrusted()
    const asked = { name: 'desk', text: EXACT }
    const refused = await client.importNetwork(project.id, asked)
    expect(refused).toMatchObject({
      ok: false,
      error: { status: 409, code: 'present', message: expect.stringContaining('registries/desk.hocon') },
    })
    expect(read('registries/desk.hocon')).toBe('{ tools = [] }\n')
    expect((await must(client.project(project.id))).trusted).toBe(true)
    expect(await must(client.importNetwork(project.id, { ...asked, overwrite: true }))).toEqual({
      network: 'desk',
      changed: ['registries/desk.hocon'],
    })
    expect(read('registries/desk.hocon')).toBe(EXACT)
    await must(client.trust(project.id, true))
    expect(await must(client.importNetwork(project.id, asked))).toEqual({ network: 'desk', changed: [] })
    expect((await must(client.project(project.id))).trusted).toBe(true)
  })

  test('where no manifest is, the networks that are found without one stay', async () => {
    const folder = join(now.home, 'loose')
    mkdirSync(folder)
    writeFileSync(join(folder, 'one.hocon'), '{ tools = [] }\n')
    const { client } = await start()
    const { id } = await must(client.openProject({ path: folder }))
    expect(await must(client.importNetwork(id, { name: 'two', text: EXACT }))).toEqual({
      network: 'two',
      changed: ['two.hocon'],
    })
    const { networks } = await must(client.project(id))
    expect(networks.map(({ name }) => name).sort()).toEqual(['one', 'two'])
  })

  test('an empty folder gets its first manifest', async () => {
    const folder = join(now.home, 'empty')
    mkdirSync(folder)
    const { client } = await start()
    const { id } = await must(client.openProject({ path: folder }))
    await must(client.importNetwork(id, { name: 'one', text: EXACT }))
    expect((await must(client.project(id))).networks).toMatchObject([{ name: 'one', serve: true }])
  })

  test('chooses no folder, is no manifest, and follows no link out of the project', async () => {
    const elsewhere = join(now.home, 'elsewhere.hocon')
    writeFileSync(elsewhere, 'not mine\n')
    symlinkSync(elsewhere, join(now.folder, 'registries/linked.hocon'))
    const { client, project } = await startTrusted()
    const refusal = (name: string) => refusalOf(client.importNetwork(project.id, { name, text: EXACT }))
    expect(await refusal('manifest.hocon')).toBe('400 name')
    expect(await refusal('///')).toBe('400 name')
    expect(await refusal('linked')).toBe('403 outside')
    expect(readFileSync(elsewhere, 'utf8')).toBe('not mine\n')
    expect(await refusal('../../x')).toBe('accepted')
    expect(existsSync(join(now.folder, 'registries/x.hocon'))).toBe(true)
    expect(await refusalOf(client.openProject({ paste: { name: 'manifest', text: EXACT } }))).toBe('400 name')
  })

  test('a new one has one agent, shares the model of the others, and changes nothing of the trust', async () => {
    put({ 'config/llm_config.hocon': 'llm_config { model_name = "gpt-4o" }\n' })
    const { client, project } = await startTrusted()
    expect(await must(client.importNetwork(project.id, { name: 'shop' }))).toEqual({
      network: 'shop',
      changed: ['registries/shop.hocon', 'registries/manifest.hocon'],
    })
    const after = await must(client.project(project.id))
    expect(after).toMatchObject({ trusted: true, networks: [{ name: 'desk' }, { name: 'shop' }], diagnostics: [] })
    const file = 'registries/shop.hocon'
    const texts = { [file]: read(file), 'config/llm_config.hocon': read('config/llm_config.hocon') }
    const network = readNetwork({ network: 'shop', file, texts })
    expect([network.frontMan?.name, network.diagnostics]).toEqual(['Assistant', []])
    expect(network.llmConfig?.get('model_name')).toBe('gpt-4o')
  })

  test('a new one of a name that is taken is refused, also to write over', async () => {
    const { client, project } = await startTrusted()
    await must(client.importNetwork(project.id, { name: 'shop' }))
    for (const name of ['shop', 'desk'])
      expect(await refusalOf(client.importNetwork(project.id, { name, overwrite: true }))).toBe('409 present')
    expect(read('registries/desk.hocon')).toBe('{ tools = [] }\n')
  })

  test('a manifest that cannot be changed is left, and so is everything else', async () => {
    put({ 'registries/manifest.hocon': '[ "desk.hocon" ]\n' })
    const { client, project } = await startTrusted()
    expect(await refusalOf(client.importNetwork(project.id, { name: 'shop', text: EXACT }))).toBe('422 manifest')
    expect(existsSync(join(now.folder, 'registries/shop.hocon'))).toBe(false)
    expect((await must(client.project(project.id))).trusted).toBe(true)
  })
})

describe('a file that is named by its path', () => {
  test('is read as it is, also through a link', async () => {
    const file = join(now.home, 'shop.hocon')
    writeFileSync(file, EXACT)
    symlinkSync(file, join(now.home, 'link.hocon'))
    const { client } = await start()
    expect((await must(client.readImport(file))).text).toBe(EXACT)
    expect((await must(client.readImport(join(now.home, 'link.hocon')))).text).toBe(EXACT)
  })

  test('is refused in words when it is something else', async () => {
    const { client } = await start()
    const at = (name: string, bytes: string | Buffer) => {
      writeFileSync(join(now.home, name), bytes)
      return join(now.home, name)
    }
    const secret = at('secret.txt', 'no')
    symlinkSync(secret, join(now.home, 'secret.json'))
    const refusal = (path: string) => refusalOf(client.readImport(path))
    expect(await refusal('shop.hocon')).toBe('400 path')
    expect(await refusal(join(now.home, 'none.hocon'))).toBe('404 file-missing')
    expect(await refusal(now.folder)).toBe('422 file-kind')
    expect(await refusal(secret)).toBe('422 file-kind')
    expect(await refusal(join(now.home, 'secret.json'))).toBe('422 file-kind')
    expect(await refusal(at('large.hocon', Buffer.alloc(5_000_001, 32)))).toBe('413 file-too-large')
    expect(await refusal(at('bytes.hocon', Buffer.from([0xff, 0xfe, 0x00])))).toBe('422 not-text')
    expect(await refusal(at('data/recent.json', '{}'))).toBe('403 outside')
  })
})

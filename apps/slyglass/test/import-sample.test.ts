import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { studioPerTest } from './support/test-studio.ts'

const { start, now } = studioPerTest({
  'registries/manifest.hocon': '{ "desk.hocon" = true }\n',
  'registries/desk.hocon': '{ tools = [\n  { name = Desk, instructions = "Help." }\n] }\n',
})

async function openMine() {
  const { client } = await start({ folder: now.folder })
  const opened = await client.openProject({ path: now.folder })
  if (!opened.ok) throw new Error(opened.error.message)
  return { client, id: opened.value.id }
}
const names = (project: { readonly networks: readonly { readonly name: string }[] }) =>
  project.networks.map((one) => one.name)

describe('a sample into a project from the page', () => {
  test('one network of the collection comes with its tools and is served; the folder is trusted no more than before', async () => {
    const { client, id } = await openMine()
    const brought = await client.importSample(id, { sample: 'studio', network: 'basic/music_nerd_pro' })
    if (!brought.ok) throw new Error(brought.error.message)
    expect(brought.value.changed).toContain('coded_tools/basic/accountant.py')
    expect(brought.value.changed).not.toContain('registries/basic/gift_desk.hocon')
    const project = await client.project(id)
    if (!project.ok) throw new Error(project.error.message)
    expect(names(project.value)).toEqual(['desk', 'basic/music_nerd_pro'])
    expect(project.value).toMatchObject({ trusted: false, diagnostics: [] })
  })

  test('files that are there are named and stay, until writing over them is asked for', async () => {
    const { client, id } = await openMine()
    const asked = { sample: 'units', network: 'units' }
    expect(await client.importSample(id, asked)).toMatchObject({ ok: true })
    const file = join(now.folder, 'registries/units.hocon')
    writeFileSync(file, '# mine\n')
    expect(await client.importSample(id, asked)).toMatchObject({
      ok: false,
      error: { status: 409, code: 'present', message: expect.stringContaining('registries/units.hocon') },
    })
    expect(readFileSync(file, 'utf8')).toBe('# mine\n')
    expect(await client.importSample(id, { ...asked, overwrite: true })).toMatchObject({ ok: true })
    expect(readFileSync(file, 'utf8')).not.toBe('# mine\n')
  })

  test('a link of the project leads no copy out of it, and nothing is changed', async () => {
    const elsewhere = join(now.home, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(now.folder, 'coded_tools'))
    const { client, id } = await openMine()
    expect(await client.importSample(id, { sample: 'units', network: 'units' })).toMatchObject({
      ok: false,
      error: { status: 403, code: 'outside' },
    })
    expect(readdirSync(elsewhere)).toEqual([])
    expect(existsSync(join(now.folder, 'registries/units.hocon'))).toBe(false)
  })

  test('what is no sample is 404, and no path is a name', async () => {
    const { client, id } = await openMine()
    for (const sample of ['none', '../units', 'studio'])
      expect(await client.importSample(id, { sample, network: 'none' })).toMatchObject({
        ok: false,
        error: { status: 404 },
      })
  })

  test('every shipped sample can be copied', async () => {
    const { client, id } = await openMine()
    const cards = await client.samples()
    if (!cards.ok) throw new Error(cards.error.message)
    expect(cards.value.length).toBeGreaterThan(0)
    for (const { name: sample, network } of cards.value)
      expect(await client.importSample(id, { sample, network, overwrite: true })).toMatchObject({ ok: true })
  })
})

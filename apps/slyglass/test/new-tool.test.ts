import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { studioPerTest } from './support/test-studio.ts'

const { start, put } = studioPerTest()

describe('a new tool from the page', () => {
  test('[N-46] is written with its entry and its mention, is found, and is not written twice', async () => {
    const folder = put({
      'registries/manifest.hocon': '{ "desk.hocon" = true }\n',
      'registries/desk.hocon': '{ tools = [\n  { name = Desk, instructions = "Help." }\n] }\n',
    })
    const { client } = await start({ folder })
    const opened = await client.openProject({ path: folder })
    if (!opened.ok) throw new Error(opened.error.message)
    const { id } = opened.value
    const asked = { network: 'desk', name: 'get_weather', language: 'typescript' } as const
    expect(await client.newTool(id, asked)).toMatchObject({
      ok: true,
      value: { agent: 'Desk', file: 'coded_tools/desk/get_weather.ts', className: 'get_weather.GetWeather' },
    })
    expect(readFileSync(join(folder, 'registries/desk.hocon'), 'utf8')).toContain('tools = ["get_weather"]')
    expect(await client.toolSources(id, 'desk')).toMatchObject({
      value: [{ entry: 'get_weather', language: 'typescript', file: 'coded_tools/desk/get_weather.ts' }],
    })
    expect(await client.newTool(id, asked)).toMatchObject({ ok: false, error: { status: 409 } })
    expect(await client.newTool(id, { ...asked, name: '../x' })).toMatchObject({ ok: false, error: { status: 400 } })
    expect(await client.newTool(id, { ...asked, network: 'none' })).toMatchObject({ ok: false, error: { status: 404 } })
  })
})

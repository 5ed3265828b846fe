import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openForWriting } from '../commands/making/open-project.ts'
import { createTool } from './new-tool.ts'
import { namesOf } from './tool-texts.ts'

const NETWORK = `{
  # Front man
  tools = [
    { name = Desk, instructions = "Help.", tools = [] }
    { name = Clerk, instructions = "Help too.", function { description = "Helps." } }
  ]
}
`

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-new-tool-')))
  put('registries/manifest.hocon', '{ "shops/desk.hocon" = true }\n')
  put('registries/shops/desk.hocon', NETWORK)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')

async function make(more: Partial<Parameters<typeof createTool>[2]> = {}) {
  const opened = await openForWriting(root, { env: {}, cwd: root } as Parameters<typeof openForWriting>[1])
  if (!opened.ok) throw new Error(opened.error)
  const { parts, project } = opened.value
  return createTool(parts, project, { network: 'shops/desk', name: 'get_weather', language: 'python', ...more })
}

describe('a new tool', () => {
  test('of a name that no file and no class can have is refused, and nothing is written', async () => {
    for (const name of ['class', 'Import'])
      expect(await make({ name })).toMatchObject({ ok: false, error: { code: 'tool-name' } })
    expect(existsSync(join(root, 'coded_tools'))).toBe(false)
    expect(read('registries/shops/desk.hocon')).toBe(NETWORK)
  })

  test('[N-46] changes only the bytes that it needs, in the agent that was named', async () => {
    const made = await make({ agent: 'Clerk' })
    const file = 'coded_tools/shops/desk/get_weather.py'
    expect(made).toMatchObject({
      ok: true,
      value: {
        ...{ network: 'shops/desk', agent: 'Clerk', file, className: 'get_weather.GetWeather' },
        changed: [file, 'registries/shops/desk.hocon'],
      },
    })
    const text = read('registries/shops/desk.hocon')
    const [line1, line2] = NETWORK.split('\n').slice(0, 2)
    expect(text.split('\n').slice(0, 2)).toEqual([line1, line2])
    expect(text).toContain('{ name = Desk, instructions = "Help.", tools = [] }')
    expect(text).toMatch(/name = Clerk.+tools = \["get_weather"\]/)
    expect(text).toContain('class = "get_weather.GetWeather"')
    expect(read(file)).toContain('class GetWeather(CodedTool):')
  })

  test('[N-100] lies beside the tools of its network, or where tools of all networks lie', async () => {
    put('coded_tools/shops/till.ts', 'export class Till {}\n')
    put(
      'registries/shops/desk.hocon',
      NETWORK.replace('{ name = Clerk', '{ name = till, class = "till.Till" }\n    { name = Clerk'),
    )
    expect(await make({ language: 'typescript' })).toMatchObject({
      value: { file: 'coded_tools/shops/get_weather.ts' },
    })
    expect(await make({ name: 'other', shared: true })).toMatchObject({ value: { file: 'coded_tools/other.py' } })
  })

  test('[N-46] writes nothing where something of its name is there', async () => {
    put('coded_tools/get_weather.py', 'class Other: pass\n')
    expect(await make()).toMatchObject({ ok: false, error: { status: 409, code: 'file-exists' } })
    expect(await make({ name: 'Clerk' })).toMatchObject({ ok: false, error: { status: 409, code: 'tool-exists' } })
    expect(await make({ name: 'x', agent: 'nobody' })).toMatchObject({ ok: false, error: { code: 'edit-refused' } })
    expect(await make({ network: 'nowhere' })).toMatchObject({ ok: false, error: { status: 404 } })
    expect(read('registries/shops/desk.hocon')).toBe(NETWORK)
    expect(existsSync(join(root, 'coded_tools/shops'))).toBe(false)
  })

  test('is named as its language names files and classes', () => {
    expect(namesOf('get-weather')).toEqual({ module: 'get_weather', className: 'GetWeather' })
    expect(namesOf('URLFetch2')).toEqual({ module: 'urlfetch2', className: 'URLFetch2' })
    expect(namesOf('getWeather')).toEqual({ module: 'get_weather', className: 'GetWeather' })
    expect(namesOf('3d')).toEqual({ module: 'tool_3d', className: 'Tool3d' })
  })
})

import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedClients } from '../../test/support/installed-clients.ts'
import { createProjectFiles } from './files.ts'
import { createProjectNetworks } from './project-networks.ts'
import { createProjectToolbox } from './project-toolbox.ts'
import type { Project } from './projects.ts'

const REPOSITORY = join(import.meta.dirname, '../../../..')
const SHARED = process.env.SLYGLASS_SHARED ?? join(REPOSITORY, '../shared')
const INFO = join(SHARED, 'networks/neuro-san-studio/neuro_san_studio/toolbox/toolbox_info.hocon')
const withInfo = existsSync(INFO) ? test : test.skip

let root = ''
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-toolbox-')))
  put(
    'registries/desk.hocon',
    '{ tools = [ { name = desk, instructions = "Talk.", function.description = "Talks." } ] }',
  )
  put('registries/manifest.hocon', '{ "desk.hocon" = true }')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** An interpreter whose packages are the folders named; it is never started, only asked for its import path. */
function interpreter(modules: readonly string[]): string {
  const folder = mkdtempSync(join(root, 'python-'))
  for (const module of modules) put(join(folder.slice(root.length + 1), 'site', `${module}.py`), '')
  const answer = JSON.stringify({ version: [3, 12, 0], command: join(folder, 'python'), path: [join(folder, 'site')] })
  writeFileSync(join(folder, 'python'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 })
  return join(folder, 'python')
}

interface Options {
  readonly modules?: readonly string[]
  readonly python?: string
  readonly dotEnv?: string
  readonly shell?: object
  readonly trusted?: boolean
}

async function toolbox(options: Options = {}) {
  put('.env', options.dotEnv ?? '')
  const trust = { isTrusted: async () => options.trusted !== false } as never
  const shell = { PATH: process.env.PATH, AGENT_TOOLBOX_INFO_FILE: 'toolbox.hocon', ...options.shell }
  const files = createProjectFiles(join(root, 'data'))
  const networks = createProjectNetworks({ files, trust, shell })
  const chosen = options.python ?? interpreter(options.modules ?? [])
  const shared = createProjectToolbox({ trust, shell, networks, python: { chosen: () => chosen } })
  const reply = await shared.list({ id: 'prj', root, name: 'p' } as unknown as Project, 'desk')
  return new Map(reply?.tools.map((tool) => [tool.name, tool]))
}

describe('[N-96] the toolbox file of neuro-san’s studio', () => {
  beforeAll(() => {
    if (existsSync(INFO)) cpSync(INFO, join(root, 'toolbox.hocon'))
  })

  withInfo('loads with all of its 26 entries, and each says what it needs', async () => {
    const all = await toolbox()
    const theirs = [...all.values()].filter(({ kind }) => kind !== 'studio' && kind !== undefined)
    const names = theirs.map(({ name }) => name).filter((name) => name !== 'get_current_date_time')
    expect(names).toHaveLength(26)
    for (const name of names) {
      const tool = all.get(name)
      expect([name, tool?.readiness === 'usable']).toEqual([name, false])
      expect(tool?.reason).toMatch(/^It needs /)
      expect([name, tool?.needs.some(({ met, kind }) => !met && kind === 'package')]).toEqual([name, true])
    }
    expect(all.get('brave_search')).toMatchObject({
      kind: 'coded-tool',
      className: 'neuro_san_studio.coded_tools.brave_search.BraveSearch',
      readiness: 'mockable',
    })
    expect(all.get('brave_search')?.reason).toContain("BRAVE_API_KEY in the project's .env")
    expect(all.get('tavily_search')).toMatchObject({ kind: 'langchain', readiness: 'unavailable' })
  })

  withInfo('a tool with its package and its key is usable; a key of a model provider reaches no tool', async () => {
    const modules = [
      'neuro_san_studio/coded_tools/brave_search',
      'requests',
      'neuro_san_studio/coded_tools/openai_web_search',
      'langchain_openai',
    ]
    const all = await toolbox({ modules, dotEnv: 'BRAVE_API_KEY=k\nOPENAI_API_KEY=k\n' })
    expect(all.get('brave_search')).toMatchObject({ readiness: 'usable' })
    expect(all.get('brave_search')?.reason).toBeUndefined()
    expect(all.get('openai_search')).toMatchObject({ readiness: 'mockable' })
    expect(all.get('openai_search')?.reason).toContain('which no tool of a project gets')
  })

  withInfo('a package without the tool is not enough', async () => {
    const all = await toolbox({ modules: ['neuro_san_studio/__init__', 'requests'], dotEnv: 'BRAVE_API_KEY=k\n' })
    expect(all.get('brave_search')?.reason).toContain(
      'neuro_san_studio.coded_tools.brave_search of the package neuro-san-studio',
    )
  })

  withInfo('a folder that is not trusted is asked for nothing', async () => {
    const modules = ['neuro_san_studio/coded_tools/brave_search', 'requests']
    const all = await toolbox({ modules, dotEnv: 'BRAVE_API_KEY=k\n', trusted: false })
    expect(all.get('brave_search')).toMatchObject({ readiness: 'mockable' })
  })
})

describe('[N-78] the studio’s own shared tools', () => {
  test('are there without a file, and a key makes a search usable', async () => {
    put('toolbox.hocon', '{}')
    const bare = await toolbox()
    for (const name of ['requests_get', 'web_fetch', 'get_current_date_time', 'ddgs_search', 'file_read'])
      expect([name, bare.get(name)?.readiness]).toEqual([name, 'usable'])
    expect(bare.get('google_serper')).toMatchObject({ readiness: 'mockable', kind: 'studio' })
    const keyed = await toolbox({ dotEnv: 'SERPER_API_KEY=k\n', shell: { OPENAI_API_KEY: 'k' } })
    expect([keyed.get('google_serper')?.readiness, keyed.get('openai_search')?.readiness]).toEqual(['usable', 'usable'])
  })
})

describe('[N-77] the order of shared tools', () => {
  test('an entry of a file that has a class takes the place of ours whole; one without changes it', async () => {
    put(
      'toolbox.hocon',
      '{ web_fetch { class = "own.Fetch", description = "Fetches my way.", parameters { type = object, properties {} } }\n requests_get { description = "Asks." } }',
    )
    const all = await toolbox()
    expect(all.get('web_fetch')).toMatchObject({
      className: 'own.Fetch',
      description: 'Fetches my way.',
      kind: 'coded-tool',
    })
    expect(JSON.parse(all.get('web_fetch')?.parameters ?? '')).toEqual({ type: 'object', properties: {} })
    expect(all.get('requests_get')).toMatchObject({ className: 'slyglass.web.RequestsGet', description: 'Asks.' })
    const files = ['web_fetch', 'requests_get', 'file_read'].map((name) => all.get(name)?.file)
    expect(files).toEqual(['toolbox.hocon', 'toolbox.hocon', undefined])
  })
})

describe('[N-96] with neuro-san’s studio installed', () => {
  const { nsflow } = installedClients()
  const withPackage = nsflow !== undefined && existsSync(INFO) ? test : test.skip

  withPackage('its tools are usable as far as their keys and packages are there', async () => {
    cpSync(INFO, join(root, 'toolbox.hocon'))
    const all = await toolbox({ python: nsflow ?? '', dotEnv: 'BRAVE_API_KEY=k\nSERPER_API_KEY=k\n' })
    const usable = [...all.values()].filter(({ kind, readiness }) => kind === 'coded-tool' && readiness === 'usable')
    const names = usable.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'brave_search',
        'google_serper',
        'ddgs_search',
        'wikimedia_media_search',
        'web_fetch',
        'read_file',
      ]),
    )
    // Its module is not part of the package, whatever the file says.
    expect(all.get('openai_video_generation')?.reason).toContain(
      'openai_video_generation of the package neuro-san-studio',
    )
    expect(all.get('tavily_search')?.reason).toContain('the package langchain-tavily')
  })
})

// What a tool in a process of its own finds as its environment.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltInHosts, withBuiltInTools } from '../builtin/built-in-hosts.ts'
import { type CodeCells, createCodePort } from '../code/create-code-port.ts'
import { callTool, devAssets, projectSources, writeProject } from '../testing/index.ts'
import { startTestHosts, type TestHosts } from '../testing/start-test-hosts.ts'

const root = writeProject({
  'places.ts': `
export function choose({ event, network, state }) {
  return { kind: 'memory', files: { 'told.json': JSON.stringify({ event, network, team: state.deps?.team }) } }
}
export const wrong = () => 'a box, please'
`,
  'coded_tools/place.ts': `
import { defineTool, readStream } from 'slyglass'

export const Count = defineTool({
  name: 'count',
  description: 'Counts lines.',
  parameters: { type: 'object', properties: {} },
  async execute(_args, ctx) {
    const environment = await ctx.environment()
    await environment.writeText('made/by/tool.txt', 'größe\\n')
    const program = await environment.spawn('cat; echo err >&2; exit 3')
    await program.writeInput(await environment.readText('made/by/tool.txt'))
    await program.closeInput()
    const [out, err, exit] = [await readStream(program.stdout), await readStream(program.stderr), await program.wait()]
    const loop = await environment.spawn(['cat'])
    loop.signal('SIGTERM')
    const ended = await loop.wait()
    const missing = await environment.readBytes('none').catch((error) => error.code)
    const printed: string[] = []
    const code = await environment.runCode('print(await tools.twice({ n: 4 }))', {
      tools: ['twice'],
      language: 'javascript',
      callTool: async (_name, args) => Number(args.n) * 2,
      write: (text) => printed.push(text),
    })
    const outside = (() => { try { return environment.resolvePath('a/../b') } catch (error) { return String(error) } })()
    return { kind: environment.kind, outside, out, err, exit, ended, missing, code, printed: printed.join('') }
  },
})
`,
})
const sources = projectSources(root)
let own: TestHosts
let engines: CodeCells
let hosts: BuiltInHosts
beforeAll(async () => {
  own = await startTestHosts({})
  engines = createCodePort({ assets: await devAssets(), env: process.env })
  hosts = withBuiltInTools(own.hosts, { env: process.env, code: engines })
})
afterAll(async () => {
  await hosts.dispose()
  await Promise.all([engines.dispose(), own.dispose()])
})

describe('ctx.environment of a tool in TypeScript', () => {
  const use = async (environment?: Partial<NonNullable<ToolSources['environment']>>) => {
    const rules = { sandbox: 'auto', network: 'on', workspace: '.', ...environment } as const
    const from = environment === undefined ? sources : { ...sources, environment: rules }
    const { reply } = await callTool(hosts, from, 'place.Count')
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
    return JSON.parse(reply.text)
  }

  test('[B-47] [B-48] [B-50] is in memory while the tool itself runs on the host', async () => {
    expect(await use({ kind: 'memory' })).toEqual({
      ...{
        kind: 'memory',
        outside: '/workspace/b',
        out: 'größe\n',
        err: 'err\n',
        exit: 3,
        ended: 143,
        missing: 'ENOENT',
      },
      ...{ code: { ended: 'ok' }, printed: '8\n' },
    })
    expect(existsSync(join(root, 'made'))).toBe(false)
  })

  test('[B-47] [B-48] [B-50] is this machine where nothing else is said', async () => {
    expect(await use()).toMatchObject({ outside: join(root, 'b'), out: 'größe\n', exit: 3, printed: '8\n' })
    expect(existsSync(join(root, 'made/by/tool.txt'))).toBe(true)
  })
})

describe('a function of the project', () => {
  const read = (from: string) =>
    callTool(
      hosts,
      { ...sources, environment: { sandbox: 'auto', network: 'on', workspace: '.', from } },
      'slyglass.files.FileRead',
      { args: '{"file_path":"told.json"}', context: '{"deps":{"team":"night"}}' },
    )

  test('[B-33] [B-53] chooses an environment by the state of the turn', async () => {
    const { reply } = await read('places.ts#choose')
    expect(reply.text).toBe('1\t{"event":"provide_environment","network":"desk","team":"night"}')
  })

  test.each([
    ['places.ts#wrong', /places\.ts#wrong answered "a box, please"; it answers an object with kind/],
    ['places.ts#nobody', /nobody/],
    ['none.ts#choose', /there is no file none\.ts/],
  ])('[B-53] that cannot be asked is told in words: %s', async (from, words) => {
    expect((await read(from)).reply.text).toMatch(words)
  })
})

// Programs that are MCP servers, and shared tools with needs, through the whole studio.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, converse, eventsOf, must, refusalOf } from './support/conversations.ts'
import { callsThenWords, deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const BY_HAND = join(import.meta.dirname, '../../../packages/environment/fixtures/mcp/by-hand.mjs')

const network = (more: string) => `{
  ${more}
  tools = [
    { name = desk, instructions = "Answer.", tools = [{ url = "stdio:hand", tools = [started] }, search], function { description = "Answers." } }
    { name = search, toolbox = brave_search }
  ]
}`
const PROGRAM = `studio { mcp { "stdio:hand" { command = node, args = ["server.mjs", "a b"], env { MARK = "mark-of-the-program" } } } }`

const RULES = callsThenWords([{ name: 'started', arguments: { q: 'x' } }], 'Done: {{tool}}')
const { start, startTrusted, put, now } = studioPerTest(
  deskFiles(network(PROGRAM), RULES, { 'server.mjs': readFileSync(BY_HAND, 'utf8') }),
)

/** Programs of this folder that run now. */
const running = (folder: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes('mark-of-the-program') &&
        folder !== ''
      )
    } catch {
      return false
    }
  })

describe('a program that is an MCP server', () => {
  test('[N-8] starts in a run of a trusted folder only, answers there, and ends with the studio', async () => {
    const studio = await start()
    const { folder } = now
    const opened = await must(studio.client.openProject({ path: folder }))
    const asked = { project: opened, network: 'desk', message: 'Go' }
    expect(await refusalOf(ask(studio.client, asked))).toBe('403 untrusted')
    await must(studio.client.toolSources(opened.id, 'desk'))
    await must(studio.client.toolbox(opened.id, 'desk'))
    expect(running(folder)).toEqual([])
    await must(studio.client.trust(opened.id, true))
    const { events } = await converse(studio.client, asked)
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
    const [call] = eventsOf(events, 'tool.finished')
    expect(JSON.parse(call?.text ?? '{}')).toMatchObject({ argv: ['a b'], cwd: folder })
    expect(call?.text).not.toContain('SLYGLASS')
    expect(running(folder)).not.toEqual([])
    await studio.close()
    expect(running(folder)).toEqual([])
  })

  test('[N-8] tells its tools before any run, in a trusted folder only, as far as the network wants them', async () => {
    put({ 'registries/desk.hocon': network(PROGRAM).replace('tools = [started]', 'tools = [started, gone]') })
    const studio = await start()
    const opened = await must(studio.client.openProject({ path: now.folder }))
    expect(await studio.client.mcpTools(opened.id, 'desk')).toMatchObject({ error: { status: 403, code: 'untrusted' } })
    expect(running(now.folder)).toEqual([])
    await must(studio.client.trust(opened.id, true))
    expect(await must(studio.client.mcpTools(opened.id, 'desk'))).toEqual({
      network: 'desk',
      servers: [
        {
          ...{ agent: 'desk', server: 'stdio:hand', absent: ['gone'] },
          tools: [{ name: 'started', description: '', schema: expect.stringContaining('"object"') }],
        },
      ],
    })
    expect(await studio.client.mcpTools(opened.id, 'none')).toMatchObject({ error: { status: 404 } })
    await studio.close()
    expect(running(now.folder)).toEqual([])
  })

  test('one that does not start says why, and the page goes on', async () => {
    put({ 'registries/desk.hocon': network(PROGRAM.replace('"server.mjs"', '"gone.mjs"')) })
    const { client, project } = await startTrusted()
    const { servers } = await must(client.mcpTools(project.id, 'desk'))
    expect(servers).toMatchObject([
      { server: 'stdio:hand', tools: [], problem: expect.stringMatching(/^stdio:hand could not be asked: ./) },
    ])
  })

  test('is under the rules of the network: a denied tool reaches no program', async () => {
    put({
      'registries/desk.hocon': network(
        PROGRAM.replace('studio { mcp', 'studio { permissions { deny = [started] }, mcp'),
      ),
    })
    const { client, project } = await startTrusted()
    const { events } = await converse(client, { project, network: 'desk', message: 'Go' })
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'denied' }])
  })
})

describe('[N-96] a shared tool without its key', () => {
  test('is listed with its reason, and a run says it before anything is called', async () => {
    const { client, project } = await startTrusted()
    const { tools } = await must(client.toolbox(project.id, 'desk'))
    expect(tools.find(({ name }) => name === 'brave_search')).toMatchObject({ readiness: 'mockable', kind: 'studio' })
    const { events } = await converse(client, { project, network: 'desk', message: 'Go' })
    const notes = eventsOf(events, 'note.noted').map(({ text }) => text)
    expect(notes.join()).toContain(
      `Failed to create Agent/tool 'search': the toolbox tool "brave_search" cannot be called here. It needs BRAVE_API_KEY`,
    )
  })
})

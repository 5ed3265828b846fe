// Commands through the studio's API, a served network and the command line: a tool is called, and no model is asked.
import type { StartRun, StudioClient } from '@slyglass/protocol'
import { describe, expect, test, vi } from 'vitest'
import { eventsOf, follow, must, refusalOf } from './support/conversations.ts'
import { deskFiles, putFiles } from './support/folders.ts'
import { openRoom } from './support/service-room.ts'
import { studioPerTest } from './support/test-studio.ts'

const networkOf = (studio: string) => `{
  metadata.description = "adds"
  ${studio}
  tools = [
    { name = desk, instructions = "Help.", tools = [math_add, secret], function.description = "Adds." }
    { name = math_add, class = "add.Add", studio.runtime_name = "math.add"
      function { description = "Adds.", parameters { type = object, required = [a, b], properties { a { type = int }, b { type = int } } } } }
    { name = secret, class = "add.Secret", studio.exposure = command, function.description = "Knows the key." }
  ]
}`
const ADD = `
export class Add {
  async asyncInvoke(args: { a: number; b: number }) {
    if (args.b === 0) throw new RangeError('nothing to add')
    return args.a + args.b
  }
}
export class Secret {
  async asyncInvoke(_args: object, sly: Record<string, unknown>) {
    return 'the key is ' + String(sly.token)
  }
}`
const FILES = {
  'coded_tools/add.ts': ADD,
  'skills/billing/SKILL.md': '---\nname: billing\ndescription: How invoices are made.\n---\n# Billing\n',
}
const COMMANDS = 'studio { profile = bub, command_prefix = "," }'

const { startTrusted, put } = studioPerTest(deskFiles(networkOf(COMMANDS), [], FILES))

async function said(client: StudioClient, body: StartRun) {
  const { run, session } = await must(client.startRun(body))
  const log = await follow(client, run)
  expect(eventsOf(log, 'model.started')).toEqual([])
  return { log, session, end: log.at(-1), text: eventsOf(log, 'command.finished')[0]?.text }
}

describe('POST /api/runs with a message that is a command', () => {
  test('[B-54] [S-20] calls the tool; the log has the words without their prefix, and no private value', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk' }
    const { text, log, end } = await said(client, { ...body, message: ',math.add a=2 b=3' })
    expect(text).toBe('5')
    expect(eventsOf(log, 'command.started')[0]).toMatchObject({ text: 'math.add a=2 b=3', name: 'math.add' })
    expect(end).toMatchObject({ outcome: 'ok', answer: '5' })
    const secret = await said(client, { ...body, message: ',secret', sly: '{"token": "secret-7431-token"}' })
    expect(secret.text).toBe('the key is ⟨sly:token⟩')
  })

  test('[B-16] [B-69] the tool’s own error and words that do not fit reach the caller', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk' }
    const failed = await said(client, { ...body, message: ',math.add 1 0' })
    expect(failed.text).toBe('nothing to add')
    expect(failed.end).toMatchObject({ outcome: 'failed', failure: { message: 'nothing to add' } })
    const misfit = await said(client, { ...body, message: ',math.add a=x b=3' })
    expect(misfit.text).toContain("[invalid_input] Tool 'math.add' argument validation failed.")
  })

  test('[B-60] what a command switches counts for the session’s next turn, and skills are read from the project', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk' }
    const first = await said(client, { ...body, message: ',code_mode enable=true' })
    expect(first.text).toBe('Session code mode enabled (applies from the next turn).')
    const next = await said(client, { ...body, message: ',code_mode', session: first.session })
    expect(next.text).toBe('Code mode is enabled for this session.')
    expect((await said(client, { ...body, message: ',skill' })).text).toBe('billing – How invoices are made.')
    expect((await said(client, { ...body, message: ',skill billing' })).text).toBe('# Billing')
  })

  test('[B-55] [B-59] without a prefix there are no commands, and with another one none of these', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk', message: ',math.add 2 3' }
    put({ 'registries/desk.hocon': networkOf('studio.profile = bub') })
    const asked = await follow(client, (await must(client.startRun(body))).run)
    expect(eventsOf(asked, 'command.started')).toEqual([])
    expect(eventsOf(asked, 'model.started')).not.toEqual([])
    expect((await said(client, { ...body, commandPrefix: ',' })).text).toBe('5')
    put({ 'registries/desk.hocon': networkOf('studio { profile = bub, command_prefix = "!" }') })
    const other = await follow(client, (await must(client.startRun({ ...body, commandPrefix: ',' }))).run)
    expect(eventsOf(other, 'command.started')).toEqual([])
    put({ 'registries/desk.hocon': networkOf('studio { profile = bub, command_prefix = ", " }') })
    expect(await refusalOf(client.startRun(body))).toBe('422 network-errors')
  })
})

describe('GET /api/projects/:project/commands', () => {
  test('[B-61] names and parameters in the order of the schema; nothing where no prefix is set', async () => {
    const { client, project } = await startTrusted()
    const { prefix, commands } = await must(client.commands(project.id, 'desk'))
    expect(prefix).toBe(',')
    expect(commands.map(({ name, runtimeName }) => runtimeName ?? name)).toEqual([
      'math.add',
      'secret',
      'help',
      'skill',
      'code_mode',
    ])
    expect(commands[0]).toEqual({
      name: 'math_add',
      runtimeName: 'math.add',
      description: 'Adds.',
      parameters: [
        { name: 'a', type: 'int', required: true },
        { name: 'b', type: 'int', required: true },
      ],
    })
    put({ 'registries/desk.hocon': networkOf('studio.profile = bub') })
    expect(await must(client.commands(project.id, 'desk'))).toEqual({ network: 'desk', commands: [] })
    const lent = await must(client.commands(project.id, 'desk', ','))
    expect(lent).toMatchObject({ prefix: ',', lent: true })
    expect(lent.commands).toContainEqual(commands[0])
    put({ 'registries/desk.hocon': networkOf('studio { profile = bub, command_prefix = "!" }') })
    expect(await must(client.commands(project.id, 'desk', ','))).toMatchObject({ prefix: '!' })
    expect(await must(client.commands(project.id, 'desk', ','))).not.toHaveProperty('lent')
    expect(await refusalOf(client.commands(project.id, 'other'))).toBe('404 network')
  })
})

describe('a served network', () => {
  const chat = async (room: Awaited<ReturnType<typeof openRoom>>, message: string, context: unknown = {}) => {
    const body = {
      user_message: { text: message },
      chat_context: context,
      chat_filter: { chat_filter_type: 'MAXIMAL' },
    }
    const lines = (await (await room.chat(body)).text()).trim().split('\n')
    return (JSON.parse(lines.at(-1) ?? '{}') as { response: { text: string; chat_context?: unknown } }).response
  }

  test('[B-54] [B-55] takes commands where its network does, and a conversation goes on as it was', async () => {
    const room = await openRoom()
    putFiles(room.folder, { 'registries/desk.hocon': networkOf(COMMANDS), ...FILES })
    await vi.waitFor(async () => expect(JSON.stringify(await room.list())).toContain('adds'), 60_000)
    expect((await chat(room, ',math.add a=2 b=3')).text).toBe('5')
    expect((await chat(room, ',code_mode enable=true')).text).toContain('no session')
    const before = (await chat(room, 'hello')).chat_context
    const after = await chat(room, ',math.add 1 1', before)
    expect(after.text).toBe('2')
    expect(after.chat_context).toEqual(before)
  })
})

// What people see of hosts of tools through the whole studio: broken saves, debuggers, logs, interpreters, missing variables.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { ProjectReply } from '@slyglass/protocol'
import type { LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { converse, eventsOf, follow, must, refusalOf, waitForLine } from './support/conversations.ts'
import { callsThenWords, deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const PYTHON = `
import logging, sys

from neuro_san.interfaces.coded_tool import CodedTool

class Ledger(CodedTool):
    async def async_invoke(self, args, sly_data):
        logging.getLogger(self.__class__.__name__).debug("args: %s, token %s", args["note"], sly_data.get("token"))
        args["note"] = "changed"
        return {"prefix": sys.prefix, "odd": {1, 2}}
`

const desk = (entry: string, studio = '') => `{
  ${studio}
  tools = [
    { name = desk, instructions = "Answer.", tools = [ledger], function { description = "Answers." } }
    { name = ledger, ${entry} }
  ]
}`
const LEDGER = `class = "books.Ledger"
  function { description = "Keeps notes.", parameters { type = object, required = [note], properties { note { type = string } } } }`

const RULES = callsThenWords([{ name: 'ledger', arguments: { note: 'violets' } }], 'Noted: {{tool}}')

const { start, startTrusted, put, now } = studioPerTest(
  deskFiles(desk(LEDGER), RULES, { 'coded_tools/books.py': PYTHON }),
)
const asked = (project: ProjectReply) => ({ project, network: 'desk', message: 'Note it' })
const notesOf = (events: readonly LogEvent[]) => eventsOf(events, 'note.noted').map(({ text }) => text)

describe('a call of a Python tool', () => {
  test('[N-16] [N-48] [N-82] has rows for what became of its values, and its log lines in the row and the log, masked', async () => {
    const { client, project } = await startTrusted()
    const { events } = await converse(client, { ...asked(project), sly: { token: 'sesame-open-4711' } })
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
    const rows = eventsOf(events, 'note.noted').filter(({ source }) => source === 'tool')
    expect(rows.map(({ level }) => level)).toEqual(['warning', 'warning'])
    expect(rows.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^args changed: .*\(note\)/),
      expect.stringMatching(/^result\.odd is of type set/),
    ])
    expect(eventsOf(events, 'tool.started')).toMatchObject([{ args: '{"note":"violets"}' }])
    const output = eventsOf(events, 'attempt.delta').filter(({ kind }) => kind === 'output')
    expect(output.map(({ text }) => text).join('')).toBe('DEBUG Ledger: args: violets, token ⟨sly:token⟩\n')
    const log = readFileSync(join(now.home, 'data/logs/server.log'), 'utf8')
    expect(log).toContain('DEBUG Ledger: args: violets, token ⟨')
    expect(log).not.toContain('sesame-open-4711')
  })

  test('[N-50] goes on with the last good version after a broken save, and its row says so', async () => {
    const { client, project } = await startTrusted()
    await converse(client, asked(project))
    put({ 'coded_tools/books.py': `${PYTHON}\n    def broken(:\n` })
    const [shown] = await must(client.toolSources(project.id, 'desk'))
    expect(shown?.diagnostic).toMatchObject({ code: 'broken-tool', entry: 'ledger', severity: 'error' })
    expect(shown?.broken).toEqual([
      { file: 'coded_tools/books.py', line: expect.any(Number), reason: expect.stringContaining('SyntaxError') },
    ])
    expect(shown?.diagnostic?.message).toMatch(/^coded_tools\/books\.py cannot be read, line \d+: SyntaxError/)
    const { events } = await converse(client, asked(project))
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'ok' }])
    expect(notesOf(events)).toContainEqual(
      expect.stringMatching(/last version that did is used\. coded_tools\/books\.py:\d+: SyntaxError/),
    )
  })

  test('[N-50] is told of the line that keeps its file from loading, when that was tried in a trusted folder', async () => {
    const broken = `${PYTHON}\nfrom coded_tools import rates\n`
    put({
      'coded_tools/books.py': broken,
      'coded_tools/rates.py': 'import pathlib\npathlib.Path("ran").touch()\nimport gone\n',
    })
    const { client } = await start()
    const project = await must(client.openProject({ path: now.folder }))
    const look = async (load: boolean) => (await must(client.toolSources(project.id, 'desk', load)))[0]
    const hasRun = () => existsSync(join(now.folder, 'ran'))
    expect(await look(true)).not.toHaveProperty('broken')
    await must(client.trust(project.id, true))
    expect(await look(false)).not.toHaveProperty('broken')
    expect(hasRun()).toBe(false)
    const shown = await look(true)
    const reason = "ModuleNotFoundError: No module named 'gone'"
    expect(shown?.broken).toEqual([
      { file: 'coded_tools/rates.py', line: 3, reason },
      { file: 'coded_tools/books.py', line: broken.split('\n').length - 1, reason: expect.stringContaining(reason) },
    ])
    expect(shown?.diagnostic?.message).toMatch(
      /^coded_tools\/books\.py does not load because of coded_tools\/rates\.py, line 3: ModuleNotFoundError: .*install what it needs/,
    )
    put({ 'coded_tools/rates.py': '' })
    expect(await look(true)).not.toHaveProperty('broken')
  })

  test('[N-83] waits for a debugger as long as the person needs; the row says how to attach one', async () => {
    put({ 'registries/desk.hocon': desk(LEDGER, 'studio { timeout_ms = 300, retries = 0 }') })
    const { client, project } = await startTrusted()
    const { run } = await must(
      client.startRun({ project: project.id, network: 'desk', message: 'Note it', debug: true }),
    )
    const seen: LogEvent[] = []
    await waitForLine(client, { watch: [{ run, after: -1 }] }, (line) => {
      if (line.kind === 'events') seen.push(...line.events)
      return notesOf(seen).some((text) => text.startsWith('Waiting for a debugger'))
    })
    const [, word = '', port = ''] = /echo (\w+); cat\) \| nc 127\.0\.0\.1 (\d+)/.exec(notesOf(seen).join('\n')) ?? []
    await new Promise((resolve) => setTimeout(resolve, 700))
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${word}\nc\n`)
    const events = await follow(client, run)
    socket.destroy()
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'ok', attempts: 1 }])
    const waited = eventsOf(events, 'tool.finished').at(-1)?.at ?? 0
    expect(waited - (eventsOf(events, 'attempt.started').findLast(({ of }) => of === 'tool')?.at ?? 0)).toBeGreaterThan(
      500,
    )
  })
})

test('[U-73] a tool whose variable is missing is not offered and says so; the rest works', async () => {
  const tool = `import { defineTool } from 'slyglass'
export const Weather = defineTool({ name: 'weather', description: 'Tells the weather.', env: ['WEATHER_API_KEY'],
  execute: (_args, ctx) => ctx.env.WEATHER_API_KEY })`
  put({
    'coded_tools/books.ts': tool,
    'coded_tools/books.py': '',
    'registries/desk.hocon': desk(
      'class = "books.Weather", function.description = "Tells the weather."',
      'studio { retries = 0 }',
    ),
  })
  const { client, project } = await startTrusted()
  const [before] = await must(client.toolSources(project.id, 'desk'))
  expect(before?.diagnostic).toMatchObject({
    code: 'variable-missing',
    entry: 'ledger',
    message: expect.stringMatching(
      /^WEATHER_API_KEY environment variable is required, so "books\.Weather" is not offered\./,
    ),
  })
  const without = await converse(client, asked(project))
  expect(notesOf(without.events)).toContainEqual(
    "ledger is not offered: WEATHER_API_KEY environment variable is required. Set it in the project's .env.",
  )
  expect(eventsOf(without.events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
  put({ '.env': 'WEATHER_API_KEY=k-1\n' })
  const { events } = await converse(client, asked(project))
  expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'ok', text: 'k-1' }])
})

describe('the interpreter of a project', () => {
  test('is chosen by its folder, used by the next run, and kept over a restart', async () => {
    const own = join(now.home, 'own')
    execFileSync('python3', ['-m', 'venv', '--without-pip', own])
    const { project, ...first } = await startTrusted()
    expect(await must(first.client.python(project.id))).toMatchObject({ chosen: null, trusted: true })
    const chosen = await must(first.client.python(project.id, own))
    expect(chosen.chosen).toBe(own)
    expect(chosen.found[0]).toMatchObject({ origin: 'chosen', isVirtual: true, command: join(own, 'bin/python') })
    await first.close()
    const second = await start()
    const { events } = await converse(second.client, asked(project))
    expect(eventsOf(events, 'tool.finished')[0]?.text).toContain(`'prefix': '${own}'`)
    expect((await must(second.client.python(project.id, null))).chosen).toBeNull()
  })

  test('is neither started nor chosen while its folder is not trusted', async () => {
    put({ '.venv/bin/python': `#!/bin/sh\ntouch ${now.folder}/ran\n` })
    execFileSync('chmod', ['+x', join(now.folder, '.venv/bin/python')])
    const { client } = await start()
    const { id } = await must(client.openProject({ path: now.folder }))
    const listed = await must(client.python(id))
    expect(listed).toMatchObject({ chosen: null, trusted: false })
    expect(listed.found.every(({ origin }) => origin === 'PATH')).toBe(true)
    expect(await refusalOf(client.python(id, '/usr/bin/python3'))).toBe('403 untrusted')
    expect(existsSync(join(now.folder, 'ran'))).toBe(false)
  })

  test('is refused where there is nothing', async () => {
    const { client, project } = await startTrusted()
    expect(await refusalOf(client.python(project.id, '/no/such/python'))).toBe('400 python')
    expect(await refusalOf(client.python(project.id, 'python3'))).toBe('400 python')
  })
})

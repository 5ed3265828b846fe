import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { ProjectReply, StudioClient } from '@slyglass/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, converse, eventsOf, follow, must, openTrusted, refusalOf } from './support/conversations.ts'
import { newFolder, putFiles, removeFolder } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { startStudio, type TestStudio } from './support/test-studio.ts'
import { until } from './support/until.ts'

const network = (className: string) => `
llm_config { model_name = "gpt-4o", use_responses_api = false }
tools = [
  { name = desk, function.description = "Talks to the client.", instructions = "Use the tool.", tools = ["worker"] }
  { name = worker, function.description = "Does the one thing that it can do.", class = "${className}" }
]
`
const python = (name: string, body: string) => `
import time
from neuro_san.interfaces.coded_tool import CodedTool

class ${name}(CodedTool):
    async def async_invoke(self, args, sly_data):
        ${body}
`
const FILES = {
  'registries/raising.hocon': network('faults.Raiser'),
  'registries/hanging.hocon': network('faults.Hanger'),
  'registries/shouting.hocon': network('faults.Shouter'),
  'registries/fine.hocon': network('faults.Fine'),
  'registries/lost.hocon': network('nowhere.Nobody'),
  'registries/twice.hocon': network('both.Twin'),
  'registries/broken.hocon': 'tools = [ { name = desk, ',
  'registries/headless.hocon': 'tools = []',
  'coded_tools/faults.py': [
    python('Raiser', 'raise ValueError("the kettle is empty")'),
    python('Hanger', 'open("pid.txt", "w").write(str(__import__("os").getpid())); time.sleep(600)'),
    python('Shouter', 'print("x" * 10_000_000); return "shouted"'),
    python('Fine', 'return "all is well"'),
  ].join('\n'),
  'coded_tools/both.py': python('Twin', 'return 1'),
  'coded_tools/both.ts': 'export class Twin { async asyncInvoke() { return 1 } }',
}

let [home, studio, client, project]: [string, TestStudio, StudioClient, ProjectReply] = [
  '',
  {} as never,
  {} as never,
  {} as never,
]
beforeAll(async () => {
  home = newFolder()
  studio = await startStudio({ home })
  client = studio.client
  project = await openTrusted(client, putFiles(join(home, 'mine'), FILES))
})
afterAll(async () => {
  await studio.close()
  removeFolder(home)
})
const talk = (name: string) => converse(client, { project, network: name, message: 'Please work' })
const outcomeOf = (events: Awaited<ReturnType<typeof talk>>['events']) => eventsOf(events, 'run.finished')[0]?.outcome

describe('tools that go wrong', () => {
  test('one that raises ends its call as failed, with its words and its traceback', async () => {
    const { events } = await talk('raising')
    expect(eventsOf(events, 'tool.finished')).toMatchObject([
      { outcome: 'failed', failure: { code: 'raised', message: expect.stringContaining('the kettle is empty') } },
    ])
    expect(eventsOf(events, 'tool.finished')[0]?.failure?.detail).toContain('faults.py')
    expect(outcomeOf(events)).toBe('ok')
  })

  test('one that prints 10 MB is cut, and its result is there', async () => {
    const { events } = await talk('shouting')
    expect(eventsOf(events, 'tool.finished')).toMatchObject([
      { outcome: 'ok', text: expect.stringContaining('shouted') },
    ])
    expect(JSON.stringify(events).length).toBeLessThan(2_000_000)
  })

  test('one whose class is nowhere says where it was looked for, before the run and in it', async () => {
    const [source] = await must(client.toolSources(project.id, 'lost'))
    expect(source).toMatchObject({
      entry: 'worker',
      diagnostic: {
        code: 'class-not-found',
        severity: 'error',
        message: expect.stringContaining('coded_tools/nowhere.py'),
      },
    })
    expect(source?.tried).toContain('coded_tools/lost/nowhere.py')
    expect(source?.tried.some((path) => path.startsWith('/'))).toBe(false)
    const { events } = await talk('lost')
    expect(eventsOf(events, 'tool.finished')).toMatchObject([
      { outcome: 'failed', failure: { code: 'class-not-found' } },
    ])
  })

  test('one that is there in two languages says so, one that is there says where', async () => {
    expect(await must(client.toolSources(project.id, 'twice'))).toMatchObject([
      { diagnostic: { code: 'both-languages' } },
    ])
    const fine = await must(client.toolSources(project.id, 'fine'))
    expect(fine).toMatchObject([{ language: 'python', file: 'coded_tools/faults.py', className: 'faults.Fine' }])
    expect(fine[0]).not.toHaveProperty('diagnostic')
    expect(await refusalOf(client.toolSources(project.id, 'no-such'))).toBe('404 network')
  })

  test('after all that the studio works', async () => {
    const { events } = await talk('fine')
    expect(eventsOf(events, 'tool.finished')).toMatchObject([
      { outcome: 'ok', text: expect.stringContaining('all is well') },
    ])
  })
})

describe('networks that are wrong', () => {
  test.each(['broken', 'headless'])('%s is refused before the run, with its diagnostics', async (name) => {
    const answer = await studio.raw('/api/runs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-slyglass': '1' },
      body: JSON.stringify({ project: project.id, network: name, message: 'hello' }),
    })
    expect(answer.status).toBe(422)
    const body = (await answer.json()) as { error: unknown; diagnostics: { severity: string }[] }
    expect(body.error).toMatchObject({ code: 'network-errors', message: expect.stringContaining(`${name}.hocon`) })
    expect(body.diagnostics.every((diagnostic) => diagnostic.severity === 'error')).toBe(true)
    expect(body.diagnostics.length).toBeGreaterThan(0)
  })

  test('one that does not exist, and a project that does not, are named', async () => {
    expect(await refusalOf(ask(client, { project, network: 'none', message: 'x' }))).toBe('404 network')
    const other = { ...project, id: 'prj_none' as ProjectReply['id'] }
    expect(await refusalOf(ask(client, { project: other, network: 'fine', message: 'x' }))).toBe('404 project')
  })

  test.each([['[1]'], ['{"a": '], ['"text"'], ['']])(
    'private values %j are refused without repeating them',
    async (sly) => {
      const result = await ask(client, { project, network: 'fine', message: 'x', sly })
      expect(result).toMatchObject({ ok: false, error: { status: 400, code: 'sly-not-object' } })
    },
  )
})

describe('stopping', () => {
  test('[S-15] a hanging tool: the run is cancelled in seconds, and soon nothing of the call is left', async () => {
    rmSync(join(home, 'mine', 'pid.txt'), { force: true })
    const before = new Set(childrenOf(process.pid))
    const { run, session } = await must(ask(client, { project, network: 'hanging', message: 'Please work' }))
    const pidFile = join(home, 'mine', 'pid.txt')
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 60_000)
    expect(await refusalOf(ask(client, { project, network: 'fine', message: 'x', session }))).toBe('409 run-open')
    expect(await refusalOf(client.putVault(session, { json: '{}' }))).toBe('409 run-open')
    const started = childrenOf(process.pid).filter((pid) => !before.has(pid))
    expect(started.length).toBeGreaterThan(0)
    await must(client.commandRun(run, { id: 'stop-1', kind: 'cancel' }))
    await must(client.commandRun(run, { id: 'stop-1', kind: 'cancel' }))
    const events = await follow(client, run)
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' })
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'cancelled' }])
    const stopping = eventsOf(events, 'note.noted').find((event) => event.text.startsWith('Stopping'))
    // Three seconds are the rule; a busy machine may take many times as long, and a tool that is never ended ten minutes.
    expect((events.at(-1)?.at ?? 0) - (stopping?.at ?? 0)).toBeLessThan(60_000)
    await until(() => started.every((pid) => !existsSync(`/proc/${pid}`)), 60_000)
    const { events: next } = await converse(client, { project, network: 'fine', message: 'Please work', session })
    expect(outcomeOf(next)).toBe('ok')
  })

  test('a command to a run that is not there is refused', async () => {
    expect(await refusalOf(client.commandRun('run_none' as never, { id: 'x', kind: 'cancel' }))).toBe('404 run')
  })
})

describe('models that go wrong', () => {
  let [server, url]: [Server | undefined, string] = [undefined, '']
  const keys: (string | undefined)[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      keys.push(request.headers.authorization)
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          error: { message: 'Incorrect API key provided: sk-wrong-canary-key', code: 'invalid_api_key' },
        }),
      )
    })
    url = `http://127.0.0.1:${await listenAnywhere(server)}/v1`
  })
  afterAll(async () => {
    await must(client.saveModel({ baseUrl: null, modelName: null, apiKey: null }))
    server?.close()
  })

  test('[N-61] a wrong key fails the run in words, is in no stored byte, and is forgotten when told so', async () => {
    const status = await must(client.saveModel({ baseUrl: url, modelName: 'm-1', apiKey: 'sk-wrong-canary-key' }))
    expect(status).toMatchObject({ label: 'm-1', offline: false, baseUrl: url, key: 'settings' })
    expect(JSON.stringify(status)).not.toContain('sk-wrong')
    const { events } = await talk('fine')
    expect(outcomeOf(events)).toBe('failed')
    expect(JSON.stringify(events)).toMatch(/key/)
    expect(JSON.stringify(events)).toContain('401')
    expect(JSON.stringify(events)).not.toContain('sk-wrong-canary-key')
    expect(keys).toContain('Bearer sk-wrong-canary-key')
    expect(await must(client.testModel({ baseUrl: url, modelName: 'm-1' }))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/key/),
    })
    const data = readdirSync(join(home, 'data'), { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    )
    const holding = data.filter((entry) =>
      readFileSync(join(entry.parentPath, entry.name)).includes('sk-wrong-canary-key'),
    )
    expect(holding.map((entry) => entry.name)).toEqual([])
    expect(await must(client.saveModel({ baseUrl: null, modelName: null, apiKey: null }))).toMatchObject({
      offline: true,
      key: 'none',
    })
  })

  test('an address that nobody answers fails the run in words', async () => {
    await must(client.saveModel({ baseUrl: 'http://127.0.0.1:9/v1', modelName: 'm-1' }))
    const { events } = await talk('fine')
    expect(outcomeOf(events)).toBe('failed')
    expect(JSON.stringify(events)).toContain('127.0.0.1:9')
    expect(await must(client.testModel({ baseUrl: 'http://127.0.0.1:9/v1', modelName: null }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('127.0.0.1:9'),
    })
    expect(await refusalOf(client.saveModel({ baseUrl: 'nowhere', modelName: null }))).toBe('400 base-url')
  })
})

/** Every process below one; a thread of a process ends with it. */
function childrenOf(pid: number): readonly number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.flatMap((name) => parentOf(Number(name))))
  const isBelow = (child: number): boolean => {
    const parent = parents.get(child)
    return parent !== undefined && (parent === pid || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

function parentOf(pid: number): readonly (readonly [number, number])[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return [[pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
  } catch {
    return []
  }
}

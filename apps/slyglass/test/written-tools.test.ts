// Tools as people write them, in files of a project, called alone through the whole studio: real hosts, real files, real sockets.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCalls } from '@slyglass/run-log'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answering, closedPort, startAnswering, startQueue } from './support/answering-server.ts'
import { converse, eventsOf, follow, must } from './support/conversations.ts'
import { callsThenWords, deskFiles, type Files, type ToolCall } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const WEB = `
import { defineTool, fail } from 'slyglass'

const getText = async (url: string) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(700) })
  if (response.status === 404) return fail('Resource not found', { category: 'external' })
  if (response.status !== 200) return fail('HTTP ' + response.status + ': Request failed', { category: 'external' })
  return response.text()
}

export const HttpGet = defineTool({
  name: 'http_get',
  async execute({ url }: any) {
    try {
      return await getText(url)
    } catch (error: any) {
      if (error.name === 'TimeoutError') return fail('Request timeout - service may be slow', { category: 'external' })
      return fail('Network error: ' + (error.cause?.code ?? error.message), { category: 'external' })
    }
  },
})

export const CallApi = defineTool({
  name: 'call_external_api',
  async execute({ path, data }: any, ctx) {
    try {
      const response = await fetch(ctx.slyData.base_url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer ' + ctx.slyData.api_key, 'content-type': 'application/json' },
        body: JSON.stringify(data),
      })
      return response.status === 200 ? await response.json() : fail('API returned ' + response.status, { category: 'external' })
    } catch (error: any) {
      return fail('Network error: ' + (error.cause?.code ?? error.message), { category: 'external' })
    }
  },
})

const weather = new Map<string, number>()
const LIMITS: Record<string, number> = { default: 2, premium: 3 }
export const Weather = defineTool({
  name: 'weather_service',
  async execute({ city, format }: any, ctx: any) {
    const { user, tier } = ctx.deps
    const used = weather.get(user) ?? 0
    if (used >= (LIMITS[tier] ?? LIMITS.default!)) return fail('Rate limit exceeded. Please try again later.')
    weather.set(user, used + 1)
    const response = await fetch(ctx.slyData.base_url + '/' + city)
    if (response.status !== 200) return fail('Weather API returned ' + response.status)
    const { path } = await response.json()
    if (format !== 'short') return fail('Unknown format: ' + format)
    return 'Weather: ' + path
  },
})
`
const FILE_TOOLS = `
import { readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { defineTool, fail } from 'slyglass'

const told: Record<string, string> = { ENOENT: 'File not found: ', EACCES: 'Permission denied: ' }
const open = async (path: string) => {
  try {
    return { text: await readFile(path, 'utf8') }
  } catch (error: any) {
    return { problem: told[error.code] ? told[error.code] + path : 'File error: ' + error.code }
  }
}

export const ReadFile = defineTool({
  name: 'read_file',
  async execute({ path }: any) {
    const { text, problem } = await open(path)
    return problem === undefined ? text : fail(problem, { category: 'system' })
  },
})

const OPERATIONS: Record<string, (text: string) => string> = { upper: (text) => text.toUpperCase(), size: (text) => String(text.length) }
export const ProcessFile = defineTool({
  name: 'process_file',
  async execute({ path, operation }: any, ctx: any) {
    if (!ctx.deps.allowed_files.includes(path)) return fail('Access denied: ' + path, { category: 'permission' })
    const { text, problem } = await open(path)
    if (text === undefined) return fail(problem, { category: 'system' })
    const apply = OPERATIONS[operation]
    return apply === undefined ? fail('Unknown operation: ' + operation) : apply(text)
  },
})

export const Compute = defineTool({ name: 'compute', execute: ({ text }: any) => createHash('sha256').update(text).digest('hex') })
export const Generate = defineTool({
  name: 'generate',
  async execute({ path, rows }: any) {
    await writeFile(path, Array.from({ length: rows }, (_, row) => 'row ' + row).join('\\n'))
    return 'wrote ' + rows
  },
})
export const NextInQueue = defineTool({
  name: 'next_in_queue',
  execute: ({ port }: any) => new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('next\\n'))
    socket.on('error', reject)
    socket.on('data', (data) => { socket.end(); resolve(data.toString().trim()) })
  }),
})
`
const DATABASE = `
import sqlite3
from neuro_san.interfaces.coded_tool import CodedTool

class OpenDatabase(CodedTool):
    async def async_invoke(self, args, sly_data):
        connection = sqlite3.connect(args["file"], check_same_thread=False)
        connection.execute("create table if not exists orders (item text, amount integer)")
        connection.executemany("insert into orders values (?, ?)", [["tea", 3], ["rye", 5], ["tea", 4]])
        connection.commit()
        sly_data["db"] = connection
        return "open"

class QueryDatabase(CodedTool):
    async def async_invoke(self, args, sly_data):
        try:
            return sly_data["db"].execute(args["query"], args.get("params", [])).fetchall()
        except sqlite3.Error as error:
            return f"Error: Database error: {error}"

class Everything(CodedTool):
    async def async_invoke(self, args, sly_data):
        import ctypes, csv, decimal, io, math, socket, ssl, subprocess, threading, urllib.request
        told = [subprocess.run(["printf", "made"], capture_output=True, text=True, check=True).stdout]
        with urllib.request.urlopen(args["url"], timeout=5) as answer:
            told.append(str(answer.status))
        with socket.create_connection(("127.0.0.1", args["port"]), timeout=5) as queue:
            queue.sendall(b"next\\n")
            told.append(queue.recv(100).decode().strip())
        told.append(str(decimal.Decimal(1) / 8 + math.comb(5, 2)))
        with sqlite3.connect(":memory:") as db:
            told.append(str(db.execute("select 6 * 7").fetchone()[0]))
        with open(args["path"], "w", newline="") as file:
            csv.writer(file).writerow(["a", "b"])
        worker = threading.Thread(target=lambda: told.append("thread"))
        worker.start()
        worker.join()
        return told
`
const TOOLS = {
  http_get: 'web.HttpGet',
  call_external_api: 'web.CallApi',
  weather_service: 'web.Weather',
  read_file: 'files.ReadFile',
  process_file: 'files.ProcessFile',
  compute: 'files.Compute',
  generate: 'files.Generate',
  next_in_queue: 'files.NextInQueue',
  open_database: 'database.OpenDatabase',
  query_database: 'database.QueryDatabase',
  everything: 'database.Everything',
}
// A Python tool is given what its entry declares.
const ANY =
  '{ type = object, properties { params { type = array, items.type = string }, port { type = int }, ' +
  ['file', 'query', 'url', 'path'].map((name) => `${name} { type = string }`).join(', ') +
  ' } }'
const entries = Object.entries(TOOLS).map(
  ([name, className]) =>
    `{ name = ${name}, class = "${className}", function { description = "Does ${name}."${className.startsWith('database') ? `, parameters ${ANY}` : ''} } }`,
)
const call = (name: string, args: object) => ({ name, arguments: args })
const API_KEY = 'key-93b1-never-told'

function projectFiles(folder: string): Files {
  const turn = (text: string, calls: readonly ToolCall[]) => callsThenWords(calls, 'Done: {{tool}}', { user: text })
  const read = { file: 'orders.db' }
  const network = `{
    studio { deps { user = "u1", tier = default, allowed_files = ["${folder}/in.txt", "${folder}/missing.txt"] } }
    tools = [
      { name = desk, instructions = "Help.", tools = [${Object.keys(TOOLS).join(', ')}], function.description = "Helps." }
      ${entries.join('\n        ')}
    ]
  }`
  const rules = [
    ...turn('api', [
      call('call_external_api', { path: '/200', data: { n: 1 } }),
      call('call_external_api', { path: '/500', data: {} }),
    ]),
    ...turn('orders', [
      call('open_database', { ...read, file: `${folder}/orders.db` }),
      call('query_database', { query: 'select sum(amount) from orders where item = ?', params: ['tea'] }),
      call('query_database', { query: 'select * from elsewhere' }),
    ]),
  ]
  return deskFiles(network, rules, {
    'coded_tools/web.ts': WEB,
    'coded_tools/files.ts': FILE_TOOLS,
    'coded_tools/database.py': DATABASE,
    'in.txt': 'hello',
  })
}

const { startTrusted, put, now } = studioPerTest()
let server: Answering
let refused = ''
beforeAll(async () => {
  server = await startAnswering()
  refused = `http://127.0.0.1:${await closedPort()}`
})
afterAll(() => server.close())
beforeEach(() => {
  put(projectFiles(now.folder))
})

/** Calls one tool, some times, and gives what a model would read of each. */
async function callAlone(tool: string, args: object | readonly object[], more: { sly?: object; deps?: object } = {}) {
  const { client, project } = await startTrusted()
  const read: string[] = []
  for (const one of Array.isArray(args) ? args : [args]) {
    const { run } = await must(
      client.startRun({
        ...{ project: project.id, network: 'desk', message: `Run ${tool}` },
        call: { tool, args: JSON.stringify(one) },
        ...(more.sly === undefined ? {} : { sly: JSON.stringify(more.sly) }),
        ...(more.deps === undefined ? {} : { deps: JSON.stringify(more.deps) }),
      }),
    )
    read.push(...readCalls(await follow(client, run)).calls.map(({ text }) => text))
  }
  return read
}

/** What a model reads of a failure that a tool returned. */
const failed = (tool: string, reason: string) =>
  `Tool execution failed: ${tool} - Tool execution failed with: ${JSON.stringify(reason)}`

describe('a tool that reads addresses', () => {
  test('[U-17] tells status, silence and refusal in its own words', async () => {
    const urls = [`${server.url}/200`, `${server.url}/404`, `${server.url}/503`, `${server.url}/silent`, refused]
    const read = await callAlone(
      'http_get',
      urls.map((url) => ({ url })),
    )
    expect(read).toEqual([
      '{"path":"/200","posted":null}',
      failed('http_get', 'Resource not found'),
      failed('http_get', 'HTTP 503: Request failed'),
      failed('http_get', 'Request timeout - service may be slow'),
      failed('http_get', 'Network error: ECONNREFUSED'),
    ])
  })

  test('[U-72] posts with a private key and address, which no request, log or error of a run holds', async () => {
    const { client, project } = await startTrusted()
    const asked = { project, network: 'desk', message: 'api' }
    const { events } = await converse(client, { ...asked, sly: { base_url: server.url, api_key: API_KEY } })
    const down = await converse(client, { ...asked, sly: { base_url: refused, api_key: API_KEY } })
    expect(server.received.filter(({ authorization }) => authorization !== '')).toEqual([
      { path: '/200', authorization: `Bearer ${API_KEY}`, body: '{"n":1}' },
      { path: '/500', authorization: `Bearer ${API_KEY}`, body: '{}' },
    ])
    const texts = [...events, ...down.events]
    expect(eventsOf(texts, 'tool.finished').map(({ text }) => text)).toEqual([
      '{"path":"/200","posted":{"n":1}}',
      failed('call_external_api', 'API returned 500'),
      failed('call_external_api', 'Network error: ECONNREFUSED'),
      failed('call_external_api', 'Network error: ECONNREFUSED'),
    ])
    expect(eventsOf(events, 'model.started').length).toBeGreaterThan(1)
    expect(JSON.stringify([events, down.events])).not.toContain(API_KEY)
    expect(JSON.stringify(events)).not.toContain(server.url)
  })

  test('[U-74] looks at the limit of the tier before it fetches, and fetches before it formats', async () => {
    const before = server.received.length
    const sly = { base_url: server.url }
    const fine = { city: '200', format: 'short' }
    const read = await callAlone(
      'weather_service',
      [fine, { city: '503', format: 'odd' }, { city: '200', format: 'odd' }],
      {
        sly,
        deps: { user: 'u2', tier: 'premium' },
      },
    )
    expect(read).toEqual([
      'Weather: /200',
      failed('weather_service', 'Weather API returned 503'),
      failed('weather_service', 'Unknown format: odd'),
    ])
    expect(server.received.length - before).toBe(3)
  })
})

describe('a tool that reads files', () => {
  test('[U-18] tells what is missing, closed or no file', async () => {
    // Rights do not bind root, but nobody at all may read this file of the kernel.
    const closed = process.getuid?.() === 0 ? '/proc/sys/vm/compact_memory' : join(now.folder, 'closed.txt')
    if (!closed.startsWith('/proc')) writeFileSync(closed, 'secret', { mode: 0 })
    const paths = [join(now.folder, 'in.txt'), join(now.folder, 'missing.txt'), closed, now.folder]
    const read = await callAlone(
      'read_file',
      paths.map((path) => ({ path })),
    )
    expect(read).toEqual([
      'hello',
      failed('read_file', `File not found: ${paths[1]}`),
      failed('read_file', `Permission denied: ${closed}`),
      failed('read_file', 'File error: EISDIR'),
    ])
  })

  test('[U-70] asks for access before it reads, and reads before it works; the first error ends it', async () => {
    const at = (name: string, operation: string) => ({ path: join(now.folder, name), operation })
    const read = await callAlone('process_file', [
      at('in.txt', 'upper'),
      at('elsewhere.txt', 'odd'),
      at('missing.txt', 'odd'),
      at('in.txt', 'odd'),
    ])
    expect(read).toEqual([
      'HELLO',
      failed('process_file', `Access denied: ${now.folder}/elsewhere.txt`),
      failed('process_file', `File not found: ${now.folder}/missing.txt`),
      failed('process_file', 'Unknown operation: odd'),
    ])
  })
})

describe('a tool with a database', () => {
  test('[U-71] asks it through a handle in sly data; what the database refuses is told', async () => {
    const { client, project } = await startTrusted()
    const { events } = await converse(client, { project, network: 'desk', message: 'orders' })
    expect(eventsOf(events, 'tool.finished').map(({ text }) => text)).toEqual([
      'open',
      '[(7,)]',
      'Error: Database error: no such table: elsewhere',
    ])
    expect(eventsOf(events, 'run.finished')[0]?.outcome).toBe('ok')
  })
})

describe('what a tool may use', () => {
  test('[N-5] is everything that its language has: a database, the web, a queue, programs, threads, files', async () => {
    const queue = await startQueue(['order 1', 'order 2'])
    const made = join(now.folder, 'made.csv')
    const everything = { url: `${server.url}/200`, port: queue.port, path: made }
    expect(await callAlone('everything', everything)).toEqual(["['made', '200', 'order 1', '10.125', '42', 'thread']"])
    expect(readFileSync(made, 'utf8')).toBe('a,b\r\n')
    expect(await callAlone('next_in_queue', { port: queue.port })).toEqual(['order 2'])
    expect(await callAlone('compute', { text: 'tea' })).toEqual([createHash('sha256').update('tea').digest('hex')])
    expect(await callAlone('generate', { path: made, rows: 3 })).toEqual(['wrote 3'])
    expect(readFileSync(made, 'utf8')).toBe('row 0\nrow 1\nrow 2')
    await queue.close()
  })
})

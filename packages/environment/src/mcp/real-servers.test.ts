// Two MCP servers that others wrote, each as a program and behind an address: what a studio does with a server, done with them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sessionId } from '@slyglass/base'
import type { McpListener, McpServer } from '@slyglass/runtime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { comesTrue } from '../testing/processes.ts'
import { createMcpPort, type McpServers } from './mcp-port.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const where = spawnSync(process.execPath, [join(repository, 'scripts/clients.mjs'), '--where'], { encoding: 'utf8' })
const { fastMcp }: { readonly fastMcp?: string } = JSON.parse(where.stdout)
const everything = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
)
const parts = fileURLToPath(new URL('../../fixtures/mcp/parts.py', import.meta.url))

interface Kind {
  readonly name: string
  readonly isHere: boolean
  readonly command: string
  stdio(): readonly string[]
  http(port: number): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  readonly tools: readonly string[]
  readonly sum: { readonly tool: string; readonly args: string; readonly text: string }
  readonly slow: { readonly tool: string; readonly args: string; readonly long: string; readonly text: string }
  readonly progress: readonly string[]
}

const KINDS: readonly Kind[] = [
  {
    name: 'server-everything',
    isHere: true,
    command: process.execPath,
    stdio: () => [join(everything, 'dist/index.js'), 'stdio'],
    http: (port) => ({ args: [join(everything, 'dist/index.js'), 'streamableHttp'], env: { PORT: String(port) } }),
    tools: ['echo', 'get-sum', 'trigger-long-running-operation'],
    sum: { tool: 'get-sum', args: '{"a":2,"b":3}', text: 'The sum of 2 and 3 is 5.' },
    slow: {
      tool: 'trigger-long-running-operation',
      args: '{"duration":0.2,"steps":2}',
      long: '{"duration":60,"steps":600}',
      text: 'Long running operation completed. Duration: 0.2 seconds, Steps: 2.',
    },
    progress: ['1 of 2', '2 of 2'],
  },
  {
    name: 'FastMCP',
    isHere: fastMcp !== undefined,
    command: fastMcp ?? '',
    stdio: () => [parts, 'stdio'],
    http: (port) => ({ args: [parts, 'http', String(port)], env: {} }),
    tools: ['add', 'count', 'grow', 'die'],
    sum: { tool: 'add', args: '{"a":2}', text: '3' },
    slow: { tool: 'count', args: '{"steps":2,"seconds":0.1}', long: '{"steps":600,"seconds":0.1}', text: 'counted' },
    progress: ['step 1 (1 of 2)', 'step 2 (2 of 2)'],
  },
]

const { signal } = new AbortController()
const servers: ChildProcess[] = []
const ports: McpServers[] = []
let root = ''
let marks = ''

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-mcp-real-')))
  marks = join(root, 'marks')
})
afterEach(async () => {
  await Promise.all(ports.splice(0).map((port) => port.dispose()))
  for (const child of servers.splice(0)) child.kill('SIGKILL')
  rmSync(marks, { force: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function open(isolation: 'auto' | 'host' = 'host'): McpServers {
  const programs = { env: process.env, isTrusted: async () => true, isolation }
  const port = createMcpPort({ programs, resumedMs: 200 })
  ports.push(port)
  return port
}

function program(kind: Kind): McpServer {
  const start = { command: kind.command, args: kind.stdio(), env: { MARKS: marks } }
  return { url: 'stdio:real', headers: {}, program: { ...start, projectRoot: root, session: sessionId('ses_a') } }
}

/** Starts the server behind an address, again at the same port where one is given. */
async function address(kind: Kind, known?: number): Promise<{ server: McpServer; port: number; child: ChildProcess }> {
  const port = known ?? (await freePort())
  const { args, env } = kind.http(port)
  const child = spawn(kind.command, [...args], { env: { ...process.env, ...env, MARKS: marks }, stdio: 'ignore' })
  servers.push(child)
  const server = { url: `http://127.0.0.1:${port}/mcp`, headers: {} }
  for (let tries = 0; tries < 2_400; tries += 1) {
    if (
      await fetch(server.url).then(
        () => true,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { server, port, child }
}

/** Below the ports that systems hand out by themselves, so that nobody else is given it meanwhile. */
function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000)
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}

function listener() {
  const heard = { progress: [] as string[], notes: [] as string[] }
  const on: McpListener = {
    progress: (_structure, text) => void heard.progress.push(text),
    note: (text) => void heard.notes.push(text),
  }
  return { heard, on }
}

describe.each(KINDS)('$name', (kind) => {
  const over = kind.isHere ? test.each(['stdio', 'HTTP'] as const) : test.skip.each(['stdio', 'HTTP'] as const)
  // One program and one server behind an address for all that leaves them running.
  const kept: { port: McpServers; http?: McpServer; child?: ChildProcess } = { port: createMcpPort() }
  beforeAll(async () => {
    if (!kind.isHere) return
    const programs = { env: process.env, isTrusted: async () => true, isolation: 'host' as const }
    const { server, child } = await address(kind)
    servers.splice(servers.indexOf(child), 1)
    Object.assign(kept, { port: createMcpPort({ programs }), http: server, child })
  })
  afterAll(async () => {
    await kept.port.dispose()
    kept.child?.kill('SIGKILL')
  })
  const serverOver = (how: 'stdio' | 'HTTP') => (how === 'stdio' ? program(kind) : (kept.http ?? program(kind)))

  over('[N-8] over %s lists its tools, answers, and tells progress', async (how) => {
    const [port, server] = [kept.port, serverOver(how)]
    const names = (await port.list(server, signal)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...kind.tools]))
    const { tool, args, text } = kind.sum
    expect(await port.call(server, tool, args, signal)).toEqual({ ok: true, texts: [text] })
    const { heard, on } = listener()
    const slow = await port.call(server, kind.slow.tool, kind.slow.args, signal, on)
    expect(slow).toEqual({ ok: true, texts: [kind.slow.text] })
    expect(heard.progress).toEqual(kind.progress)
  })

  over('[N-8] over %s an unknown tool and odd arguments are failures in its words', async (how) => {
    const [port, server] = [kept.port, serverOver(how)]
    const unknown = await port.call(server, 'no-such-tool', '{}', signal).catch((error: Error) => error.message)
    expect(JSON.stringify(unknown)).toContain('no-such-tool')
    const odd = await port.call(server, kind.sum.tool, '{"a":"x"}', signal).catch((error: Error) => error.message)
    expect(odd).not.toMatchObject({ ok: true })
  })

  over('[N-8] over %s a cancelled call ends at once, and the server goes on', async (how) => {
    const [port, server] = [kept.port, serverOver(how)]
    const stop = new AbortController()
    const on = { progress: () => stop.abort(new Error('stopped by a person')) }
    const call = port.call(server, kind.slow.tool, kind.slow.long, stop.signal, on)
    await expect(call).rejects.toThrow('stopped by a person')
    if (kind.name === 'FastMCP') {
      const isMarked = () => existsSync(marks) && readFileSync(marks, 'utf8') === 'cancelled\n'
      expect(await comesTrue(isMarked)).toBe(true)
    }
    expect(await port.call(server, kind.sum.tool, kind.sum.args, signal)).toMatchObject({ texts: [kind.sum.text] })
  })

  const once = kind.isHere ? test : test.skip
  once('[N-8] works in the enclosure of tools', async () => {
    const [port, server] = [open('auto'), program(kind)]
    expect(await port.call(server, kind.sum.tool, kind.sum.args, signal)).toMatchObject({ texts: [kind.sum.text] })
  })

  once('[N-8] a program that is killed in the middle of a call fails it, and is there for the next', async () => {
    const [port, server] = [open(), program(kind)]
    const { heard, on } = listener()
    const call = port.call(server, kind.slow.tool, kind.slow.long, signal, on)
    call.catch(() => undefined)
    expect(await comesTrue(() => heard.progress.length > 0)).toBe(true)
    const mine = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
    for (const pid of mine) {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(kind.stdio()[0] ?? '?'))
        process.kill(Number(pid), 'SIGKILL')
    }
    await expect(call).rejects.toThrow('was ended by SIGKILL')
    expect(await port.call(server, kind.sum.tool, kind.sum.args, signal)).toMatchObject({ texts: [kind.sum.text] })
  })

  once(
    '[B26] a server behind an address that is killed in the middle of a call fails it; started again, it answers',
    async () => {
      const port = open()
      const { server, port: place, child } = await address(kind)
      const { heard, on } = listener()
      const call = port.call(server, kind.slow.tool, kind.slow.long, signal, on)
      call.catch(() => undefined)
      expect(await comesTrue(() => heard.progress.length > 0)).toBe(true)
      child.kill('SIGKILL')
      await expect(call).rejects.toThrow(/connection ended|reconnect|terminated|other side closed/i)
      await expect(port.list(server, signal)).rejects.toThrow('fetch failed')
      await address(kind, place)
      expect(await port.call(server, kind.sum.tool, kind.sum.args, signal)).toMatchObject({ texts: [kind.sum.text] })
    },
  )
})

describe('a list that changes', () => {
  const withFastMcp = fastMcp === undefined ? test.skip : test
  const kind = KINDS[1] as Kind

  withFastMcp.each(['stdio', 'HTTP'] as const)('[N-8] over %s is told in the call, and read anew', async (how) => {
    const port = open()
    const server = how === 'stdio' ? program(kind) : (await address(kind)).server
    expect((await port.list(server, signal)).map(({ name }) => name)).not.toContain('grown')
    const { heard, on } = listener()
    expect(await port.call(server, 'grow', '{}', signal, on)).toMatchObject({ texts: ['it grew'] })
    expect(heard.notes).toEqual(['It says that its tools changed. They are read again when an agent starts.'])
    expect((await port.list(server, signal)).map(({ name }) => name)).toContain('grown')
  })

  test('[N-8] server-everything adds tools when a session has begun, and the next list has them', async () => {
    const [port, server] = [open(), program(KINDS[0] as Kind)]
    await port.list(server, signal)
    const names = (await port.list(server, signal)).map(({ name }) => name)
    expect(names).toContain('simulate-research-query')
  })

  withFastMcp('[N-8] a program that ends by itself is told with its last words', async () => {
    const [port, server] = [open(), program(kind)]
    await expect(port.call(server, 'die', '{}', signal)).rejects.toThrow(/ended with code 3\. It said: out of steam/)
    expect(await port.call(server, 'add', '{"a":1}', signal)).toMatchObject({ texts: ['2'] })
  })
})

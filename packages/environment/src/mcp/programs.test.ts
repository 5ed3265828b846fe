import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sessionId } from '@slyglass/base'
import type { McpProgram } from '@slyglass/runtime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBubblewrap } from '../isolation.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import { createMcpPort, type McpServers } from './mcp-port.ts'

const SERVER = fileURLToPath(new URL('../../fixtures/mcp/by-hand.mjs', import.meta.url))
const { signal } = new AbortController()
const opened: McpServers[] = []
let root = ''
let encloses = false

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-mcp-')))
  mkdirSync(join(root, 'inner'))
  encloses = await hasBubblewrap(process.env)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((port) => port.dispose()))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function open(more: object = {}): McpServers {
  const env = { ...process.env, OPENAI_API_KEY: 'k-of-the-server' }
  const programs = { env, isTrusted: async () => true, isolation: 'host' as const, ...more }
  const port = createMcpPort({ programs })
  opened.push(port)
  return port
}

function server(more: Partial<McpProgram> = {}) {
  const program = {
    command: process.execPath,
    args: [SERVER, root],
    env: {},
    projectRoot: root,
    session: sessionId('ses_a'),
  }
  return { url: 'stdio:hand', headers: {}, program: { ...program, ...more } }
}

async function started(port: McpServers, more: Partial<McpProgram> = {}, args = '{}') {
  const { texts } = await port.call(server(more), 'started', args, signal)
  return JSON.parse(texts[0] ?? '{}')
}

describe('a program that is an MCP server', () => {
  test('gets its arguments as they are, a clean environment with its own variables, and its folder', async () => {
    const args = [SERVER, root, 'a b', '$HOME', '; echo no', '*']
    const seen = await started(open(), { args, env: { LEVEL: 'low' }, cwd: 'inner' })
    expect(seen.argv).toEqual([root, 'a b', '$HOME', '; echo no', '*'])
    expect(seen.cwd).toBe(join(root, 'inner'))
    expect(seen.env).toMatchObject({ LEVEL: 'low', PATH: process.env.PATH })
    expect(JSON.stringify(seen.env)).not.toContain('k-of-the-server')
  })

  test('gets numbers as the model spelled them', async () => {
    const { line } = await started(open(), {}, '{"n":3.0,"big":12345678901234567890}')
    expect(line).toContain('"arguments":{"n":3.0,"big":12345678901234567890}')
  })

  test('[B49] does not start in a folder outside of the project', async () => {
    await expect(open().list(server({ cwd: '../..' }), signal)).rejects.toThrow('lies outside of the project')
    expect(processesWith(root)).toEqual([])
  })

  test('does not start in a folder that is not trusted', async () => {
    await expect(open({ isTrusted: async () => false }).list(server(), signal)).rejects.toThrow(
      'Trust the folder first',
    )
    expect(processesWith(root)).toEqual([])
  })

  test('is enclosed where that is possible, and refused where the network asks for more than there is', async () => {
    const strict = { environment: { sandbox: 'auto', network: 'off', workspace: '.' } } as const
    await expect(open().list(server(strict), signal)).rejects.toThrow('needs bubblewrap')
    if (!encloses) return
    const away = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-mcp-away-')))
    const port = open({ isolation: 'auto', hide: [join(root, 'inner')] })
    const look = { ...strict, env: { LOOK: away } }
    const seen = await started(port, look)
    expect([seen.cwd, seen.pid < 10, seen.sees]).toEqual([root, true, false])
    expect((await started(port, { ...look, readable: [away] })).sees).toBe(true)
    expect((await started(port, { ...look, args: [SERVER, root, away] })).sees).toBe(true)
    rmSync(away, { recursive: true })
  })

  test('is one for a session, and another for another', async () => {
    const port = open()
    const [first, again, other] = [
      await started(port),
      await started(port),
      await started(port, { session: sessionId('ses_b') }),
    ]
    expect(again.pid).toBe(first.pid)
    expect(other.pid).not.toBe(first.pid)
  })

  test('that ends in the middle of a call fails it in words and is there again for the next', async () => {
    const port = open()
    const before = await started(port)
    await expect(port.call(server(), 'die', '{}', signal)).rejects.toThrow(/by-hand\.mjs .*" ended with code 4/)
    expect((await started(port)).pid).not.toBe(before.pid)
  })

  test('that does not speak MCP, or cannot be started, is told with its own words', async () => {
    const script = 'console.error("no such key"); process.exit(7)'
    await expect(open().list(server({ args: ['-e', script] }), signal)).rejects.toThrow(
      /ended with code 7\. It said: no such key/,
    )
    await expect(open().list(server({ command: '/nowhere/at/all' }), signal)).rejects.toThrow('could not be started')
  })

  test('may print to its output by mistake', async () => {
    expect(await open().call(server(), 'mixed', '{}', signal)).toEqual({ ok: true, texts: ['"clean"'] })
  })

  test('that hears of no cancellation is ended, and is there again for the next call', async () => {
    const port = open()
    const { pid } = await started(port)
    const stop = new AbortController()
    const call = port.call(server(), 'stuck', '{}', stop.signal)
    setTimeout(() => stop.abort(new Error('stopped by a person')), 100)
    await expect(call).rejects.toThrow('stopped by a person')
    expect(await comesTrue(() => processesWith(root).every((one) => one.pid !== pid))).toBe(true)
    expect((await started(port)).pid).not.toBe(pid)
  })

  test('ends when nobody asks it, and with all that it started', async () => {
    const port = open({ idleMs: 100 })
    await port.call(server(), 'children', '{}', signal)
    expect(processesWith(root).length).toBe(2)
    expect(await comesTrue(() => processesWith(root).length === 0)).toBe(true)
  })

  test('is gone when the studio closes', async () => {
    const port = open()
    await port.call(server(), 'children', '{}', signal)
    await port.dispose()
    expect(await comesTrue(() => processesWith(root).length === 0)).toBe(true)
  })
})

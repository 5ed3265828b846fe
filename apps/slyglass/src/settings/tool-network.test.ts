import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runId } from '@slyglass/base'
import type { CodeCells, McpServers, ToolHosts } from '@slyglass/environment'
import type { CodeCell, HostCall, McpServer } from '@slyglass/runtime'
import { afterAll, describe, expect, test } from 'vitest'
import { codeUnder, hostsUnder, openToolNetwork, serversUnder } from './tool-network.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-tool-network-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SOURCES = { projectRoot: '/p', toolRoots: [], pythonPath: [], network: 'desk' }

/** Hosts that tell which network each call would have. */
function listening() {
  const heard: string[] = []
  const hosts = {
    call: async ({ sources }: HostCall) => void heard.push(sources.environment?.network ?? 'as it is'),
  } as unknown as ToolHosts
  const servers = {
    list: async ({ program }: McpServer) => {
      heard.push(program?.environment?.network ?? 'as it is')
      return []
    },
  } as unknown as McpServers
  const code = {
    run: async ({ sources }: CodeCell) => void heard.push(sources.environment?.network ?? 'as it is'),
    place: async ({ sources }: CodeCell) => void heard.push(`file: ${sources.environment?.network ?? 'as it is'}`),
  } as unknown as CodeCells
  return { heard, hosts, servers, code }
}

describe('the network of tools', () => {
  test('is on until it is switched off, which counts for the next call and after a restart', async () => {
    const file = join(folder, 'tools.json')
    const network = await openToolNetwork(file, {})
    const { heard, hosts } = listening()
    const ruled = hostsUnder(network, hosts)
    const call = (sources: object = SOURCES) => ruled.call({ run: runId('run_1'), sources } as unknown as HostCall)
    await call()
    await network.choose('off')
    await call()
    await call({ ...SOURCES, environment: { sandbox: 'bwrap', network: 'on', workspace: 'data' } })
    expect(heard).toEqual(['as it is', 'off', 'off'])
    expect((await openToolNetwork(file, {})).now()).toBe('off')
    await network.choose('on')
    await call({ ...SOURCES, environment: { sandbox: 'auto', network: 'off', workspace: '.' } })
    expect(heard.at(-1)).toBe('off')
    expect((await openToolNetwork(file, {})).now()).toBe('on')
  })

  test('holds for code that models write', async () => {
    const network = await openToolNetwork(join(folder, 'code.json'), {})
    const { heard, code } = listening()
    const cell = { run: runId('run_1'), sources: SOURCES } as unknown as CodeCell
    await codeUnder(network, code).run(cell)
    await network.choose('off')
    await codeUnder(network, code).run(cell)
    await codeUnder(network, code).place(cell, { path: 'stubs/a.pyi', text: '' })
    expect(heard).toEqual(['as it is', 'off', 'file: off'])
  })

  test('holds for programs that are MCP servers, and not for servers that run elsewhere', async () => {
    const network = await openToolNetwork(join(folder, 'mcp.json'), {})
    await network.choose('off')
    const { heard, servers } = listening()
    const ruled = serversUnder(network, servers)
    const program = { command: 'npx', args: [], env: {}, projectRoot: '/p', session: 'ses_1' }
    const signal = new AbortController().signal
    await ruled.list({ url: 'stdio:x', headers: {}, program } as unknown as McpServer, signal)
    await ruled.list({ url: 'http://x', headers: {} }, signal)
    expect(heard).toEqual(['off', 'as it is'])
  })

  test('that the start closed cannot be opened', async () => {
    const network = await openToolNetwork(join(folder, 'fixed.json'), { SLYGLASS_TOOL_NETWORK: 'off' })
    expect(await network.choose('on')).toMatchObject({ ok: false, error: { code: 'tool-network-fixed', status: 409 } })
    expect([network.now(), network.isFixed]).toEqual(['off', true])
  })
})

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonAt } from '@slyglass/base'
import { infoFiles } from '@slyglass/network'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProjectFiles } from './files.ts'
import { readMcpServers } from './mcp-servers.ts'

const URL = 'http://127.0.0.1:9/mcp'
const FILE = `"${URL}" { http_headers { Authorization = "Bearer "\${MCP_TOKEN} }, tools = [look] }`

let [root, elsewhere] = ['', '']
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-mcp-')))
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-mcp-')))
})
afterEach(() => {
  for (const folder of [root, elsewhere]) rmSync(folder, { recursive: true, force: true })
})

const read = (isTrusted: boolean, shell: Readonly<Record<string, string>>) =>
  readMcpServers(
    { files: createProjectFiles(join(root, 'closed')), trust: { isTrusted: async () => isTrusted }, shell },
    root,
  )

describe('[N-8] the info file of MCP servers', () => {
  test.each(['inside', 'outside'])('%s of the project is read, keys from variables too', async (where) => {
    const file = join(where === 'inside' ? root : elsewhere, 'servers.hocon')
    writeFileSync(file, FILE)
    const servers = await read(true, { MCP_SERVERS_INFO_FILE: file, MCP_TOKEN: 's3cret' })
    expect(jsonAt(servers?.get(URL), 'http_headers', 'Authorization')).toBe('Bearer s3cret')
    expect(jsonAt(servers?.get(URL), 'tools')).toEqual(['look'])
  })

  test('gives no key to a folder that is not trusted', async () => {
    const file = join(root, 'servers.hocon')
    writeFileSync(file, FILE)
    const servers = await read(false, { MCP_SERVERS_INFO_FILE: file, MCP_TOKEN: 's3cret' })
    expect(JSON.stringify([...(servers ?? [])])).not.toContain('s3cret')
  })

  test('may be named and not there, or not be named', async () => {
    expect(await read(true, { MCP_SERVERS_INFO_FILE: join(root, 'absent.hocon') })).toBeUndefined()
    expect(await read(true, {})).toBeUndefined()
  })

  test('is no document of a run', () => {
    const env = { MCP_SERVERS_INFO_FILE: 'servers.hocon', AGENT_LLM_INFO_FILE: 'models.hocon' }
    expect(infoFiles(new Map(), env)).toEqual(['models.hocon'])
  })
})

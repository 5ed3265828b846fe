// Tools of MCP servers: behind an address, or of programs that are started here.
import type { McpListener, McpPort, McpServer } from '@slyglass/runtime'
import { callTool, listTools } from './ask-session.ts'
import { HttpServers } from './http-session.ts'
import { type StdioOptions, StdioServers } from './stdio-servers.ts'

export interface McpOptions {
  /** The platform's unless a test brings its own. */
  readonly fetch?: typeof fetch
  /** How long an answer whose stream broke off may take to go on. */
  readonly resumedMs?: number
  /** Absent: no program is started. */
  readonly programs?: StdioOptions
}

export interface McpServers extends McpPort {
  /** Ends all programs. */
  dispose(): Promise<void>
}

/** Nothing is asked or started before the first call. */
export function createMcpPort(options: McpOptions = {}): McpServers {
  const addresses = new HttpServers(options.fetch ?? fetch, options.resumedMs)
  const programs = options.programs === undefined ? undefined : new StdioServers(options.programs)
  return {
    list(server, signal, on = {}) {
      if (!isProgram(server)) return addresses.ask({ server, signal, on }, (client) => listTools(client, signal, on))
      return started(programs).ask(server, signal, on, async (client, known) => {
        if (known.changed) on.note?.('It has said that its tools changed, and they were read again.')
        known.changed = false
        const tools = await listTools(client, signal, on)
        known.listed = true
        return tools
      })
    },
    call(server, tool, args, signal, on = {}) {
      const told = heard(on)
      if (isProgram(server))
        return started(programs).ask(server, signal, told, (client) => callTool(client, { tool, args }, signal, told))
      return addresses.ask({ server, signal, on: told }, (client) => callTool(client, { tool, args }, signal, told))
    },
    async dispose() {
      await programs?.dispose()
    },
  }
}

/** A change of the server's tools is told once a call, however often the server says it. */
function heard(on: McpListener): McpListener {
  let isTold = false
  return {
    ...on,
    listChanged() {
      if (!isTold) on.note?.('It says that its tools changed. They are read again when an agent starts.')
      isTold = true
    },
  }
}

function isProgram(server: McpServer): server is McpServer & { readonly program: NonNullable<McpServer['program']> } {
  return server.program !== undefined
}

function started(programs: StdioServers | undefined): StdioServers {
  if (programs === undefined) throw new Error('No programs are started here.')
  return programs
}

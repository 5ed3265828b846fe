// An MCP server as networks and info files describe it, in a run or before any.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, type SessionId } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import { safeName } from './distinct-names.ts'
import type { McpProgram, McpServer, McpTool } from './outside-ports.ts'
import type { ToolEnvironment } from './ports.ts'

/** A server that is a program here is named so in `tools`, as `{ url = "stdio:NAME" }`. */
const PROGRAM = 'stdio:'

/** What is known of a server: the info file's word, over which the network's own lies (`studio.mcp`). */
export function mcpFacts(network: Pick<Network, 'json'>, servers: JsonObject, url: string): JsonObject {
  const known = servers.get(url)
  const own = isJsonObject(network.json) ? jsonAt(network.json, 'studio', 'mcp', url) : undefined
  return new Map([...(isJsonObject(known) ? known : []), ...(isJsonObject(own) ? own : [])])
}

/** What a server is made of. */
export interface McpDescription {
  readonly url: string
  readonly facts: JsonObject
  /** In place of those that are known. */
  readonly headers?: JsonObject
  readonly projectRoot: string
  readonly session: SessionId
  readonly environment?: ToolEnvironment
}

/** @throws Error in words when nothing says which program it is. */
export function readMcpServer(described: McpDescription): McpServer {
  const { url, facts, headers } = described
  if (url.startsWith(PROGRAM)) return { url, headers: {}, program: programOf(described) }
  return { url, headers: textsIn(headers ?? facts.get('http_headers')) }
}

function programOf({ url, facts, projectRoot, session, environment }: McpDescription): McpProgram {
  const [command, cwd, args, readable] = ['command', 'cwd', 'args', 'readable'].map((key) => facts.get(key))
  if (typeof command !== 'string' || command === '')
    throw new Error(
      `nothing says which program ${url} is. Write studio.mcp."${url}".command into the network, or into the file of MCP servers.`,
    )
  return {
    command,
    args: textList(args),
    env: textsIn(facts.get('env')),
    ...(typeof cwd === 'string' && { cwd }),
    ...(isJsonList(readable) && { readable: textList(readable) }),
    projectRoot,
    session,
    ...(environment !== undefined && { environment }),
  }
}

const textList = (json: Json | undefined): readonly string[] =>
  isJsonList(json) ? json.filter((one) => typeof one === 'string') : []

function textsIn(json: Json | undefined): Readonly<Record<string, string>> {
  const pairs = isJsonObject(json) ? [...json] : []
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

/** Names that the network, else the info file, limits a server to; undefined for all of its tools. `again`: how often the agent named it before. */
export function mcpNames(
  { json }: Pick<Entry, 'json'>,
  url: string,
  again: number,
  facts: JsonObject,
): readonly string[] | undefined {
  const listed = json.get('tools')
  const items = isJsonList(listed) ? listed.filter((item) => item === url || jsonAt(item, 'url') === url) : []
  const texts = textList(jsonAt(items[again], 'tools') ?? facts.get('tools'))
  return texts.length === 0 ? undefined : texts
}

/** Those of a server's tools that are meant, and names that it does not have. */
export function meantOf(
  names: readonly string[] | undefined,
  tools: readonly McpTool[],
): { readonly mcp: readonly McpTool[]; readonly absent: readonly string[] } {
  if (names === undefined) return { mcp: tools, absent: [] }
  const known = new Set(tools.flatMap(({ name }) => [name, safeName(name)]))
  return {
    mcp: tools.filter(({ name }) => names.includes(name) || names.includes(safeName(name))),
    absent: names.filter((name) => !known.has(name)),
  }
}

// MCP servers as an agent's tools: which headers go along, which of their tools are meant, and how they are called here.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { infoFile, readInfo } from '@slyglass/network'
import type { CallableTool } from './plan-tools.ts'
import type { McpServer, McpTool } from './ports.ts'
import { textsOf } from './read-run-network.ts'
import type { AgentCall, RunContext } from './run-context.ts'

/** A server as it is asked: the client's headers replace those of the info file whole. */
export function mcpServer(context: RunContext, url: string): McpServer {
  const parsed = parseJson(context.vault.values().get('http_headers') ?? 'null')
  const given = parsed.ok ? jsonAt(parsed.value, url) : undefined
  const headers = isJsonObject(given) && given.size > 0 ? given : jsonAt(serverInfo(context, url), 'http_headers')
  const texts = isJsonObject(headers)
    ? [...headers].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : []
  return { url, headers: Object.fromEntries(texts) }
}

function serverInfo({ request, network }: RunContext, url: string): Json | undefined {
  const file = infoFile(network.json, 'mcp', request.env)
  const info = file === undefined ? undefined : readInfo(file, textsOf(request), request.env)
  return info?.ok === true ? info.value.get(url) : undefined
}

/** Names that the network, else the info file, limits a server to; undefined for all of its tools. */
function allowedNames(
  context: RunContext,
  agent: AgentCall,
  { url, again }: Pick<Listing, 'url' | 'again'>,
): readonly string[] | undefined {
  const listed = agent.entry.json.get('tools')
  const items = isJsonList(listed) ? listed.filter((item) => item === url || jsonAt(item, 'url') === url) : []
  const own = items[again]
  const names = jsonAt(own, 'tools') ?? jsonAt(serverInfo(context, url), 'tools')
  const texts = isJsonList(names) ? names.filter((name) => typeof name === 'string') : []
  return texts.length === 0 ? undefined : texts
}

interface Listing {
  readonly url: string
  readonly tools: readonly McpTool[]
  /** How often the server is named before. */
  readonly again: number
}

export function mcpTools(
  context: RunContext,
  agent: AgentCall,
  { url, tools, again }: Listing,
): { readonly tools: readonly CallableTool[]; readonly warnings: readonly string[] } {
  const allowed = allowedNames(context, agent, { url, again })
  const isMeant = ({ name }: McpTool) =>
    allowed === undefined || allowed.includes(name) || allowed.includes(safeName(name))
  const known = new Set(tools.flatMap(({ name }) => [name, safeName(name)]))
  const absent = (allowed ?? []).filter((name) => !known.has(name))
  const about = `agent '${agent.entry.name}' of agent network '${context.network.name}'`
  const list = absent.map((name) => `'${name}'`).join(', ')
  return {
    tools: tools.filter(isMeant).map((tool) => toCallable(agent, url, tool)),
    warnings: absent.length === 0 ? [] : [`${about}: the following tools cannot be found in ${url}: [${list}]`],
  }
}

function toCallable(agent: AgentCall, url: string, { name, description, schema }: McpTool): CallableTool {
  const parsed = parseJson(schema)
  const declared = parsed.ok ? withoutTitles(parsed.value) : undefined
  const none: JsonObject = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map()],
  ])
  return {
    kind: 'mcp-tool',
    name: safeName(name),
    description,
    parameters: [],
    schema: isJsonObject(declared) ? declared : none,
    entry: agent.entry,
    mcp: { url, tool: name },
  }
}

/** The name that a model may call. */
export function safeName(name: string): string {
  return name.replaceAll('/', '__').replace(/[^A-Za-z0-9_-]/g, '_')
}

function withoutTitles(schema: Json): Json {
  if (!isJsonObject(schema)) return schema
  const kept = [...schema].filter(([key, value]) => key !== 'title' || typeof value !== 'string')
  return new Map(kept.map(([key, value]) => [key, withoutTitles(value)] as const))
}

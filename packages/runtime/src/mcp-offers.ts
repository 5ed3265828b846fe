// MCP servers as an agent's tools: which headers go along, which of their tools are meant, and how they are called here.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import type { CallableTool } from './plan-tools.ts'
import type { McpServer, McpTool } from './ports.ts'
import type { AgentCall, RunContext } from './run-context.ts'

/** A server as it is asked: the client's headers replace those of the info file whole. */
export async function mcpServer(context: RunContext, url: string): Promise<McpServer> {
  const parsed = parseJson(context.vault.values().get('http_headers') ?? 'null')
  const given = parsed.ok ? jsonAt(parsed.value, url) : undefined
  const known = (await context.mcpServers()).get(url)
  const headers = isJsonObject(given) && given.size > 0 ? given : jsonAt(known, 'http_headers')
  const texts = isJsonObject(headers)
    ? [...headers].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : []
  return { url, headers: Object.fromEntries(texts) }
}

/** Where a server is named: by an agent, after it was named so often before. */
export interface McpPlace {
  readonly agent: AgentCall
  readonly url: string
  readonly again: number
}

/** Names that the network, else the info file, limits a server to; undefined for all of its tools. */
async function allowedNames(
  context: RunContext,
  { agent, url, again }: McpPlace,
): Promise<readonly string[] | undefined> {
  const listed = agent.entry.json.get('tools')
  const items = isJsonList(listed) ? listed.filter((item) => item === url || jsonAt(item, 'url') === url) : []
  const names = jsonAt(items[again], 'tools') ?? jsonAt((await context.mcpServers()).get(url), 'tools')
  const texts = isJsonList(names) ? names.filter((name) => typeof name === 'string') : []
  return texts.length === 0 ? undefined : texts
}

/** Those of a server's tools that are meant, and names that it does not have. */
export async function meantTools(
  context: RunContext,
  place: McpPlace,
  tools: readonly McpTool[],
): Promise<{ readonly mcp: readonly McpTool[]; readonly absent: readonly string[] }> {
  const allowed = await allowedNames(context, place)
  if (allowed === undefined) return { mcp: tools, absent: [] }
  const known = new Set(tools.flatMap(({ name }) => [name, safeName(name)]))
  return {
    mcp: tools.filter(({ name }) => allowed.includes(name) || allowed.includes(safeName(name))),
    absent: allowed.filter((name) => !known.has(name)),
  }
}

export function mcpTools(
  context: RunContext,
  agent: AgentCall,
  {
    url,
    tools,
    absent,
  }: { readonly url: string; readonly tools: readonly McpTool[]; readonly absent: readonly string[] },
): { readonly tools: readonly CallableTool[]; readonly warnings: readonly string[] } {
  const about = `agent '${agent.entry.name}' of agent network '${context.network.name}'`
  const list = absent.map((name) => `'${name}'`).join(', ')
  return {
    tools: tools.map((tool) => toCallable(agent, url, tool)),
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

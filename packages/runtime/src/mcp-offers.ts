// MCP servers as an agent's tools: which headers go along, which of their tools are meant, and how they are called here.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { distinctNames, safeName } from './distinct-names.ts'
import { mcpFacts, mcpNames, meantOf, readMcpServer } from './mcp-server.ts'
import type { McpServer, McpTool } from './outside-ports.ts'
import type { CallableTool } from './plan-tools.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { sourcesOf } from './tool-environment.ts'

/** A server as it is asked: the client's headers replace those of the info file whole. */
export async function mcpServer(context: RunContext, agent: AgentCall, url: string): Promise<McpServer> {
  const { projectRoot, environment } = sourcesOf(context, agent.entry)
  const parsed = parseJson(context.vault.values().get('http_headers') ?? 'null')
  const given = parsed.ok ? jsonAt(parsed.value, url) : undefined
  return readMcpServer({
    ...{ url, projectRoot, session: context.request.session },
    facts: await serverFacts(context, url),
    ...(environment !== undefined && { environment }),
    ...(isJsonObject(given) && given.size > 0 && { headers: given }),
  })
}

const serverFacts = async ({ mcpServers, network }: RunContext, url: string): Promise<JsonObject> =>
  mcpFacts(network, await mcpServers(), url)

/** Where a server is named: by an agent, after it was named so often before. */
export interface McpPlace {
  readonly agent: AgentCall
  readonly url: string
  readonly again: number
}

/** Those of a server's tools that are meant, and names that it does not have. */
export async function meantTools(
  context: RunContext,
  place: McpPlace,
  tools: readonly McpTool[],
): Promise<{ readonly mcp: readonly McpTool[]; readonly absent: readonly string[] }> {
  const { agent, url, again } = place
  return meantOf(mcpNames(agent.entry, url, again, await serverFacts(context, url)), tools)
}

export function mcpTools(
  context: RunContext,
  agent: AgentCall,
  { url, tools, absent, notes }: McpOffer,
): { readonly tools: readonly CallableTool[]; readonly warnings: readonly string[] } {
  const about = `agent '${agent.entry.name}' of agent network '${context.network.name}'`
  const list = absent.map((name) => `'${name}'`).join(', ')
  const names = distinctNames(tools.map(({ name }) => name))
  const callable = tools.map((tool, at) => ({ ...toCallable(agent, url, tool), name: names[at] ?? tool.name }))
  const odd = callable.flatMap(({ name, schema }) => {
    const missing = schema === undefined ? [] : undescribed(schema)
    const text = `${about}: ${name} from ${url} requires ${missing.join(', ')}, which its schema does not describe. It is offered as it is.`
    return missing.length === 0 ? [] : [text]
  })
  const gone = absent.length === 0 ? [] : [`${about}: the following tools cannot be found in ${url}: [${list}]`]
  return { tools: callable, warnings: [...gone, ...notes.map((note) => `${url}: ${note}`), ...odd] }
}

/** What a server has of what is meant, and what is to be said about it. */
interface McpOffer {
  readonly url: string
  readonly tools: readonly McpTool[]
  readonly absent: readonly string[]
  readonly notes: readonly string[]
}

/** The whole schema as the server gave it, without titles; providers refuse one that is no object or has no properties. */
function offeredSchema(text: string): JsonObject {
  const parsed = parseJson(text)
  const plain = parsed.ok ? withoutTitles(parsed.value) : undefined
  const schema = isJsonObject(plain) ? plain : new Map<string, Json>()
  if (schema.get('type') === 'object' && isJsonObject(schema.get('properties'))) return schema
  const properties = schema.get('properties')
  return new Map<string, Json>([
    ...schema,
    ['type', 'object'],
    ['properties', isJsonObject(properties) ? properties : new Map()],
  ])
}

/** Names that a schema requires and does not describe. */
function undescribed(schema: JsonObject): readonly string[] {
  const [required, properties] = [schema.get('required'), schema.get('properties')]
  const names = isJsonList(required) ? required.filter((name) => typeof name === 'string') : []
  return names.filter((name) => !(isJsonObject(properties) && properties.has(name)))
}

function toCallable(agent: AgentCall, url: string, { name, description, schema }: McpTool): CallableTool {
  const declared = offeredSchema(schema)
  return {
    kind: 'mcp-tool',
    name: safeName(name),
    description,
    parameters: [],
    schema: declared,
    entry: agent.entry,
    mcp: { url, tool: name },
  }
}

function withoutTitles(schema: Json): Json {
  if (!isJsonObject(schema)) return schema
  const kept = [...schema].filter(([key, value]) => key !== 'title' || typeof value !== 'string')
  return new Map(kept.map(([key, value]) => [key, withoutTitles(value)] as const))
}

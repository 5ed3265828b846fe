// What the MCP servers of a network have, asked before any run.
import { err, isJsonObject, type JsonObject, ok, type Result, sessionId } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import type { McpServerReply, McpToolsReply } from '@slyglass/protocol'
import { type McpPort, mcpFacts, mcpNames, meantOf, readMcpServer } from '@slyglass/runtime'
import type { Refusal } from '../refusal.ts'
import { newId } from '../sessions/sessions.ts'
import { missingNetwork } from './missing-network.ts'
import type { ProjectNetworks } from './networks.ts'
import type { Project } from './projects.ts'
import type { Trust } from './trust.ts'

export interface McpListing {
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly networks: Pick<ProjectNetworks, 'manifest' | 'read'>
  readonly mcp: Pick<McpPort, 'list'>
  /** What is known of servers by their address. */
  mcpServers(run: { readonly project: string }): Promise<JsonObject | undefined>
  /** How long one server may take; a minute unless told otherwise. */
  readonly askMs?: number
}

const ASK_MS = 60_000

/** Lists the tools of every server that the agents of a network name. Programs are started and addresses asked, so the folder must be trusted. */
export async function listMcpTools(
  listing: McpListing,
  project: Project,
  name: string,
): Promise<Result<McpToolsReply, Refusal>> {
  const read = await listing.networks.read(project, name)
  if (read === undefined) return err(await missingNetwork(listing.networks, project, name))
  if (!(await listing.trust.isTrusted(project.root))) return err(UNTRUSTED)
  const { network } = read
  const known = (await listing.mcpServers({ project: project.id })) ?? new Map()
  const named = network.entries.flatMap((entry) => serversOf(entry))
  const servers = await Promise.all(named.map((one) => askServer(listing, project, { ...one, network, known })))
  return ok({ network: name, servers })
}

const UNTRUSTED: Refusal = {
  ...{ status: 403, code: 'untrusted', message: 'MCP servers are asked in trusted folders only.' },
  hint: 'Trust the folder first.',
}

interface Named {
  readonly entry: Entry
  readonly url: string
  /** How often the entry named it before. */
  readonly again: number
}

function serversOf(entry: Entry): readonly Named[] {
  const urls = entry.tools.filter(({ kind }) => kind === 'mcp').map(({ name }) => name)
  return urls.map((url, at) => ({ entry, url, again: urls.slice(0, at).filter((other) => other === url).length }))
}

/** One that does not answer is told with its reason; the others are not concerned. */
async function askServer(
  { mcp, askMs = ASK_MS }: McpListing,
  project: Project,
  { entry, url, again, network, known }: Named & { readonly network: Network; readonly known: JsonObject },
): Promise<McpServerReply> {
  const facts = mcpFacts(network, known, url)
  const signal = AbortSignal.timeout(askMs)
  try {
    const environment = studioOf(network, entry)?.environment
    const server = readMcpServer({
      ...{ url, facts, projectRoot: project.root, session: sessionId(newId('ses')) },
      ...(environment !== undefined && { environment }),
    })
    const listed = await mcp.list(server, signal)
    const { mcp: tools, absent } = meantOf(mcpNames(entry, url, again, facts), listed)
    return { agent: entry.name, server: url, tools, ...(absent.length > 0 && { absent }) }
  } catch (cause) {
    const why = signal.aborted ? `it did not answer within ${askMs / 1000} s` : textOf(cause)
    return { agent: entry.name, server: url, tools: [], problem: `${url} could not be asked: ${why}.${needs(facts)}` }
  }
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')

/** Headers that come from a conversation's private values are not there yet. */
function needs(facts: JsonObject): string {
  return isJsonObject(facts.get('http_headers'))
    ? ''
    : ' If it needs headers that a conversation brings (http_headers in its private values), it can be asked in a run only.'
}

// What can be called by itself: the tools of each network, and those that its MCP servers have now.
import type { Entry } from '@slyglass/network'
import type { McpServerReply } from '@slyglass/protocol'
import type { CommandIo, ExitCode } from '../command.ts'
import type { Launched } from '../launch.ts'
import { noNetwork, thereAre, whyUnread } from '../making/choose-network.ts'

interface Listed {
  readonly network: string
  readonly tools: readonly { readonly name: string; readonly kind: Entry['kind']; readonly description: string }[]
  readonly servers: readonly McpServerReply[]
  /** Why nothing more is known of the network. */
  readonly problem?: string
}

/** Prints them, of one network or of all. 1 when something could not be asked. */
export async function listTools(
  launched: Launched,
  network: string | undefined,
  json: boolean,
  io: CommandIo,
): Promise<ExitCode> {
  const { studio, project } = launched
  const names = (await studio.networks.manifest(project)).networks.map(({ name }) => name)
  if (names.length === 0 || (network !== undefined && !names.includes(network))) {
    io.err(network === undefined ? thereAre(names, project) : noNetwork(network, names, project))
    return 2
  }
  const wanted = network === undefined ? names : [network]
  const listed = await Promise.all(wanted.map((name) => listOne(launched, name)))
  if (json) io.out(JSON.stringify(listed, null, 2))
  else for (const one of listed) print(one, io)
  const isWhole = listed.every(
    ({ problem, servers }) => problem === undefined && servers.every((one) => one.problem === undefined),
  )
  return isWhole ? 0 : 1
}

async function listOne({ studio, project }: Launched, network: string): Promise<Listed> {
  const read = await studio.networks.read(project, network)
  if (read === undefined) {
    const problem = (await whyUnread({ ...studio, project }, network)) ?? `${network} cannot be read.`
    return { network, tools: [], servers: [], problem }
  }
  const tools = read.network.entries
    .filter(({ kind }) => kind !== 'agent')
    .map(({ name, kind, description = '' }) => ({ name, kind, description }))
  const asked = await studio.listMcpTools(project, network)
  return asked.ok
    ? { network, tools, servers: asked.value.servers }
    : { network, tools, servers: [], problem: asked.error.message }
}

function print({ network, tools, servers, problem }: Listed, io: CommandIo): void {
  if (problem !== undefined) io.err(problem)
  for (const { name, description } of tools) io.out(line(network, name, description))
  for (const server of servers) {
    if (server.problem !== undefined) io.err(server.problem)
    for (const { name, description } of server.tools)
      io.out(line(network, name, `${description} (${server.server}, for ${server.agent})`.trim()))
    if (server.absent !== undefined) io.err(`${server.server} has no ${server.absent.join(', ')}.`)
  }
}

function line(network: string, tool: string, description: string): string {
  const [first = ''] = description.trim().split('\n')
  return first === '' ? `${network}/${tool}` : `${network}/${tool}  ${first}`
}

// Which tool of which network is meant by what was typed.
import { err, ok, type Result } from '@slyglass/base'
import { studioOf } from '@slyglass/network'
import { resolveName } from '@slyglass/tools'
import type { Studio } from '../../server/studio.ts'
import type { ReadNetwork } from '../../workspace/networks.ts'
import type { Project } from '../../workspace/projects.ts'
import { chooseNetwork, whyUnread } from '../making/choose-network.ts'

/** A tool of a network, as read just now. The tool itself may lie outside of the network's file. */
export interface Target {
  readonly network: ReadNetwork
  readonly tool: string
}

/** `NETWORK/TOOL`, or `TOOL` with the network beside it, or alone where only one network has it. */
export async function findTarget(
  { studio, project }: { readonly studio: Pick<Studio, 'networks' | 'files'>; readonly project: Project },
  written: string,
  network: string | undefined,
): Promise<Result<Target, string>> {
  const choosing = { ...studio, project }
  const names = (await studio.networks.manifest(project)).networks.map(({ name }) => name)
  const [prefix, tool] = network === undefined ? split(written, names) : [network, written]
  if (prefix !== undefined) {
    const read = await chooseNetwork(choosing, prefix, 'with --network')
    return read.ok ? ok({ network: read.value, tool }) : read
  }
  const found: ReadNetwork[] = []
  for (const name of names) {
    const read = await studio.networks.read(project, name)
    if (read !== undefined && hasTool(read, written)) found.push(read)
  }
  const [only, ...others] = found
  if (only === undefined) {
    const unread = await Promise.all(names.map((name) => whyUnread(choosing, name)))
    const which = `there are the networks ${names.join(', ') || '(none)'}`
    return err(
      [
        ...unread,
        `No network of this project has a tool ${written} of its own. Write NETWORK/TOOL, as for tools of MCP servers; ${which}.`,
      ]
        .filter(Boolean)
        .join('\n'),
    )
  }
  if (others.length === 0) return ok({ network: only, tool: written })
  const owners = found.map((one) => one.network.name).join(', ')
  return err(`Several networks have a tool ${written}: ${owners}. Say which one with --network.`)
}

/** The network before a slash: its whole name, or its last part where that is enough. */
function split(written: string, names: readonly string[]): readonly [network: string | undefined, tool: string] {
  for (let at = written.lastIndexOf('/'); at > 0; at = written.lastIndexOf('/', at - 1)) {
    const start = written.slice(0, at)
    const found = names.filter((name) => name === start || name.endsWith(`/${start}`))
    const meant = found.find((name) => name === start) ?? (found.length === 1 ? found[0] : undefined)
    if (meant !== undefined) return [meant, written.slice(at + 1)]
  }
  return [undefined, written]
}

function hasTool({ network }: ReadNetwork, tool: string): boolean {
  const tools = network.entries.filter(({ kind }) => kind !== 'agent')
  const named = tools.map((entry) => ({ name: entry.name, runtimeName: studioOf(network, entry)?.tool.runtimeName }))
  return resolveName(named, tool) !== undefined
}

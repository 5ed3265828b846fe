// Whether tools may open connections. A person switches it for everything that the studio runs; a network's file can close it too.
import { err, ok, type Result } from '@slyglass/base'
import type { CodeCells, McpServers, ToolHosts } from '@slyglass/environment'
import type { McpServer, ToolSources } from '@slyglass/runtime'
import { z } from 'zod'
import { createJsonFile } from '../json-file.ts'
import type { Refusal } from '../refusal.ts'

/** What was chosen, kept in the data folder. */
export interface ToolNetwork {
  now(): 'on' | 'off'
  /** The variable of the start closes it; the switch cannot open it then. */
  readonly isFixed: boolean
  /** From the next call on. */
  choose(network: 'on' | 'off'): Promise<Result<undefined, Refusal>>
}

type Switch = 'on' | 'off'

const schema = z.object({ toolNetwork: z.enum(['on', 'off']) })

export async function openToolNetwork(
  file: string,
  shell: Readonly<Record<string, string | undefined>>,
): Promise<ToolNetwork> {
  const isFixed = shell.SLYGLASS_TOOL_NETWORK === 'off'
  const kept = createJsonFile<{ toolNetwork: Switch }>(file, schema, { toolNetwork: 'on' })
  let chosen = (await kept.read()).toolNetwork
  return {
    isFixed,
    now: () => (isFixed ? 'off' : chosen),
    async choose(network) {
      if (isFixed && network === 'on') return err(FIXED)
      chosen = network
      await kept.change(() => ({ toolNetwork: network }))
      return ok(undefined)
    },
  }
}

const FIXED: Refusal = {
  status: 409,
  code: 'tool-network-fixed',
  message: 'The studio was started with SLYGLASS_TOOL_NETWORK=off, which closes the network of every tool.',
  hint: 'Start it without that variable.',
}

type Place = Pick<ToolSources, 'environment'>

/** Tools are asked where they run when they are called, so that a switch counts for the next call. */
export function hostsUnder(network: Pick<ToolNetwork, 'now'>, hosts: ToolHosts): ToolHosts {
  const here = <P extends Place>(place: P): P => (network.now() === 'off' ? closed(place) : place)
  return {
    call: (call) => hosts.call({ ...call, sources: here(call.sources) }),
    describe: (sources, className, signal) => hosts.describe(here(sources), className, signal),
    health: (sources, className, signal) => hosts.health(here(sources), className, signal),
    load: (sources, className, signal) => hosts.load(here(sources), className, signal),
    hooks: { run: (call) => hosts.hooks.run({ ...call, sources: here(call.sources) }) },
    release: (run) => hosts.release(run),
    gone: (run) => hosts.gone(run),
    dispose: () => hosts.dispose(),
  }
}

/** Code that models write likewise. */
export function codeUnder(network: Pick<ToolNetwork, 'now'>, code: CodeCells): CodeCells {
  const here = <P extends Place>(place: P): P => (network.now() === 'off' ? closed(place) : place)
  return {
    run: (cell) => code.run({ ...cell, sources: here(cell.sources) }),
    languages: (sources) => code.languages(here(sources)),
    place: (at, file) => code.place({ ...at, sources: here(at.sources) }, file),
    dispose: () => code.dispose(),
  }
}

/** Programs that are MCP servers likewise; a server behind an address runs elsewhere. */
export function serversUnder(network: Pick<ToolNetwork, 'now'>, servers: McpServers): McpServers {
  const here = (server: McpServer): McpServer =>
    server.program === undefined || network.now() === 'on' ? server : { ...server, program: closed(server.program) }
  return {
    list: (server, signal, on) => servers.list(here(server), signal, on),
    call: (server, tool, args, signal, on) => servers.call(here(server), tool, args, signal, on),
    dispose: () => servers.dispose(),
  }
}

function closed<P extends Place>(place: P): P {
  return { ...place, environment: { sandbox: 'auto', workspace: '.', ...place.environment, network: 'off' } }
}

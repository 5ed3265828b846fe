// Running neuro-san servers that a person opened in this launch. Nothing about them is written down: an address of this machine
// or its network is confirmed by the person every time.
import { createHash } from 'node:crypto'
import { err, ok, type ProjectId, projectId, type Result } from '@slyglass/base'
import {
  type Connectivity,
  type ListedNetwork,
  type OpenServer,
  openServer,
  readServerAddress,
  type ServerFault,
} from '@slyglass/environment'
import type { Refusal } from '../refusal.ts'

/** A server that was opened. Its id stands where a project's does. */
export interface FarServer {
  readonly id: ProjectId
  readonly address: string
  /** As last listed. */
  readonly networks: readonly ListedNetwork[]
  readonly server: OpenServer
}

/** What a person typed, and whether a near address is meant. */
export interface TypedServer {
  readonly address: string
  readonly confirmed?: boolean | undefined
}

export interface FarServers {
  open(typed: TypedServer): Promise<Result<FarServer, Refusal>>
  find(id: string): FarServer | undefined
  /** Reads its list again; where it does not answer, the last one stays. */
  refresh(server: FarServer): Promise<FarServer>
  connectivity(server: FarServer, network: string): Promise<Result<Connectivity, Refusal>>
  /** The last answer about a network, without asking. */
  known(server: FarServer, network: string): Connectivity | undefined
  all(): readonly FarServer[]
}

export function createFarServers(): FarServers {
  const opened = new Map<string, FarServer>()
  const told = new Map<string, Connectivity>()
  const keep = (server: FarServer): FarServer => {
    opened.delete(server.id)
    opened.set(server.id, server)
    return server
  }
  return {
    async open({ address: typed, confirmed }) {
      const address = readServerAddress(typed)
      if (!address.ok) return err(refusalOf(address.error))
      const server = openServer(address.value, confirmed === true)
      const networks = await server.list()
      if (!networks.ok) return err(refusalOf(networks.error))
      return ok(keep({ id: farIdOf(address.value), address: address.value, networks: networks.value, server }))
    },
    find: (id) => opened.get(id),
    async refresh(known) {
      const networks = await known.server.list()
      return networks.ok ? keep({ ...known, networks: networks.value }) : known
    },
    async connectivity({ address, server }, network) {
      const answer = await server.connectivity(network)
      if (!answer.ok) return err(refusalOf(answer.error))
      told.set(`${address} ${network}`, answer.value)
      return answer
    },
    known: ({ address }, network) => told.get(`${address} ${network}`),
    all: () => [...opened.values()].reverse(),
  }
}

/** The id of an address: the same at every launch, so that its runs are found again. */
function farIdOf(address: string): ProjectId {
  return projectId(`srv_${createHash('sha256').update(address).digest('hex').slice(0, 20)}`)
}

const STATUS: Partial<Record<ServerFault['code'], Refusal['status']>> = {
  'server-address': 400,
  'forbidden-address': 422,
  'private-address': 409,
  'far-network': 404,
  'server-timed-out': 504,
}

function refusalOf({ code, message, hint }: ServerFault): Refusal {
  return { status: STATUS[code] ?? 502, code, message, hint }
}

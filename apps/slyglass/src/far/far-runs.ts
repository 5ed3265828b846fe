// Runs of networks of running servers: their front man, what the server says of each name, and the context that goes on.
import { err, type JsonText, ok, type Result, type SessionId } from '@slyglass/base'
import type { Connectivity } from '@slyglass/environment'
import type { StartedReply, StartRun } from '@slyglass/protocol'
import type { ToolKind } from '@slyglass/run-log'
import type { FarRunRequest, RunStore } from '@slyglass/runtime'
import type { Refusal } from '../refusal.ts'
import type { FarServer, FarServers } from './far-servers.ts'

/** Everything of a run but its names. */
export interface FarRuns {
  compose(server: FarServer, body: StartRun): Promise<Result<(ids: StartedReply) => Promise<FarRunRequest>, Refusal>>
}

export function createFarRuns(servers: FarServers, store: Pick<RunStore, 'list'>): FarRuns {
  const contexts = new Map<string, JsonText>()
  return {
    async compose(server, { network, message }) {
      const told = await tell(servers, server, network)
      if (!told.ok) return told
      return ok(async ({ run, session }) => {
        const place = `${session} ${server.id} ${network}`
        const context = contexts.get(place)
        const forgotten = context === undefined && (await hasAnswers(store, session, network))
        return {
          ...{ run, session, network, message, project: server.id, address: server.address },
          frontMan: told.value.rows[0]?.origin ?? network.split('/').at(-1) ?? network,
          kinds: new Map(told.value.rows.map(({ origin, displayAs }) => [origin, kindOf(displayAs)])),
          chat: server.server.chat(network),
          keepContext: (next) => void contexts.set(place, next),
          ...(context === undefined ? {} : { context }),
          ...(forgotten ? { warning: FORGOTTEN } : {}),
        }
      })
    },
  }
}

const NOTHING_TOLD: Connectivity = { rows: [], description: '', sampleQueries: [] }
const FORGOTTEN =
  'The earlier turns of this session were held before Slyglass was started again, so the server does not know them.'

/** A server that does not tell who is in a network may still answer in it. */
async function tell(servers: FarServers, server: FarServer, network: string): Promise<Result<Connectivity, Refusal>> {
  const known = servers.known(server, network)
  if (known !== undefined) return ok(known)
  const told = await servers.connectivity(server, network)
  if (told.ok || told.error.code !== 'server-refuses') return told.ok ? told : err(told.error)
  return ok(NOTHING_TOLD)
}

async function hasAnswers(store: Pick<RunStore, 'list'>, session: SessionId, network: string): Promise<boolean> {
  const rows = await store.list({ session, network, status: 'finished', limit: 20 })
  return rows.some((row) => row.outcome === 'ok')
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  llm_agent: 'agent',
  coded_tool: 'coded-tool',
  langchain_tool: 'toolbox-tool',
  external_agent: 'network',
}

const kindOf = (displayAs: string): ToolKind => KINDS[displayAs] ?? 'unknown'

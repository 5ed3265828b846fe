// What the routes of the service ask of.
import type { Logger } from 'pino'
import type { ChatParts } from './chat-run.ts'
import type { ServedNetworks } from './served-networks.ts'

/** Limits and names, as neuro-san's variables set them. */
export interface ServiceSettings {
  readonly serverName: string
  /** 0: no limit. Health is never counted. */
  readonly mostRequests: number
  /** Names of the headers that become `sly_data.request_metadata`, in their spelling. */
  readonly metadata: readonly string[]
  /** 0: no heartbeats. */
  readonly heartbeatMs: number
}

/** A service port's parts. */
export interface Service extends ChatParts {
  readonly served: ServedNetworks
  readonly settings: ServiceSettings
  readonly log: Logger
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads neuro-san's own variables; what is no number counts as absent. */
export function readServiceSettings(env: Environment): ServiceSettings {
  return {
    serverName: env.AGENT_SERVER_NAME ?? 'neuro-san.Agent',
    mostRequests: Math.max(0, numberOf(env.AGENT_MAX_CONCURRENT_REQUESTS)),
    metadata: (env.AGENT_FORWARDED_REQUEST_METADATA ?? 'request_id user_id').split(/\s+/).filter((name) => name !== ''),
    heartbeatMs: Math.max(0, numberOf(env.AGENT_STREAM_KEEP_ALIVE_WITH_PROGRESS_INTERVAL_SECONDS) * 1000),
  }
}

function numberOf(text: string | undefined): number {
  const value = Number(text ?? '0')
  return Number.isFinite(value) ? value : 0
}

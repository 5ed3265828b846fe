// What every step of one run shares.
import type { JsonObject, JsonText, SpanId } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import type { HistoryMessage, RunEvent } from '@slyglass/run-log'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import type { PastMessage } from '@slyglass/tools/define'
import type { CallServices } from './calls/call-services.ts'
import type { RuledAgent } from './calls/ruled-agent.ts'
import type { SharedValues } from './calls/shared-values.ts'
import type { Countdown } from './calls/time-up.ts'
import type { CodePort } from './code-ports.ts'
import type { Forms } from './forms.ts'
import type { Instances } from './instances.ts'
import type { Journal } from './journal.ts'
import type { LateValues } from './late-values.ts'
import type { ModelInfo } from './llm/model-info.ts'
import type {
  Clock,
  Digests,
  McpPort,
  ModelPort,
  PeerNetwork,
  RemoteNetworkPort,
  RunRequest,
  Skill,
  ToolHostPort,
} from './ports.ts'
import type { RecordSource } from './record-source.ts'

export interface RunContext {
  readonly models: ModelPort
  readonly hosts: ToolHostPort
  /** Runs code that models write; undefined where none runs. */
  readonly code: CodePort | undefined
  readonly mcp: McpPort | undefined
  /** What is known of MCP servers, read once a run. */
  mcpServers(): Promise<JsonObject>
  readonly remote: RemoteNetworkPort | undefined
  readonly clock: Clock
  readonly digests: Digests
  readonly request: RunRequest
  readonly network: Network
  readonly journal: Journal
  /** The conversation that the front man goes on with. */
  readonly history: readonly Forms<HistoryMessage>[]
  readonly vault: SlyVault
  readonly instances: Instances
  /** What is known about model names, with the network's own llm_info file. */
  readonly modelInfo: ModelInfo
  /** Shared tools by name. */
  readonly toolbox: JsonObject
  /** Why a shared tool cannot be called here; absent where nobody can tell. */
  unmetNeeds?(info: JsonObject, args: JsonObject | undefined): Promise<string | undefined>
  /** Skills of the project; absent where none are looked for. */
  skills?(): Promise<readonly Skill[]>
  /** Endpoints of this process that turned out to have no `/responses`. */
  readonly chatOnly: Set<string>
  /** What this process has said once and does not say again. */
  readonly announced: Set<string>
  /** Resolves when the run has ended: work that it left behind ends with it. */
  readonly over: Promise<void>
  /** Other networks of this server, and runs of them. */
  readonly peers: Peers
  /** The times of the run that asked for this one: they stand still too while a person is asked here. */
  readonly callersTimes?: readonly Countdown[] | undefined
  /** Another run's log whose answers are taken: replay, test, fork. */
  readonly source: RecordSource | undefined
  /** The search for the values that are private now; undefined while there are none. */
  search(): SlySearch | undefined
  /** What calls under the rules of this studio need: people, hooks, what is counted and kept. */
  readonly calls: CallServices
  /** Looks for values that become private late in what is written already. */
  readonly late: LateValues
}

/** Runs of other networks that this run asks for. */
export interface Peers {
  find(name: string): Promise<PeerNetwork | undefined>
  /** Runs to the end, with these private values at its beginning, or goes on with a run that is already there; gives its whole log. */
  run(
    request: RunRequest,
    values: ReadonlyMap<string, JsonText>,
    signal: AbortSignal,
    times: readonly Countdown[],
  ): Promise<readonly RunEvent[]>
  vault(session: RunRequest['session']): Promise<SlyVault>
  /** What the session held is not asked for again. */
  release(session: RunRequest['session']): void
}

export type Origin = readonly { readonly tool: string; readonly instantiation_index: number }[]

/** One activation of an agent. */
export interface AgentCall {
  readonly entry: Entry
  readonly span: SpanId
  readonly parent: SpanId
  readonly role: 'front-man' | 'agent'
  readonly origin: Origin
  readonly input: Forms<string>
  readonly signal: AbortSignal
  /** What tools share, as the agent's caller sees it; absent: as the run began. */
  readonly shared?: Forms<JsonObject>
  /** What tools share as this agent sees it, with what its own calls committed. */
  readonly values?: SharedValues
  /** Only while its calls follow the rules of this studio. */
  readonly ruled?: RuledAgent
  /** The times that run down while it works; they stand still while a person is asked. */
  readonly countdowns?: readonly Countdown[]
  /** The conversation up to the calls that are being made, for tools that look at it. */
  heard?(): readonly PastMessage[]
}

/** The path of an origin in one word: `front.helper-02.keep`. */
export function originName(origin: Origin): string {
  return origin
    .map(({ tool, instantiation_index: index }) => (index > 1 ? `${tool}-${String(index).padStart(2, '0')}` : tool))
    .join('.')
}

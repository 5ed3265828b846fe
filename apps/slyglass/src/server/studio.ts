import type { ProjectId, Result, RunId, SessionId } from '@slyglass/base'
import type {
  AskContext,
  CommandsReply,
  ContextReply,
  FileReply,
  HealthReply,
  ImportedNetworkReply,
  ImportedReply,
  ImportNetwork,
  ImportSample,
  McpToolsReply,
  NewTool,
  NewToolReply,
  PermissionsReply,
  SampleReply,
  StartedReply,
  StartRun,
  StatusReply,
  ToolboxReply,
  ToolSourceReply,
} from '@slyglass/protocol'
import type { TapeNote } from '@slyglass/run-log'
import type { LibsqlRunStore } from '@slyglass/run-store'
import type { RunRow } from '@slyglass/runtime'
import type { ToolSharing } from '../authoring/share-tools.ts'
import type { FarServers } from '../far/far-servers.ts'
import type { Refusal } from '../refusal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ModelChoice } from '../settings/model-settings.ts'
import type { PythonChoice } from '../settings/python-choice.ts'
import type { ToolNetwork } from '../settings/tool-network.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import type { ProjectNetworks } from '../workspace/networks.ts'
import type { Project, Projects } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import type { FileWatch } from '../workspace/watch-files.ts'
import type { StreamLife } from './routes/ndjson.ts'

/** Starts and finds runs. */
export interface Runs {
  /** With `tape` the run writes on the session's tape and does nothing else. */
  start(body: StartRun, tape?: TapeNote): Promise<Result<StartedReply, Refusal>>
  /** What the next run of a session would ask its model first. */
  preview(body: AskContext): Promise<Result<ContextReply, Refusal>>
  find(run: RunId): Promise<RunRow | undefined>
  /** True for a session of this launch, or one that has runs. */
  knowsSession(session: SessionId): Promise<boolean>
}

/** What the tool hosts of this machine need. */
export type Machine = Pick<StatusReply, 'python' | 'bubblewrap' | 'toolNetwork' | 'toolNetworkFixed'>

/** Everything that the routes ask of. */
export interface Studio extends StreamLife, ToolSharing {
  readonly version: string
  readonly askedProject?: ProjectId
  /** Address of a running server that the command line asked to open. */
  readonly askedServer?: string
  readonly projects: Projects
  readonly servers: FarServers
  readonly trust: Trust
  readonly files: ProjectFiles
  readonly watch: FileWatch
  readonly networks: ProjectNetworks
  readonly runs: Runs
  readonly sessions: Sessions
  readonly model: ModelChoice
  readonly python: PythonChoice
  readonly toolNetwork: ToolNetwork
  readonly store: LibsqlRunStore
  machine(): Promise<Machine>
  sampleCards(): Promise<readonly SampleReply[]>
  createTool(project: Project, asked: NewTool): Promise<Result<NewToolReply, Refusal>>
  importSample(project: Project, asked: ImportSample): Promise<Result<ImportedReply, Refusal>>
  importNetwork(project: Project, asked: ImportNetwork): Promise<Result<ImportedNetworkReply, Refusal>>
  /** The text of a file of this machine, by its full path. */
  readImport(path: string): Promise<Result<FileReply, Refusal>>
  /** Undefined for a network that is not there. */
  listToolbox(project: Project, network: string): Promise<ToolboxReply | undefined>
  /** What the rules say of each tool of each agent; undefined for a network that is not there. */
  explainPermissions(project: Project, network: string): Promise<PermissionsReply | undefined>
  /** What may be typed behind the prefix of a network; undefined for one that is not there. */
  listCommands(project: Project, network: string, lent?: string): Promise<CommandsReply | undefined>
  findTools(project: Project, network: string, load?: boolean): Promise<readonly ToolSourceReply[] | undefined>
  /** What the MCP servers of a network have, asked now. */
  listMcpTools(project: Project, network: string): Promise<Result<McpToolsReply, Refusal>>
  readHealth(project: Project): Promise<Result<HealthReply, Refusal>>
}

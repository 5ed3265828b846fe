// What the server answers. Plain data; errors always have the shape of `ErrorReply`.
import type { ProjectId, RunId, SessionId } from '@slyglass/base'
import type { Diagnostic, ManifestEntry, SourceRange } from '@slyglass/network'
import type { LogEvent, SlyRef, TapeEntry, TapeInfo } from '@slyglass/run-log'

/** Every refusal: what, why and what to do. `code` is stable. */
export interface ErrorReply {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string }
}

/** `POST /api/launch`. */
export interface LaunchReply {
  readonly token: string
}

/** `GET /api/status`. */
export interface StatusReply {
  readonly version: string
  readonly platform: string
  readonly python: {
    readonly found: boolean
    readonly version?: string
    readonly path?: string
    readonly hint?: string
  }
  readonly bubblewrap: boolean
  /** Whether tools may open connections; a network's file may close it for its own. */
  readonly toolNetwork: 'on' | 'off'
  /** The start of the studio closed it, and no setting opens it. */
  readonly toolNetworkFixed?: true
  readonly model: ModelStatus
  /** The project that the command line asked to open, if any. */
  readonly project?: ProjectId
  /** The address of a running server that the command line asked to open, if any. Nothing was asked there yet. */
  readonly server?: string
}

/** An interpreter that a project could use, or one that was named and cannot be. */
export interface PythonReply {
  readonly command: string
  readonly origin: 'chosen' | 'SLYGLASS_PYTHON' | 'project' | 'PATH'
  readonly version?: string
  readonly isVirtual?: boolean
  readonly packages?: Readonly<Record<string, string>>
  readonly problem?: string
}

/** `GET /api/projects/:project/python`: the first of `found` that has no problem is used. */
export interface PythonsReply {
  readonly chosen: string | null
  /** Interpreters that belong to a folder are looked at only when it is. */
  readonly trusted: boolean
  readonly found: readonly PythonReply[]
}

/** Which model runs use. No part of a key is ever in it. */
export interface ModelStatus {
  /** `offline model (not a language model)`, or the model's name. */
  readonly label: string
  readonly offline: boolean
  readonly baseUrl: string | null
  readonly modelName: string | null
  /** Which endpoint is asked; `auto` follows the network. */
  readonly api: 'auto' | 'responses' | 'chat'
  /** `fold`: reasoning between tags is no part of an answer. */
  readonly reasoningTags: 'keep' | 'fold'
  /** Neighbours and system texts are merged on the wire. */
  readonly strictRoles: boolean
  /** Where the key comes from. */
  readonly key: 'none' | 'environment' | 'project .env' | 'settings'
  /** Environment variables that were looked for, and whether they are set. */
  readonly variables: readonly { readonly name: string; readonly set: boolean }[]
}

/** `GET /api/samples`: a card on Home. */
export interface SampleReply {
  readonly name: string
  readonly network: string
  readonly title: string
  readonly description: string
  readonly entries: number
  readonly tags: readonly string[]
  readonly needs: readonly ('python' | 'typescript')[]
}

/** A file of a project that the studio may show. `hash` is of its text. */
export interface FileRow {
  readonly path: string
  readonly bytes: number
}

/** `GET /api/projects/:project`, and the answer to opening one. */
export interface ProjectReply {
  readonly id: ProjectId
  readonly name: string
  readonly root: string
  readonly trusted: boolean
  readonly sample: boolean
  readonly manifest: string | null
  readonly networks: readonly ManifestEntry[]
  readonly files: readonly FileRow[]
  readonly diagnostics: readonly Diagnostic[]
  /** Allow-listed environment variables that networks may use in `${}`. */
  readonly env: Readonly<Record<string, string>>
  /** Only of a running neuro-san server that was opened: nothing of it lies here, so nothing of it can be edited. */
  readonly server?: FarServerReply
  /** Only in the list of projects: what waits for a person in a run that is open. */
  readonly waiting?: WaitingReply
}

/** Questions of open runs, and the newest run with one. */
export interface WaitingReply {
  readonly questions: number
  readonly run: RunId
  readonly network: string
}

/** What a running server lists. */
export interface FarServerReply {
  readonly address: string
  readonly networks: readonly {
    readonly name: string
    readonly description: string
    readonly tags: readonly string[]
  }[]
}

/** `GET /api/projects/:project/connectivity?network=`: who calls whom in a network of a running server, as it says. */
export interface ConnectivityReply {
  readonly network: string
  readonly description: string
  readonly sampleQueries: readonly string[]
  /** `displayAs` in the server's words: `llm_agent`, `coded_tool`, `external_agent`, … */
  readonly rows: readonly {
    readonly origin: string
    readonly tools: readonly string[]
    readonly displayAs: string
  }[]
}

/** `GET` and `PUT /api/projects/:project/files/*`. 409 has `ConflictReply`. */
export interface FileReply {
  readonly path: string
  readonly text: string
  readonly hash: string
}

/** Another program changed the file since `baseHash`: its present text. */
export interface ConflictReply extends ErrorReply {
  readonly disk: FileReply | null
}

/** 422 of `POST /api/runs`: the network has errors that forbid a run. */
export interface NetworkErrorsReply extends ErrorReply {
  readonly diagnostics: readonly Diagnostic[]
}

/** One thing that a tool looked at; `problem` says what is wrong with it. */
export interface HealthCheckReply {
  readonly network: string
  readonly tool: string
  readonly check: string
  readonly problem?: string
}

/** `GET /api/projects/:project/health`: what tools that look after themselves say. `failed_checks` are names of checks. */
export interface HealthReply {
  readonly status: 'healthy' | 'degraded'
  readonly failed_checks?: readonly string[]
  readonly timestamp: string
  readonly checks: readonly HealthCheckReply[]
}

/** A tool of an MCP server, as the server tells it. */
export interface McpToolReply {
  readonly name: string
  readonly description: string
  /** Its input schema as JSON text. */
  readonly schema: string
}

/** What an agent has of an MCP server. */
export interface McpServerReply {
  readonly agent: string
  /** The reference as it is written. */
  readonly server: string
  /** Those that the agent may call. */
  readonly tools: readonly McpToolReply[]
  /** Names that the network wants and the server does not have. */
  readonly absent?: readonly string[]
  /** Why it could not be asked. */
  readonly problem?: string
}

/** `GET /api/projects/:project/mcp-tools?network=`: each MCP server that an agent names, asked now. */
export interface McpToolsReply {
  readonly network: string
  readonly servers: readonly McpServerReply[]
}

/** A shared tool, and whether it can be called here. */
export interface ToolboxToolReply {
  readonly name: string
  readonly kind: 'studio' | 'coded-tool' | 'langchain'
  readonly className?: string
  /** Absent of a class of LangChain: it tells itself when it is made. */
  readonly description?: string
  /** What callers pass, as a JSON schema in JSON text. */
  readonly parameters?: string
  /** Where one can read more. */
  readonly url?: string
  /** The project's toolbox file that defines it or changes it; absent of what the studio brings unchanged. */
  readonly file?: string
  /** `mockable`: `studio.mocks` can stand for it, because its description and parameters are known. */
  readonly readiness: 'usable' | 'mockable' | 'unavailable'
  readonly needs: readonly {
    readonly kind: 'variable' | 'package' | 'file' | 'python'
    readonly name: string
    readonly met: boolean
  }[]
  /** Why it cannot be called, in words for people. */
  readonly reason?: string
}

/** `GET /api/projects/:project/toolbox?network=`: what an entry of the network may name as `toolbox`. */
export interface ToolboxReply {
  readonly network: string
  readonly tools: readonly ToolboxToolReply[]
}

/** `GET /api/projects/:project/script?network=`: what is wrong with the script of the offline model beside the network. */
export interface ScriptReply {
  readonly network: string
  readonly problems: readonly Diagnostic[]
}

/** What the rules say of one agent's calls of one tool. */
export interface PermissionReply {
  readonly agent: string
  /** As its model knows it. */
  readonly tool: string
  readonly verdict: 'allowed' | 'asks' | 'blocked'
  /** Why, in words. */
  readonly reason: string
  /** The key that decides, such as `studio.permissions.deny`; absent where none does. */
  readonly rule?: string
  /** Where it is written; absent of a default, and of what a definition in code says. */
  readonly place?: SourceRange
}

/** `GET /api/projects/:project/permissions?network=`: every agent with every tool that it lists. Looking runs nothing. */
export interface PermissionsReply {
  readonly network: string
  readonly rows: readonly PermissionReply[]
}

/** A tool as a command names it. */
export interface CommandReply {
  readonly name: string
  /** As people know it, where that is another name. */
  readonly runtimeName?: string
  readonly description?: string
  /** In the order in which values without a name are read. */
  readonly parameters: readonly { readonly name: string; readonly type?: string; readonly required?: boolean }[]
}

/**
 * `GET /api/projects/:project/commands?network=`: what may be typed behind the prefix; without one there are no commands. `prefix=`
 * is one for a network that has none.
 */
export interface CommandsReply {
  readonly network: string
  readonly prefix?: string
  /** The network has none: the prefix is the asker's, who sends it along with a command as `commandPrefix`. */
  readonly lent?: true
  readonly commands: readonly CommandReply[]
}

/** 201 of `POST /api/projects/:project/samples`: every file that was written. 409 when some are there already. */
export interface ImportedReply {
  readonly changed: readonly string[]
}

/** 201 of `POST /api/projects/:project/networks`: its name too. 409 when a file of that name has another text. */
export interface ImportedNetworkReply extends ImportedReply {
  readonly network: string
}

/** 201 of `POST /api/projects/:project/tools`: the tool's file and class, and every file that was written. */
export interface NewToolReply {
  readonly network: string
  readonly agent: string
  readonly file: string
  readonly className: string
  readonly changed: readonly string[]
}

/** `GET /api/projects/:project/shared-tools?network=&tool=`: one file that can be handed on, and fields that look like secrets and were left out. */
export interface SharedToolReply {
  readonly file: string
  readonly text: string
  readonly leftOut: readonly string[]
}

/** 202 of `POST /api/runs`. */
export interface StartedReply {
  readonly run: RunId
  readonly session: SessionId
}

/** `GET /api/runs?project=&network=&session=`. */
export interface RunReply {
  readonly run: RunId
  readonly session: SessionId
  readonly project: string
  readonly network: string
  readonly status: 'open' | 'finished'
  readonly outcome?: string
  readonly title: string
  readonly startedAt: number
  readonly finishedAt?: number
  readonly lastSeq: number
}

/** One line of a session's tape. */
export interface TapeLineReply {
  readonly id: number
  readonly kind: TapeEntry['kind']
  /** Of anchors and events. */
  readonly name?: string
  /** Of messages. */
  readonly role?: 'user' | 'assistant'
  readonly text: string
  /** Milliseconds since 1970; 0 where the session has no run. */
  readonly at: number
  readonly run?: RunId
  /** The next request holds it, as the network chooses. */
  readonly told: boolean
}

/** `GET /api/sessions/:session/tape?project=&network=`; with `search=` only the lines that hold it, newest first. */
export interface TapeReply extends TapeInfo {
  /** Where the told past begins: `last_anchor`, `all`, or an anchor's name. */
  readonly context: string
  /** A function of the project chooses, as `file.ts#name`. */
  readonly selector?: string
  readonly lines: readonly TapeLineReply[]
}

/** `POST /api/context`: the request's body, masked, as the run's log would hold it. */
export interface ContextReply {
  readonly request: string
}

/** `GET /api/sessions/:session/sly`: the vault, masked. */
export interface VaultReply {
  readonly session: SessionId
  readonly keys: readonly SlyRef[]
}

/** `POST …/reveal`. `fingerprint` says which of the key's values it is; a page that asked for one compares. */
export interface RevealReply {
  readonly key: string
  readonly fingerprint?: string
  readonly json: string
}

/** `POST /api/settings/model/test`. */
export interface ModelTestReply {
  readonly ok: boolean
  readonly message: string
}

/** One line of the tails stream (NDJSON). */
export type TailLine =
  | { readonly kind: 'events'; readonly run: RunId; readonly events: readonly LogEvent[] }
  | { readonly kind: 'end'; readonly run: RunId }
  /** Runs of the network that began or ended, whoever asked for them. */
  | { readonly kind: 'runs'; readonly runs: readonly RunReply[] }
  | {
      readonly kind: 'files'
      readonly project: ProjectId
      readonly changed: readonly { readonly path: string; readonly hash: string | null }[]
    }
  | { readonly kind: 'alive' }

// What the runtime needs from outside. Adapters live in environment, models and run-store; compose.ts joins them.
import type { Disposable, JsonObject, JsonText, Result, RunId, SessionId, Sha256, SpanId } from '@slyglass/base'
import type { EnvironmentRules, HookRule } from '@slyglass/network'
import type {
  Draft,
  EventOf,
  Failure,
  HistoryMessage,
  Isolation,
  LoneCall,
  ModelCall,
  ModelRef,
  RequestRecord,
  TapeNote,
  ToolLanguage,
} from '@slyglass/run-log'
import type { SlyDiff, SlyVault } from '@slyglass/sly'
import type { CodePort, ShownMedia } from './code-ports.ts'
import type { RunStore } from './store-port.ts'

/** Time as the runtime may know it. `now` is milliseconds since 1970. */
export interface Clock {
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back once after `ms`, unless it is taken back before. Where it is absent a sleep does the same, which costs more. */
  after?(ms: number, ring: () => void): () => void
}

/** Digests, pure in their arguments. */
export interface Digests {
  sha256(text: string): Sha256
}

// ---------------------------------------------------------------- models

/** Where a model request goes. `headers` never holds a credential; the key is named by the adapter's own store. */
export interface ModelProvider {
  readonly ref: ModelRef
  /** Base URL with `/v1` or the provider's own; `offline:` selects the built-in offline model. */
  readonly baseUrl: string
  /** Replaces the network's model name when set (Settings). */
  readonly modelName?: string
  /** Script of the offline model for this network, as JSON text. */
  readonly script?: JsonText
  /** The file of that script, for sentences about it. */
  readonly scriptFile?: string
  /** Which endpoint is asked. `auto` (default) follows the network, and goes on with chat where there is no `/responses`. */
  readonly api?: 'auto' | 'responses' | 'chat'
  /** `fold`: reasoning between tags at the beginning of an answer is no part of it. Absent: texts stay as they come. */
  readonly reasoningTags?: 'fold'
  /** The endpoint takes conversations only in which user and assistant take turns. Absent: messages are sent as they are. */
  readonly strictRoles?: true
  /** Variables with keys of other providers that are set here, such as `ANTHROPIC_API_KEY`. Their values stay with the adapter. */
  readonly keys?: readonly string[]
}

/** Whose key goes with a request. Never logged. */
export type ModelCredential =
  | { readonly kind: 'given'; readonly value: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'none' }

/** The exact request that is about to leave, seen inside `fetch`. */
export interface WireRequest {
  readonly url: string
  readonly method: string
  /** Header names in lower case. The credential's value is replaced by `⟨credential⟩`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One attempt of a model request. */
export interface ModelCallRequest {
  readonly provider: ModelProvider
  /** Who asks, for the offline model's script only; never sent to a real endpoint. */
  readonly agent: string
  readonly network: string
  /** Which endpoint the body is for; absent: chat completions. The text of an answer with vectors is `{"vectors": [[…], …]}`. */
  readonly api?: 'chat' | 'responses' | 'embeddings'
  /** Absent: the provider's own key. */
  readonly credential?: ModelCredential
  /** Exact body, composed by the runtime from true forms. */
  readonly body: JsonText
  readonly signal: AbortSignal
  /** Called in `fetch` with what is about to leave; the bytes go out only after it resolves with `send`. */
  beforeSend(request: WireRequest): Promise<'send' | 'block'>
  /** Pieces of text, when the body asks for streaming. */
  onText(text: string): void
  /** Shortens words of the endpoint for a failure, so that no private value is cut in two. Default: a plain cut. */
  shorten?(text: string, length: number): string
}

/** What came back, in its true form. */
export interface ModelReply {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly finishReason: string
  readonly model: string
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number }
  /** What was folded away, and the text as it came. */
  readonly reasoning?: string
  readonly raw?: string
}

/** Sends one request, once: no retries of its own, no redirects. */
export interface ModelPort {
  /** @throws ModelFailure for everything that a provider or the network can do; the signal's reason when aborted. */
  send(request: ModelCallRequest): Promise<ModelReply>
}

/** A model request that failed. `status` is absent when no answer came. */
export class ModelFailure extends Error {
  readonly failure: Failure
  readonly status: number | undefined
  constructor(failure: Failure, status?: number) {
    super(failure.message)
    this.failure = failure
    this.status = status
  }
}

// ---------------------------------------------------------------- tool hosts

/** Where a network's tools live. Paths are absolute. */
export interface ToolSources {
  readonly projectRoot: string
  /** Roots of coded tools (`AGENT_TOOL_PATH`), first wins. */
  readonly toolRoots: readonly string[]
  /** Extra import roots of Python (`PYTHONPATH`). */
  readonly pythonPath: readonly string[]
  /** Network name with slashes, such as `basic/music_nerd_pro`. */
  readonly network: string
  /** Secrets of the project that the tool gets, by name, as the network or a definition says; absent: those that its source names. */
  readonly variables?: readonly string[]
  /** What the network says of where its tools run; absent where it says nothing. */
  readonly environment?: ToolEnvironment
}

/** Where tools run and what they may reach. A named enclosure is the least that is taken: without it nothing runs. */
export interface ToolEnvironment extends EnvironmentRules {
  /** Addresses of this machine and its network that the studio's own web tools may reach. */
  readonly fetchAllow?: readonly string[]
}

import type { McpPort, PeerNetwork, RemoteNetworkPort } from './outside-ports.ts'

/** One call of a coded tool. Values travel as JSON text. */
export interface HostCall {
  readonly run: RunId
  /** Whose environment the tool works in; the run's own when absent. */
  readonly session?: SessionId
  readonly span: SpanId
  readonly sources: ToolSources
  /** As the network writes it: `module.ClassName`. */
  readonly className: string
  readonly args: JsonText
  /** A step of a middleware class; `args` is what it is told, in the form that `middleware/` writes. */
  readonly middleware?: HostMiddlewareStep
  readonly origin: readonly { readonly tool: string; readonly instantiation_index: number }[]
  readonly idempotencyKey: string
  /**
   * What the tool is told besides arguments and sly data, as a JSON object: deps, conversationHistory, requestId, timestamp,
   * retry, usage, runId, callId, agentPath, codeMode. Absent where the network asks for no rules of this studio.
   */
  readonly context?: JsonText
  /** The agent follows the habits of this profile; the plain ones when absent. */
  readonly profile?: 'bub'
  /** The entry's `allow.reservations`. */
  readonly reservations?: boolean
  /** Sly data now, key to exact JSON text. */
  readonly sly: ReadonlyMap<string, JsonText>
  readonly signal: AbortSignal
  onStart(info: HostCallInfo): Promise<void>
  onOutput(stream: 'stdout' | 'stderr', text: string): void
  /** A stream reached its limit: what the tool says from now on is left out, and its last word may be half a word. */
  onOutputCut?(stream: 'stdout' | 'stderr'): void
  /** Private values that the call has written and not handed over yet. */
  onPrivate?(values: ReadonlyMap<string, JsonText>): void
  onProgress(structure: JsonText | undefined, text: string): void
  /**
   * Why what the call left on the board cannot be kept; undefined when it can. Then the call fails with `sly-too-large`, its reply has
   * an empty diff, and its host takes back what it changed.
   */
  refuses?(sly: SlyDiff): string | undefined
  /** The tool waits for a debugger before it runs, and its host says how to attach one. */
  readonly debug?: boolean
  onNote?(text: string): void
  /** The tool's code calls another entry of the network. */
  onUse?(tool: string, args: JsonText): Promise<HostUseReply>
}

/** Which step of which instance. Instances live as long as the run has its host. */
export interface HostMiddlewareStep {
  readonly instance: string
  readonly hook: string
  /** Only of a hook that stands around a call: lets the call be made, perhaps changed. */
  handler?(request: JsonText): Promise<HostUseReply>
}

/** What code reads about a call that it made: the text a model would read, or why there was no call. */
export type HostUseReply =
  | {
      readonly ok: true
      readonly text: string
      /** The call was made, and did not go well. */
      readonly failed?: boolean
      readonly value?: JsonText
    }
  | { readonly ok: false; readonly kind: 'value' | 'stopped'; readonly message: string }

/** What is known once the class is found and before it runs; the door commits it first. */
export interface HostCallInfo {
  readonly language: ToolLanguage
  /** Relative to the project where it lies inside it. */
  readonly file: string
  readonly sha: Sha256
  readonly isolation: Isolation
  /** It can open no connection. */
  readonly offline?: true
  /** Warnings that are known before it runs; those of its reply may say them again. */
  readonly warnings?: readonly string[]
}

/** How a call ended. `text` is what the model reads (`str(value)` of Python; JSON of TypeScript). */
export type HostReply = {
  readonly sly: SlyDiff
  /** Texts the diff is against, for the keys it names: calls share a live board, so it may be newer than what was handed. */
  readonly slyBase?: ReadonlyMap<string, JsonText>
  /** Top-level keys that the tool read; undefined when the host could not tell. */
  readonly reads: readonly string[] | undefined
  readonly abandoned: boolean
  readonly synchronous: boolean
  /** Sentences for people about what the call did to its values; each becomes a row of the call. */
  readonly warnings?: readonly string[]
} & (
  | {
      readonly ok: true
      readonly text: string
      readonly value: JsonText | undefined
      /** What the tool changes of what tools share, as `contextOpsJson` prints it. */
      readonly update?: JsonText
      /** What it has shown to people beside its result. What is no picture, sound or film is passed over. */
      readonly media?: readonly ShownMedia[]
    }
  | {
      readonly ok: false
      /** returned-error (`message` is the reason's debug form) · class-not-found · constructor · not-a-tool · raised · host-lost · result-too-large · sly-too-large · cancelled · host-missing · memory */
      readonly failure: Failure
      /** What the model reads about it. */
      readonly text: string
      /** For people: the tool did its work, and its renderer failed. */
      readonly value?: JsonText
    }
)

/** Runs coded tools in child processes. */
export interface ToolHostPort {
  /** Never rejects for what a tool or host does; cancellation of `signal` is answered with code `cancelled`. */
  call(call: HostCall): Promise<HostReply>
  /**
   * What the definition behind a class name tells of itself, as the JSON text of a `ToolDescription`; undefined where there is
   * none, such as for a class that follows neuro-san's contract. Loads the module, so it is asked in trusted projects only.
   */
  describe?(sources: ToolSources, className: string, signal: AbortSignal): Promise<JsonText | undefined>
  /** The run is over: its scopes are closed (`close()` of parked values) and its lanes freed. */
  release(run: RunId): Promise<void>
}

/** One question to a hook of the network. */
export interface HookCall {
  readonly run: RunId
  readonly span: SpanId
  readonly sources: ToolSources
  readonly hook: HookRule
  /** toolName, toolId, arguments, result, deps …, as a JSON object. */
  readonly payload: JsonText
  readonly signal: AbortSignal
}

/** Runs hooks. Rejects with an Error in words when one cannot be found or throws. */
export interface HookPort {
  /** The answer as JSON text: null, a word, or `{decision, reason, changes}`. */
  run(call: HookCall): Promise<JsonText>
}

// ---------------------------------------------------------------- runs

/** Everything a run is started with. Frozen into `run.started`. */
export interface RunRequest {
  readonly run: RunId
  readonly session: SessionId
  /** Whose environment the tools of the run work in; its session's own when absent. Not in the log: it ends with this process. */
  readonly place?: SessionId
  readonly project: string
  readonly network: string
  readonly file: string
  /** The network's file and every include it reads, path relative to the project and text. */
  readonly documents: readonly { readonly path: string; readonly text: string }[]
  readonly env: Readonly<Record<string, string>>
  readonly sources: ToolSources
  readonly message: string
  readonly history: readonly HistoryMessage[]
  readonly provider: ModelProvider
  /** `on`: text streams. `network`: as the network's llm_config says (neuro-san: off). */
  readonly streaming: 'on' | 'network'
  readonly source: 'chat' | 'service' | 'test'
  /** Coded tools wait for a debugger. Not in the log: a run that is taken up again goes on without. */
  readonly debug?: boolean
  /** What tools of the session share when the run begins; absent: what the network's `studio.deps` says. */
  readonly deps?: JsonText
  /** A person sees the questions of the run; absent: when it is a chat. */
  readonly attended?: boolean
  /** What the session used before; absent: nothing is counted. */
  readonly used?: SessionUse
  /** One tool is called alone; no model is asked. */
  readonly call?: LoneCall
  /** The run writes on the session's tape and does nothing else. */
  readonly tape?: TapeNote
  /** The message is a command, with what it begins with; no model is asked. */
  readonly command?: { readonly prefix: string }
}

/** What a conversation has used up. */
export interface SessionUse {
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Instructions in a file of the project, which are read when they are needed. */
export interface Skill {
  readonly name: string
  readonly description: string
  readonly text: string
}

/** What a log does not hold of a run, because it belongs to this machine. */
export interface RunSurroundings {
  readonly project: string
  readonly sources: ToolSources
  readonly provider: ModelProvider
}

/** Ports of the runtime. */
export interface RuntimePorts {
  readonly store: RunStore
  readonly models: ModelPort
  readonly hosts: ToolHostPort
  /** Runs code that models write; absent where none runs. */
  readonly code?: CodePort
  /** Hooks that networks name; absent where none run. */
  readonly hooks?: HookPort
  readonly clock: Clock
  readonly digests: Digests
  /** The session's live vault; that of an earlier server's session as its boxes have it. */
  vault(session: SessionId): Promise<SlyVault>
  /** The values of a run that answered another are not asked for again. */
  releaseVault?(session: SessionId): void
  /** A network of this server by its name, for the run of another; absent where networks cannot call each other. */
  peer?(name: string, from: RunRequest): Promise<PeerNetwork | undefined>
  /** Skills of the run's project; absent where none are looked for. */
  skills?(request: RunRequest): Promise<readonly Skill[]>
  /** A store that refuses commits may take them again later, such as when a full disk has room. */
  readonly storeRecovers?: boolean
  /** MCP servers, and networks of other servers; absent where none are called. */
  readonly mcp?: McpPort
  readonly remote?: RemoteNetworkPort
  /** What is known of MCP servers by their address: tools, and headers, which may be keys. So it is never logged. */
  mcpServers?(request: RunRequest): Promise<JsonObject | undefined>
  /** Why a shared tool cannot be called here, such as a key or package that is missing; absent where nobody can tell. */
  unmetNeeds?(request: RunRequest, info: JsonObject, args: JsonObject | undefined): Promise<string | undefined>
  /**
   * Where an open run is to go on (`execute`), or why it may not: nothing of it is started then. Absent where runs are never
   * resumed.
   */
  surroundings?(started: EventOf<'run.started'>): Promise<Result<RunSurroundings, Failure>>
}

export type {
  McpAnswer,
  McpPort,
  McpServer,
  McpTool,
  PeerNetwork,
  RemoteAnswer,
  RemoteNetworkPort,
} from './outside-ports.ts'
export type { Commit, RunCommand, RunRow, RunStore, SealedBox, SealedSession, SessionKeysRow } from './store-port.ts'
export { Fenced } from './store-port.ts'
export type { Disposable, Draft, RequestRecord }

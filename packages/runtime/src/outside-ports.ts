// What answers calls from outside of a run: MCP servers, networks of other servers, and those of this one.
import type { JsonText, SessionId } from '@slyglass/base'
import type { ShownMedia } from './code-ports.ts'
import type { RunRequest, ToolEnvironment } from './ports.ts'

/** An MCP server as it is asked. */
export interface McpServer {
  /** The reference as written. */
  readonly url: string
  /** They go with every request to an address. They may be keys, so they are never logged. */
  readonly headers: Readonly<Record<string, string>>
  /** What is started here in place of asking an address. */
  readonly program?: McpProgram
}

/** A program that is an MCP server on its standard streams. Sessions never share one. */
export interface McpProgram {
  readonly command: string
  /** As they are: no shell reads them. */
  readonly args: readonly string[]
  /** All that it gets beside a few neutral variables. They may be keys, so they are never logged. */
  readonly env: Readonly<Record<string, string>>
  /** From the project's folder, in which it must lie. Default: that folder. */
  readonly cwd?: string
  /** Further folders that it may read, where it is enclosed. */
  readonly readable?: readonly string[]
  readonly projectRoot: string
  readonly session: SessionId
  readonly environment?: ToolEnvironment
}

export interface McpTool {
  readonly name: string
  readonly description: string
  /** Its input schema as the server gave it. */
  readonly schema: JsonText
}

/** Hears of what a server says beside its answer. */
export interface McpListener {
  /** Progress of the call: what came, and words for it. */
  progress?(structure: JsonText, text: string): void
  /** What it logs. */
  output?(text: string): void
  /** A sentence for people. */
  note?(text: string): void
  /** The server says that its tools are others now. */
  listChanged?(): void
}

/** What a server answered. */
export interface McpAnswer {
  /** False when the server calls it an error. */
  readonly ok: boolean
  /** Its text blocks. */
  readonly texts: readonly string[]
  /** Its pictures and sounds. */
  readonly media?: readonly ShownMedia[]
}

/** Tools of MCP servers. Both reject with an Error that says what went wrong, or with the signal's reason. */
export interface McpPort {
  list(server: McpServer, signal: AbortSignal, on?: McpListener): Promise<readonly McpTool[]>
  call(server: McpServer, tool: string, args: JsonText, signal: AbortSignal, on?: McpListener): Promise<McpAnswer>
}

/** What a network of another server answered. */
export interface RemoteAnswer {
  /** Absent when no message answered. */
  readonly text?: string
  readonly structure?: JsonText
  readonly sly: ReadonlyMap<string, JsonText>
}

/** Networks of other servers, by the reference as written. Both reject with an Error in words (`AnswerCut` of base when an answer broke off), or with the signal's reason. */
export interface RemoteNetworkPort {
  /** The front man's function as JSON text. */
  describe(reference: string, signal: AbortSignal): Promise<JsonText>
  chat(
    reference: string,
    request: {
      readonly message: string
      readonly sly: ReadonlyMap<string, JsonText>
      readonly headers: Readonly<Record<string, string>>
      /** Given when the whole talk is wanted: every message that has an origin, as JSON text, and its words. */
      readonly onMessage?: (message: JsonText, text: string) => void
    },
    signal: AbortSignal,
  ): Promise<RemoteAnswer>
}

/** Another network of this server, as a run of it is started. */
export type PeerNetwork = Pick<
  RunRequest,
  'project' | 'network' | 'file' | 'documents' | 'env' | 'sources' | 'provider'
>

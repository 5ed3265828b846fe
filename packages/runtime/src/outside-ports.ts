// What answers calls from outside of a run: MCP servers, networks of other servers, and those of this one.
import type { JsonText } from '@slyglass/base'
import type { RunRequest } from './ports.ts'

/** An MCP server and the headers that go with every request to it. They may be keys, so they are never logged. */
export interface McpServer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface McpTool {
  readonly name: string
  readonly description: string
  /** Its input schema as the server gave it. */
  readonly schema: JsonText
}

/** Tools of MCP servers. Both reject with an Error that says what went wrong, or with the signal's reason. */
export interface McpPort {
  list(server: McpServer, signal: AbortSignal): Promise<readonly McpTool[]>
  /** `texts`: the text blocks of the answer; `ok` is false when the server calls it an error. */
  call(
    server: McpServer,
    tool: string,
    args: JsonText,
    signal: AbortSignal,
  ): Promise<{ readonly ok: boolean; readonly texts: readonly string[] }>
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

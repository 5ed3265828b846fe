// Runs that a network of another server answers. It is asked as any client would ask it; what it tells is recorded here.
import type { JsonText, RunId, SessionId } from '@slyglass/base'
import type { ToolKind } from '@slyglass/run-log'

/**
 * Holds one chat: the request's body goes there, the lines of the stream come back one by one. Leaving the loop closes the
 * connection. Throws `FarFailure`, or the signal's reason when it is aborted.
 */
export type FarChat = (body: JsonText, signal: AbortSignal) => AsyncIterable<JsonText>

/** What a run of a network of another server is started with. */
export interface FarRunRequest {
  readonly run: RunId
  readonly session: SessionId
  readonly project: string
  readonly network: string
  /** `http://host:port` of the server. */
  readonly address: string
  readonly message: string
  /** Who answers, as the server's connectivity names it. */
  readonly frontMan: string
  /** What the server says each name is; one that is absent was not told. */
  readonly kinds: ReadonlyMap<string, ToolKind>
  /** `chat_context` of the session's last answer. */
  readonly context?: JsonText
  /** Something that the reader of the run has to know, such as turns that the server no longer knows. */
  readonly warning?: string
  readonly chat: FarChat
  /** `chat_context` of this answer, exactly as it came. */
  keepContext(context: JsonText): void
}

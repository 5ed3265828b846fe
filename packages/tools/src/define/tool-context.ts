// What a tool is told besides its arguments.
import type { ContextUpdate } from './context-update.ts'
import type { Environment } from './environment.ts'

/** One past message of the conversation. */
export interface PastMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** What was used up in this run so far. */
export interface UsageSoFar {
  readonly requests: number
  readonly toolCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** A record of the session that is no message. */
export interface ToolTape {
  append(name: string, data?: unknown): void
}

/** What a call of another tool gave. */
export type CalledTool =
  | { readonly ok: true; readonly text: string; readonly value: unknown }
  | { readonly ok: false; readonly error: string }

/** Everything that a call may use. Arguments and `deps` are frozen; `slyData` is the session's own and may be written. */
export interface ToolContext {
  /** Private values. No model reads them. */
  readonly slyData: Record<string, unknown>
  /** What tools of a session share, as it was before the calls of this answer. */
  readonly deps: Readonly<Record<string, unknown>>
  readonly conversationHistory: readonly PastMessage[]
  readonly requestId: string
  readonly timestamp: Date
  /** How often this call was tried before. */
  readonly retry: number
  readonly usage: UsageSoFar
  readonly runId: string
  readonly callId: string
  /** Names from the front man to this tool. */
  readonly agentPath: readonly string[]
  /** Scratch values of the run. */
  readonly state: Record<string, unknown>
  /** True inside code that a model wrote. */
  readonly codeMode: boolean
  readonly tape: ToolTape
  /** Variables that the tool declared in `env`. */
  readonly env: Readonly<Record<string, string>>
  /** Aborted when the call is stopped or its time is over. */
  readonly signal: AbortSignal
  /** Changes to what tools share; applied when this call is committed. */
  readonly update: ContextUpdate
  callTool(name: string, args: object): Promise<CalledTool>
  /** Where the session's files and programs are: this machine, a box on it, or memory, as the network says. */
  environment(): Promise<Environment>
  /** Tells people how far the work is. */
  progress(report: string | { readonly pct: number; readonly text?: string }): void
  /** Leaves a record in the run's log. */
  emit(name: string, data?: unknown): void
}

import type { JsonSchema, SchemaObject } from './standard-schema.ts'
import type { ToolContext } from './tool-context.ts'

/** What kind of work a tool does; rules and warnings go by it. */
export type ToolCategory = 'read' | 'write' | 'execute' | 'communicate' | 'search'

/** Where a tool is offered: everywhere, to models only, to code only, or as a command only. */
export type ToolExposure = 'auto' | 'direct' | 'code' | 'command'

/** How often a tool may be called. `key` and `tier` read `args.*`, `deps.*` or `sly_data.*`. */
export interface RateLimit {
  readonly calls?: number
  readonly perMs?: number
  readonly key?: string
  readonly tier?: string
  readonly tiers?: Readonly<Record<string, number>>
}

/** How long results are kept, and what makes two calls the same. */
export interface ToolCache {
  readonly ttlMs?: number
  readonly key?: readonly string[]
}

/** The names of what a health check looked at, each `ok` or what is wrong. */
export type Health = Readonly<Record<string, string>>

/** A tool as its author writes it. Whatever is left out has the default of the settings in a network's `studio`. */
export interface ToolOptions<Args = Record<string, unknown>> {
  /** The name that a model calls. With dots it is the runtime name, and the model's has `_` instead. */
  readonly name: string
  readonly runtimeName?: string
  readonly description?: string
  /** JSON Schema, or a schema object such as zod's. Without it any arguments pass. */
  readonly parameters?: JsonSchema | SchemaObject
  readonly outputSchema?: JsonSchema | SchemaObject
  readonly exposure?: ToolExposure
  readonly deferred?: boolean
  readonly category?: ToolCategory
  readonly tags?: readonly string[]
  /** Milliseconds of one attempt; null for no limit. */
  readonly timeoutMs?: number | null
  readonly retries?: number
  readonly retryOn?: readonly ('exception' | 'timeout')[]
  readonly retryBackoffMs?: number
  readonly requiresApproval?: boolean
  readonly concurrencySafe?: boolean
  readonly validateArgs?: 'strict' | 'nous' | 'off'
  readonly maxOutputChars?: number
  readonly targetMs?: number
  readonly maxMs?: number
  readonly cache?: ToolCache
  readonly rateLimit?: RateLimit
  readonly redact?: readonly string[]
  /** Environment variables without which the tool is not offered. */
  readonly env?: readonly string[]
  /** What the model reads in place of every exception's own words. */
  readonly errorText?: string
  /** The text that the model reads of a result. */
  readonly renderer?: (result: unknown) => string
  /** Looks whether what the tool needs is there. */
  readonly health?: () => Health | Promise<Health>
  /** An async generator streams: what it yields is told to people, what it returns is the result. */
  execute(args: Args, ctx: ToolContext): unknown
}

/** A tool that passed the checks of `defineTool`. */
export interface ToolDefinition {
  readonly name: string
  readonly runtimeName: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly options: Omit<ToolOptions, 'name' | 'parameters' | 'outputSchema' | 'execute'>
  execute(args: Record<string, unknown>, ctx: ToolContext): unknown
}

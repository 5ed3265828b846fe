// What `studio` says, read: the keys that this studio adds to a neuro-san network. Every value has its default here.
import type { Json, JsonObject } from '@slyglass/base'
import type { EnvironmentRules } from './read-environment.ts'
import type { CodeModeRules, TapeRules } from './read-surfaces.ts'

/** How a tool is run, whatever it is made of. */
export interface ToolSettings {
  /** The name with dots by which code, commands and rules know the tool. */
  readonly runtimeName?: string
  /** Milliseconds of one attempt; null: no limit of its own. */
  readonly timeoutMs: number | null
  /** Attempts after the first. */
  readonly retries: number
  readonly retryOn: readonly RetryCause[]
  readonly retryBackoffMs: number
  readonly validateArgs: 'strict' | 'nous' | 'off'
  readonly requiresApproval: boolean
  readonly category?: ToolCategory
  readonly tags: readonly string[]
  readonly exposure: 'auto' | 'direct' | 'code' | 'command'
  readonly deferred: boolean
  readonly concurrencySafe: boolean
  /** Characters of a result that a model gets at once. */
  readonly maxOutputChars: number
  /** What a model reads in place of every exception's own words. */
  readonly errorText?: string
  readonly targetMs: number
  readonly maxMs: number
  readonly cache?: { readonly ttlMs: number; readonly key: readonly string[] }
  readonly rateLimit?: RateLimitRule
}

export type RetryCause = 'exception' | 'timeout'
export type ToolCategory = 'read' | 'write' | 'execute' | 'communicate' | 'search'

/** `tiers` maps the value at `tier` to a number of calls; any other value counts as `calls`. */
export interface RateLimitRule {
  readonly calls: number
  readonly perMs: number
  readonly key?: string
  readonly tier?: string
  readonly tiers: ReadonlyMap<string, number>
}

export interface PermissionRules {
  readonly mode: 'default' | 'permissive' | 'strict'
  readonly deny: readonly string[]
  readonly denyPrefixes: readonly string[]
  readonly allow: readonly string[]
  readonly allowPrefixes: readonly string[]
  readonly approvalRequired: readonly string[]
  readonly allowUnattendedExecute: boolean
}

export type HookEvent =
  | 'session_start'
  | 'pre_request'
  | 'post_response'
  | 'pre_tool_use'
  | 'post_tool_use'
  | 'session_end'

/** One item of `hooks`. `run` is `file.ts#name`; `command` is a program with its arguments. */
export interface HookRule {
  readonly event: HookEvent
  readonly name: string
  readonly run?: string
  readonly command?: readonly string[]
  /** A name with `*` for any part, or `/…/` for a regular expression; absent: every tool. */
  readonly match?: string
  /** Lower ones run first. */
  readonly priority: number
  readonly failClosed: boolean
  readonly observeDenied: boolean
  readonly timeoutMs: number
}

/** A tool that is not really called. */
export interface MockRule {
  readonly delayMs: number
  readonly result?: Json
  /** Words of a failure that the tool returns. */
  readonly fail?: Json
  /** Words of an exception that the tool raises, so that it is tried again. */
  readonly raise?: string
}

export interface SessionRules {
  readonly maxTurns: number
  readonly maxBudgetTokens: number
  readonly compactAfterTurns: number
}

/** What counts at one place of a network: its block, under that of the entry, nearest wins. */
export interface Studio {
  /** The merged block as written. Keys that are not read into a field below are read from here. */
  readonly json: JsonObject
  /** True when calls of tools follow the rules of this studio instead of neuro-san's. */
  readonly disciplined: boolean
  readonly profile: 'plain' | 'bub'
  readonly parallelToolCalls: boolean
  readonly parallel: { readonly maxConcurrency: number; readonly defaultTimeoutMs: number; readonly headroomMs: number }
  /** Model calls of one activation of an agent. */
  readonly maxIterations: number
  readonly permissions: PermissionRules
  readonly approvals: { readonly timeoutMs: number; readonly batch: boolean }
  /** Absent unless `session` is written: a conversation has no end of its own. */
  readonly session?: SessionRules
  readonly limits: { readonly toolCalls: number; readonly sameCallRepeats: number }
  readonly hooks: readonly HookRule[]
  readonly todos: { readonly enabled: boolean; readonly render: 'run_start' | 'per_request' }
  /** Start value of what tools share in a session. */
  readonly deps: JsonObject
  /** What a tool gets of the project's variables and of what tools share; absent: what it names, and all that is shared. */
  readonly uses: { readonly env?: readonly string[]; readonly deps?: readonly string[] }
  /** Names of fields whose values are left out of error texts and records. */
  readonly redact: readonly string[]
  readonly toolResults: 'neuro_san' | 'json'
  readonly mocks: ReadonlyMap<string, MockRule>
  readonly environment: EnvironmentRules
  /** Addresses of this machine and its network that the studio's own web tools may reach. */
  readonly fetchAllow: readonly string[]
  readonly codeMode: CodeModeRules
  /** What begins a command that a person types; absent: there are no commands. */
  readonly commandPrefix?: string
  /** Tokens (four characters each) from which on a result is put aside; 0: never. */
  readonly spillTokens: number
  readonly tape: TapeRules
  /** Runtime or model names of the tools that are offered; absent: all, empty: none. */
  readonly allowedTools?: readonly string[]
  /** `file.ts#name` of a function that chooses the offered tools before each model request. */
  readonly prepareTools?: string
  readonly tool: ToolSettings
}

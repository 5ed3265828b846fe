// A hook as its author writes it in TypeScript; a network names it as `file.ts#name`.

/** What a hook is told. Which fields are there depends on the event. */
export interface HookPayload {
  readonly agentName?: string
  readonly toolName?: string
  readonly toolId?: string
  readonly arguments?: Readonly<Record<string, unknown>>
  /** Of `post_tool_use`: the text that the model would read. */
  readonly result?: string
  readonly toolCount?: number
  readonly iteration?: number
  readonly output?: string
  readonly deps: Readonly<Record<string, unknown>>
}

/** What a hook decides. Nothing means allow. */
export type HookAnswer =
  | undefined
  | 'allow'
  | 'deny'
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly reason?: string }
  | {
      readonly decision: 'modify'
      readonly changes: { readonly arguments?: Readonly<Record<string, unknown>>; readonly result?: unknown }
      readonly reason?: string
    }
  /** Of `pre_tool_use`: nothing is called, and this is the call's result. */
  | { readonly decision: 'replace'; readonly result: unknown; readonly reason?: string }

/** A hook's function. */
export type HookFunction = (payload: HookPayload) => HookAnswer | Promise<HookAnswer>

/** What a function that chooses tools is told before each model request. */
export interface ToolChoicePayload {
  readonly agentName: string
  /** What the model would be offered, in that order. */
  readonly tools: readonly {
    readonly name: string
    readonly runtimeName: string
    readonly description: string
    readonly parameters: Readonly<Record<string, unknown>>
    readonly tags: readonly string[]
    readonly category: string | null
  }[]
  /** The number of the request within the agent's work, from 1. */
  readonly step: number
  /** What tools share. */
  readonly state: Readonly<Record<string, unknown>>
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
}

/** Names, or tools of the payload, perhaps described otherwise. Nothing leaves all of them. */
export type ToolChoice = readonly (string | { readonly name: string; readonly description?: string })[]

/** What such a function answers; `promptSection` is added to the instructions of this request. */
export type ToolChoiceAnswer =
  | undefined
  | null
  | ToolChoice
  | { readonly tools: ToolChoice; readonly promptSection?: string }

/** A function that chooses tools; a network names it as `prepare_tools = "file.ts#name"`. */
export type ToolChooser = (payload: ToolChoicePayload) => ToolChoiceAnswer | Promise<ToolChoiceAnswer>

/** Gives the function its type; it changes nothing. */
export function definePrepareTools(choose: ToolChooser): ToolChooser {
  if (typeof choose !== 'function') throw new TypeError('definePrepareTools takes a function of one payload.')
  return choose
}

/** Gives the function its type; it changes nothing. */
export function defineHook(hook: HookFunction): HookFunction {
  if (typeof hook !== 'function') throw new TypeError('defineHook takes a function of one payload.')
  return hook
}

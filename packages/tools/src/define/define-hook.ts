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

/** Gives the function its type; it changes nothing. */
export function defineHook(hook: HookFunction): HookFunction {
  if (typeof hook !== 'function') throw new TypeError('defineHook takes a function of one payload.')
  return hook
}

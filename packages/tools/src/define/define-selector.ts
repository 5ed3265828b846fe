// A function that chooses what an agent is told of the past, as its author writes it in TypeScript.

/** One message of the past, in the form of chat completions. */
export interface ToldMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
  readonly name?: string
}

/** One line of the session's tape. */
export interface TapeLine {
  readonly id: number
  readonly kind: 'anchor' | 'event' | 'message' | 'tool_call' | 'tool_result'
  readonly at: number
  /** Of anchors and events. */
  readonly name?: string
  /** What an anchor hands on. */
  readonly state?: unknown
  /** What an event holds. */
  readonly data?: unknown
  readonly role?: 'user' | 'assistant'
  readonly text?: string
}

/** What a selector is told. */
export interface SelectorPayload {
  readonly tape: readonly TapeLine[]
  /** Numbers of the lines that `studio.tape.context` chooses. */
  readonly selected: readonly number[]
  /** What would be told of them. */
  readonly messages: readonly ToldMessage[]
}

/** The messages that are told instead. A network names it as `tape.selector = "file.ts#name"`. */
export type SelectorFunction = (payload: SelectorPayload) => readonly ToldMessage[] | Promise<readonly ToldMessage[]>

/** Gives the function its type; it changes nothing. */
export function defineSelector(select: SelectorFunction): SelectorFunction {
  if (typeof select !== 'function') throw new TypeError('defineSelector takes a function of one payload.')
  return select
}

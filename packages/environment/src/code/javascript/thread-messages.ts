// Between the server's thread and that of an engine. Both are ours; the code in the engine reaches neither, but it makes what it asks.
import type { CellAnswer } from '../cell-messages.ts'

/** What a thread is started with. */
export interface ThreadSetting {
  readonly memoryMb: number
}

export interface RunMessage {
  readonly type: 'run'
  readonly code: string
  readonly file: string
  readonly tools: readonly string[]
  readonly media: boolean
  readonly outputBytes: number
}

export type ToThread = RunMessage | { readonly type: 'answer'; readonly answer: CellAnswer }

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'printed'; readonly text: string }
  | { readonly type: 'question'; readonly question: unknown }
  | { readonly type: 'end'; readonly end: unknown }

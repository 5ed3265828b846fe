import { AsyncLocalStorage } from 'node:async_hooks'
import type { ToHost } from '../messages.ts'
import type { Board } from './board.ts'
import type { Outcome } from './outcome.ts'

/** One call of a tool, as its worker tracks it. */
export interface WorkerCall {
  readonly id: string
  /** That of its run. */
  readonly board: Board
  readonly reads: Set<string>
  /** Aborted when the call is stopped. It is made when somebody asks for it. */
  readonly signal: AbortSignal
  readonly isStopped: boolean
  /** Ends what listens to the signal, and what waits for `go`. */
  stop(): void
  /** Asked for once. */
  readonly go: Promise<void>
  start(): void
  /** What it has written, there once it has. */
  output?: {
    readonly written: { stdout: number; stderr: number }
    readonly leftOut: { stdout: number; stderr: number }
  }
  /** Who waits for the end of another call that this one asked for. */
  readonly uses: Map<string, (answer: Extract<ToHost, { type: 'used' }>) => void>
  progress: number
  /** Ends it at once, from whatever code of it; there once its file has loaded. */
  fail?: (outcome: Outcome) => void
  /** Answered already: what it still does no longer counts. */
  isOver: boolean
}

/** The call that the running code belongs to. */
export const currentCall = new AsyncLocalStorage<WorkerCall>()

export function createCall(id: string, board: Board): WorkerCall {
  return new TrackedCall(id, board)
}

/** Most calls are never stopped, wait for nothing and ask for no other call: what is for that is made when it is asked for. */
class TrackedCall implements WorkerCall {
  readonly id: string
  readonly board: Board
  readonly reads = new Set<string>()
  output?: NonNullable<WorkerCall['output']>
  readonly uses: WorkerCall['uses'] = new Map()
  progress = 0
  fail?: (outcome: Outcome) => void
  isOver = false
  #controller: AbortController | undefined
  #stopped: Error | undefined
  #mayGo = false
  #onGo: (() => void) | undefined

  constructor(id: string, board: Board) {
    this.id = id
    this.board = board
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#stopped !== undefined) this.#controller.abort(this.#stopped)
    return this.#controller.signal
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined
  }

  get go(): Promise<void> {
    return this.#mayGo
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#onGo = resolve
        })
  }

  start(): void {
    this.#mayGo = true
    this.#onGo?.()
  }

  stop(): void {
    this.#stopped ??= new Error('The call was stopped.')
    this.#controller?.abort(this.#stopped)
    this.start()
  }
}

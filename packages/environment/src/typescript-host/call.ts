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
  readonly stop: () => void
  readonly go: Promise<void>
  readonly start: () => void
  readonly written: { stdout: number; stderr: number }
  readonly leftOut: { stdout: number; stderr: number }
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
  let start = () => {}
  const go = new Promise<void>((resolve) => {
    start = resolve
  })
  let controller: AbortController | undefined
  let stopped: Error | undefined
  return {
    id,
    board,
    reads: new Set(),
    get signal() {
      controller ??= new AbortController()
      if (stopped !== undefined) controller.abort(stopped)
      return controller.signal
    },
    get isStopped() {
      return stopped !== undefined
    },
    stop() {
      stopped ??= new Error('The call was stopped.')
      controller?.abort(stopped)
      start()
    },
    go,
    start,
    written: { stdout: 0, stderr: 0 },
    leftOut: { stdout: 0, stderr: 0 },
    uses: new Map(),
    progress: 0,
    isOver: false,
  }
}

// The TypeScript calls of a thread: those of one run share a board.
import type { FromHost, ToHost } from '../messages.ts'
import { Board } from './board.ts'
import { createCall, currentCall, type WorkerCall } from './call.ts'
import { containCalls } from './contain-calls.ts'
import { doneLine } from './done-line.ts'
import { type Finished, runCall } from './invoke.ts'
import { LooseWrites } from './loose-writes.ts'
import { captureOutput, finishOutput } from './output.ts'

/** Handed over by the host. */
export interface WorkerSetting {
  readonly outputBytes: number
  readonly resultBytes: number
  /** Waits for a debugger before a tool runs. */
  readonly attach?: (call: string) => Promise<void>
}

/** Serves calls in this thread, whose output it takes over. Messages go in by the function that it answers. */
export function serveCalls(setting: WorkerSetting, postLine: (line: string) => void): (message: ToHost) => void {
  const post = (message: FromHost) => postLine(JSON.stringify(message))
  const thread = new ServedThread(setting, postLine)
  captureOutput(setting.outputBytes, (call) => tellPrivate(call, post), post)
  containCalls()
  return (message) => thread.receive(message)
}

/** Names what was put on the board, before anything that is said about it leaves: the other side masks by value. */
function tellPrivate(call: WorkerCall, post: (message: FromHost) => void): void {
  const values = call.board.takeFresh()
  if (values !== undefined) post({ type: 'private', call: call.id, values })
}

/** What one run has here. */
interface ServedRun {
  readonly board: Board
  readonly state: Record<string, unknown>
  readonly calls: Set<WorkerCall>
}

class ServedThread {
  readonly #setting: WorkerSetting
  readonly #postLine: (line: string) => void
  readonly #runs = new Map<string, ServedRun>()
  readonly #calls = new Map<string, WorkerCall>()
  readonly #loose = new LooseWrites()
  /** What keeps this thread alive before any tool has run. */
  #ownResources: readonly string[] | undefined

  constructor(setting: WorkerSetting, postLine: (line: string) => void) {
    this.#setting = setting
    this.#postLine = postLine
  }

  #post = (message: FromHost): void => this.#postLine(JSON.stringify(message))

  receive(message: ToHost): void {
    if (message.type === 'call') return void this.#serve(message)
    if (message.type === 'close') return void this.#close(message.scope)
    if (message.type === 'drop') this.#drop(message.scopes)
    if (message.type === 'ping') this.#post({ type: 'pong' })
    if (!('call' in message)) return
    const call = this.#calls.get(message.call)
    if (message.type === 'go') call?.start()
    if (message.type === 'cancel') call?.stop()
    if (message.type === 'used') call?.uses.get(message.use)?.(message)
  }

  #tellAndSend = (message: FromHost): void => {
    const call = currentCall.getStore()
    if (call !== undefined) tellPrivate(call, this.#post)
    this.#post(message)
  }

  #runOf(scope: string): ServedRun {
    const known = this.#runs.get(scope)
    if (known !== undefined) return known
    const run = { board: new Board(() => currentCall.getStore()), state: {}, calls: new Set<WorkerCall>() }
    this.#runs.set(scope, run)
    return run
  }

  #serve(message: Extract<ToHost, { type: 'call' }>): void {
    if (message.drop !== undefined) this.#drop(message.drop)
    this.#ownResources ??= process.getActiveResourcesInfo()
    const run = this.#runOf(message.scope)
    const { board, state } = run
    const call = createCall(message.call, board)
    this.#calls.set(call.id, call)
    run.calls.add(call)
    board.takeIn(message.sly, message.seen)
    const handed = board.keys().length
    const place = { call, board, state, send: this.#tellAndSend, attach: this.#setting.attach }
    currentCall.run(call, runCall, message, place, (end) => this.#end(call, run, end, handed))
  }

  #end(call: WorkerCall, { board, state, calls }: ServedRun, end: Finished, handed: number): void {
    if (call.isOver) return
    this.#calls.delete(call.id)
    calls.delete(call)
    const sly = board.diff(call, calls)
    call.isOver = true
    finishOutput(call, this.#post)
    const holds = this.#holds(board, state)
    const loose = this.#loose.take(this.#calls.size === 0)
    this.#postLine(doneLine(call, end, { sly, handed, holds, loose, resultBytes: this.#setting.resultBytes }))
  }

  /** Something of the run lives here and nowhere else: then it is called here again, and nobody else is. */
  #holds(board: Board, state: object): boolean {
    try {
      return board.isLive() || Object.keys(state).length > 0 || (this.#calls.size === 0 && !this.#isAtRest())
    } catch {
      // Values of tools may refuse to be looked at.
      return true
    }
  }

  /** Nothing goes on: no call, no timer, no open handle. Another run may have this thread then. */
  #isAtRest(): boolean {
    if (this.#calls.size > 0) return false
    return areAmong(process.getActiveResourcesInfo(), this.#ownResources ?? [])
  }

  /** Runs that are over, or are called elsewhere from now on, and of which nothing lives here. */
  #drop(scopes: readonly string[]): void {
    for (const scope of scopes) this.#runs.delete(scope)
  }

  /** Closes parked values in key order; the first that fails ends it. */
  async #close(scope: string): Promise<void> {
    const problems: string[] = []
    for (const [key, value] of this.#runs.get(scope)?.board.entries() ?? []) {
      try {
        const close: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'close') : undefined
        if (typeof close !== 'function') continue
        await Reflect.apply(close, value, [])
      } catch (problem) {
        problems.push(`slyData.${key} failed to close, later values stay open: ${problem}`)
        break
      }
    }
    this.#runs.delete(scope)
    this.#post({ type: 'closed', scope, problems, atRest: this.#isAtRest() })
  }
}

/** Each kind is there at most as often. Mostly they are the same, in the same order. */
function areAmong(kinds: readonly string[], others: readonly string[]): boolean {
  if (kinds.every((kind, index) => kind === others[index])) return true
  const left = [...others]
  return kinds.every((kind) => {
    const at = left.indexOf(kind)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

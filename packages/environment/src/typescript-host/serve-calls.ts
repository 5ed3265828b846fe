// The TypeScript calls of a thread: those of one run share a board.
import type { DoneMessage, FromHost, ToHost } from '../messages.ts'
import { Board } from './board.ts'
import { createCall, currentCall, type WorkerCall } from './call.ts'
import { type Finished, runCall } from './invoke.ts'
import { captureOutput, finishOutput } from './output.ts'

/** Handed over by the host. */
export interface WorkerSetting {
  readonly outputBytes: number
  readonly resultBytes: number
  /** Waits for a debugger before a tool runs. */
  readonly attach?: (call: string) => Promise<void>
}

/** Serves calls in this thread, whose output it takes over. Messages go in by the function that it answers. */
export function serveCalls(setting: WorkerSetting, post: (message: FromHost) => void): (message: ToHost) => void {
  const thread = new ServedThread(setting, post)
  captureOutput(setting.outputBytes, (call) => tellPrivate(call, post), post)
  // A rejection that a tool left behind is its own matter; other calls go on.
  process.on('unhandledRejection', (problem) =>
    console.error('A promise was rejected and nobody waited for it:', problem),
  )
  process.on('uncaughtException', (problem) => console.error('An exception was thrown outside of a call:', problem))
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
  readonly #post: (message: FromHost) => void
  readonly #runs = new Map<string, ServedRun>()
  readonly #calls = new Map<string, WorkerCall>()
  /** What keeps this thread alive before any tool has run. */
  #ownResources: ReadonlyMap<string, number> | undefined

  constructor(setting: WorkerSetting, post: (message: FromHost) => void) {
    this.#setting = setting
    this.#post = post
  }

  receive(message: ToHost): void {
    if (message.type === 'call') return void this.#serve(message)
    if (message.type === 'close') return void this.#close(message.scope)
    if (message.type === 'drop') this.#drop(message.scopes)
    if (message.type === 'ping') this.#post({ type: 'pong' })
    if (!('call' in message)) return
    const call = this.#calls.get(message.call)
    if (message.type === 'go') call?.start()
    if (message.type === 'cancel') call?.abort.abort(new Error('The call was stopped.'))
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

  async #serve(message: Extract<ToHost, { type: 'call' }>): Promise<void> {
    if (message.drop !== undefined) this.#drop(message.drop)
    this.#ownResources ??= resources()
    const { board, state, calls } = this.#runOf(message.scope)
    const call = createCall(message.call, board)
    this.#calls.set(call.id, call)
    calls.add(call)
    board.takeIn(message.sly, message.seen)
    const handed = board.keys().length
    call.abort.signal.addEventListener('abort', () => call.start())
    const { attach } = this.#setting
    const place = { call, board, state, send: this.#tellAndSend, ...(attach !== undefined && { attach }) }
    const end = await currentCall.run(call, () => runCall(message, place))
    this.#calls.delete(call.id)
    calls.delete(call)
    const sly = board.diff(call, calls)
    call.isOver = true
    finishOutput(call, this.#post)
    const holds = this.#holds(board, state)
    this.#post({ ...doneMessage(call, end, { sly, handed, resultBytes: this.#setting.resultBytes }), holds })
  }

  /** Something of the run lives here and nowhere else: then it is called here again, and nobody else is. */
  #holds(board: Board, state: object): boolean {
    return board.isLive() || Object.keys(state).length > 0 || (this.#calls.size === 0 && !this.#isAtRest())
  }

  /** Nothing goes on: no call, no timer, no open handle. Another run may have this thread then. */
  #isAtRest(): boolean {
    if (this.#calls.size > 0) return false
    for (const [kind, count] of resources()) if (count > (this.#ownResources?.get(kind) ?? 0)) return false
    return true
  }

  /** Runs that are over, or are called elsewhere from now on, and of which nothing lives here. */
  #drop(scopes: readonly string[]): void {
    for (const scope of scopes) this.#runs.delete(scope)
  }

  /** Closes parked values in key order; the first that fails ends it. */
  async #close(scope: string): Promise<void> {
    const problems: string[] = []
    for (const [key, value] of this.#runs.get(scope)?.board.entries() ?? []) {
      const close: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'close') : undefined
      if (typeof close !== 'function') continue
      try {
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

interface Told {
  readonly sly: ReturnType<Board['diff']>
  /** How many values the call was handed. */
  readonly handed: number
  readonly resultBytes: number
}

function doneMessage(call: WorkerCall, end: Finished, { sly, handed, resultBytes }: Told): DoneMessage {
  const reads = call.reads.size === 0 && handed > 0 ? null : [...call.reads].sort()
  const { synchronous, warnings = [] } = end
  const said = warnings.length === 0 ? {} : { warnings: [...warnings] }
  const facts = { type: 'done' as const, call: call.id, reads, abandoned: false, synchronous, ...said }
  const unchanged = { set: {}, del: [], opaque: {}, base: {} }
  const fail = (code: string, message: string, text: string) => ({
    ...facts,
    sly: copy(sly),
    ok: false as const,
    code,
    message,
    text,
    traceback: '',
  })
  if (call.abort.signal.aborted) return fail('cancelled', '', '')
  const done: DoneMessage = { ...facts, sly: copy(sly), ...end.outcome }
  if (longest(done) <= resultBytes) return done
  const size = JSON.stringify(done).length
  if (size <= resultBytes) return done
  const words = `the result and the sly data of the call take ${size.toLocaleString('en')} bytes; at most ${resultBytes.toLocaleString('en')} can be handed on`
  return { ...fail('result-too-large', words, `Error: ${words}`), sly: unchanged }
}

/** A line is not longer than this: a character takes six at most, and what is not counted here is short. */
function longest(done: DoneMessage): number {
  const { set, base, opaque, del } = done.sly
  const own = done.ok ? [done.valueJson ?? '', done.updateJson ?? ''] : [done.message, done.traceback]
  const texts = [done.text, ...own, ...(done.warnings ?? []), ...(done.reads ?? []), ...del]
  for (const named of [set, base, opaque]) texts.push(...Object.keys(named), ...Object.values(named))
  return texts.reduce((sum, text) => sum + 6 * text.length + 3, 4_096)
}

function copy({ set, del, opaque, base, report }: ReturnType<Board['diff']>) {
  return { set: { ...set }, del: [...del], opaque: { ...opaque }, base: { ...base }, report }
}

function resources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

// The TypeScript calls of one run at a time: they live in one thread and share one board.
import type { FromHost, ToHost } from '../messages.ts'
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

/** What a thread says: messages for the server, and that nothing of a run goes on in it. */
export type FromWorker = FromHost | { readonly type: 'at-rest' }

/** The same from thread to thread: the lines for the server, and what the host has to know of them. */
export type FromThread =
  | { readonly type: 'said' | 'closed'; readonly line: string }
  | { readonly type: 'done'; readonly call: string; readonly line: string }
  | { readonly type: 'at-rest' }

/** Serves calls in this thread, whose output it takes over. Messages go in by the function that it answers. */
export function serveCalls(setting: WorkerSetting, post: (message: FromWorker) => void): (message: ToHost) => void {
  const lane = new ServedRun(setting, post)
  captureOutput(setting.outputBytes, (call) => lane.tellPrivate(call), post)
  // A rejection that a tool left behind is its own matter; the run's other calls go on.
  process.on('unhandledRejection', (problem) =>
    console.error('A promise was rejected and nobody waited for it:', problem),
  )
  process.on('uncaughtException', (problem) => console.error('An exception was thrown outside of a call:', problem))
  return (message) => lane.receive(message)
}

const newBoard = () => new Board(() => currentCall.getStore())

class ServedRun {
  readonly #setting: WorkerSetting
  readonly #post: (message: FromWorker) => void
  readonly #calls = new Map<string, WorkerCall>()
  /** What keeps this thread alive before any tool has run. */
  #ownResources: ReadonlyMap<string, number> | undefined
  #board = newBoard()
  #state: Record<string, unknown> = {}

  constructor(setting: WorkerSetting, post: (message: FromWorker) => void) {
    this.#setting = setting
    this.#post = post
  }

  receive(message: ToHost): void {
    if (message.type === 'call') return void this.#serve(message)
    if (message.type === 'close') return void this.#closeAll(message.scope)
    if (message.type === 'hello') return
    const call = this.#calls.get(message.call)
    if (message.type === 'go') call?.start()
    if (message.type === 'cancel') call?.abort.abort(new Error('The call was stopped.'))
    if (message.type === 'used') call?.uses.get(message.use)?.(message)
  }

  /** Names what was put on the board, before anything that is said about it leaves: the other side masks by value. */
  tellPrivate(call: WorkerCall): void {
    const values = this.#board.takeFresh()
    if (values !== undefined) this.#post({ type: 'private', call: call.id, values })
  }

  #tellAndSend = (message: FromHost): void => {
    const call = currentCall.getStore()
    if (call !== undefined) this.tellPrivate(call)
    this.#post(message)
  }

  async #serve(message: Extract<ToHost, { type: 'call' }>): Promise<void> {
    const call = createCall(message.call)
    const board = this.#board
    this.#ownResources ??= resources()
    this.#calls.set(call.id, call)
    board.takeIn(message.sly, message.seen)
    const handed = board.keys().length
    call.abort.signal.addEventListener('abort', () => call.start())
    const { attach } = this.#setting
    const place = { call, board, state: this.#state, send: this.#tellAndSend, ...(attach !== undefined && { attach }) }
    const end = await currentCall.run(call, () => runCall(message, place))
    this.#calls.delete(call.id)
    const sly = board.diff(call, new Set(this.#calls.values()))
    call.isOver = true
    finishOutput(call, this.#post)
    this.#post(doneMessage(call, end, { sly, handed, resultBytes: this.#setting.resultBytes }))
  }

  /** Nothing of the run goes on: no call, no timer, no open handle. Another run may have this thread then. */
  #isAtRest(): boolean {
    const own = new Map(this.#ownResources)
    return this.#calls.size === 0 && [...resources()].every(([kind, count]) => count <= (own.get(kind) ?? 0))
  }

  /** Closes parked values in key order; the first that fails ends it. */
  async #closeAll(scope: string): Promise<void> {
    const problems: string[] = []
    for (const [key, value] of this.#board.entries()) {
      const close: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'close') : undefined
      if (typeof close !== 'function') continue
      try {
        await Reflect.apply(close, value, [])
      } catch (problem) {
        problems.push(`slyData.${key} failed to close, later values stay open: ${problem}`)
        break
      }
    }
    this.#board = newBoard()
    this.#state = {}
    if (this.#isAtRest()) this.#post({ type: 'at-rest' })
    this.#post({ type: 'closed', scope, problems })
  }
}

interface Told {
  readonly sly: ReturnType<Board['diff']>
  /** How many values the call was handed. */
  readonly handed: number
  readonly resultBytes: number
}

function doneMessage(call: WorkerCall, end: Finished, { sly, handed, resultBytes }: Told): FromHost {
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
  const done: FromHost = { ...facts, sly: copy(sly), ...end.outcome }
  if (longest(done) <= resultBytes) return done
  const size = JSON.stringify(done).length
  if (size <= resultBytes) return done
  const words = `the result and the sly data of the call take ${size.toLocaleString('en')} bytes; at most ${resultBytes.toLocaleString('en')} can be handed on`
  return { ...fail('result-too-large', words, `Error: ${words}`), sly: unchanged }
}

/** A line is not longer than this: a character takes six at most, and what is not counted here is short. */
function longest(done: Extract<FromHost, { type: 'done' }>): number {
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

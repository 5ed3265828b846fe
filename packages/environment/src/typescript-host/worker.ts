// The worker of one run at a time: all its TypeScript calls live here and share one board.
import { parentPort, workerData } from 'node:worker_threads'
import type { FromHost, ToHost } from '../messages.ts'
import { Board } from './board.ts'
import { createCall, currentCall, type WorkerCall } from './call.ts'
import { type Finished, runCall } from './invoke.ts'
import { captureOutput, finishOutput } from './output.ts'

/** Handed over by the host. */
export interface WorkerSetting {
  readonly outputBytes: number
  readonly resultBytes: number
}

const port = parentPort
const setting = workerData as WorkerSetting
const calls = new Map<string, WorkerCall>()
const newBoard = () => new Board(() => currentCall.getStore())
let board = newBoard()
const send = (message: FromHost) => port?.postMessage(message)
const tellAndSend = (message: FromHost) => {
  const call = currentCall.getStore()
  if (call !== undefined) tellPrivate(call)
  send(message)
}

captureOutput(setting.outputBytes, tellPrivate, send)
// A rejection that a tool left behind is its own matter; the run's other calls go on.
process.on('unhandledRejection', (problem) =>
  console.error('A promise was rejected and nobody waited for it:', problem),
)
process.on('uncaughtException', (problem) => console.error('An exception was thrown outside of a call:', problem))

port?.on('message', (message: ToHost) => {
  if (message.type === 'call') return void serve(message)
  if (message.type === 'close') return void closeAll(message.scope)
  if (message.type === 'hello') return
  const call = calls.get(message.call)
  if (message.type === 'go') call?.start()
  if (message.type === 'cancel') call?.abort.abort(new Error('The call was stopped.'))
})

/** Names what was put on the board, before anything that is said about it leaves: the other side masks by value. */
function tellPrivate(call: WorkerCall): void {
  const values = board.takeFresh()
  if (values !== undefined) send({ type: 'private', call: call.id, values })
}

async function serve(message: Extract<ToHost, { type: 'call' }>): Promise<void> {
  const call = createCall(message.call)
  calls.set(call.id, call)
  board.takeIn(message.sly)
  const handed = board.keys().length
  call.abort.signal.addEventListener('abort', () => call.start())
  const end = await currentCall.run(call, () => runCall(message, call, board, tellAndSend))
  calls.delete(call.id)
  const sly = board.diff(call, new Set(calls.values()))
  call.isOver = true
  finishOutput(call, send)
  send(doneMessage(call, end, sly, handed))
}

function doneMessage(call: WorkerCall, end: Finished, sly: ReturnType<Board['diff']>, handed: number): FromHost {
  const reads = call.reads.size === 0 && handed > 0 ? null : [...call.reads].sort()
  const facts = { type: 'done' as const, call: call.id, reads, abandoned: false, synchronous: end.synchronous }
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
  const size = JSON.stringify(done).length
  if (size <= setting.resultBytes) return done
  const said = `the result and the sly data of the call take ${size.toLocaleString('en')} bytes; at most ${setting.resultBytes.toLocaleString('en')} can be handed on`
  return { ...fail('result-too-large', said, `Error: ${said}`), sly: unchanged }
}

function copy(sly: ReturnType<Board['diff']>) {
  return { set: { ...sly.set }, del: [...sly.del], opaque: { ...sly.opaque }, base: { ...sly.base } }
}

/** What keeps this thread alive before any tool has run. */
const ownResources = resources()

/** Nothing of the run goes on: no call, no timer, no open handle. Another run may have this worker then. */
function isAtRest(): boolean {
  const own = new Map(ownResources)
  return calls.size === 0 && [...resources()].every(([kind, count]) => count <= (own.get(kind) ?? 0))
}

function resources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Closes parked values in key order; the first that fails ends it. */
async function closeAll(scope: string): Promise<void> {
  const problems: string[] = []
  for (const [key, value] of board.entries()) {
    const close: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'close') : undefined
    if (typeof close !== 'function') continue
    try {
      await Reflect.apply(close, value, [])
    } catch (problem) {
      problems.push(`slyData.${key} failed to close, later values stay open: ${problem}`)
      break
    }
  }
  board = newBoard()
  if (isAtRest()) port?.postMessage({ type: 'at-rest' })
  send({ type: 'closed', scope, problems })
}

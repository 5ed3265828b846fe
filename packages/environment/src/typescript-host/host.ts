// The TypeScript host process: a worker for each run, which another run gets when nothing of the first one goes on in it. Its own thread never executes a tool and so stays reachable.
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { CallMessage, FromHost, ToHost } from '../messages.ts'
import { readLines } from '../read-lines.ts'
import { serveDebugged } from './debugged.ts'
import type { FromThread, WorkerSetting } from './serve-calls.ts'

interface Lane {
  readonly worker: Worker
  /** The run that has the worker now. */
  scope: string
  /** Runs that had it. */
  runs: number
  isAtRest: boolean
  readonly calls: Set<string>
  lost: { readonly code: string; readonly message: string }
  /** Somebody waits for `closed`. */
  isClosing: boolean
}

const [, , workerFile = ''] = process.argv
const wire = new Socket({ fd: 3, readable: true, writable: true })
const lanes = new Map<string, Lane>()
/** Workers without a run. A thread takes longer to start than most tools to run. */
const resting: Lane[] = []
const MOST_RESTING = 32
/** What tools leave in the memory of a worker goes with it. */
const MOST_RUNS = 1_000
/** Where a debugger is wanted, tools run in this thread: it is the one that debuggers attach to. */
let debugged: ((message: ToHost) => void) | undefined
let setting: WorkerSetting & { readonly memoryBytes: number } = { outputBytes: 0, resultBytes: 0, memoryBytes: 0 }

const sendLine = (line: string) => wire.write(`${line}\n`)
const send = (message: FromHost) => sendLine(JSON.stringify(message))
const isText = (line: string): ToHost => JSON.parse(line)

readLines(
  wire,
  Number.POSITIVE_INFINITY,
  (line) => receive(isText(line), line),
  () => process.exit(1),
)
// The server is gone: nothing here may outlive it, nor what the tools started.
wire.on('close', endAll)
wire.on('error', endAll)

function endAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(0)
  }
}

function receive(message: ToHost, line: string): void {
  if (message.type === 'hello') greet(message)
  else if (debugged !== undefined) debugged(message)
  else if (message.type === 'call') begin(message, line)
  else if (message.type === 'close') close(message.scope, line)
  else steer(message, line)
}

type Steering = Extract<ToHost, { type: 'go' | 'cancel' | 'interrupt' | 'abandon' | 'used' }>

function steer(message: Steering, line: string): void {
  const lane = [...lanes.values()].find((candidate) => candidate.calls.has(message.call))
  if (lane === undefined) return
  if (message.type === 'interrupt' || message.type === 'abandon') stop(lane, message.call)
  else lane.worker.postMessage(line)
}

function greet(message: Extract<ToHost, { type: 'hello' }>): void {
  setting = message.limits
  if (message.debug === true) debugged = serveDebugged(message.limits, wire, send)
  send({ type: 'ready', protocol: 1, language: 'typescript', version: process.versions.node, pid: process.pid })
}

/** Lines go on as they came: text is handed from thread to thread for less than an object. */
function begin(message: CallMessage, line: string): void {
  const lane = lanes.get(message.scope) ?? openLane(message.scope)
  lane.calls.add(message.call)
  lane.worker.postMessage(line)
}

function openLane(scope: string): Lane {
  const lane = resting.pop() ?? createLane(scope)
  lane.scope = scope
  lane.runs += 1
  lane.isAtRest = false
  lanes.set(scope, lane)
  return lane
}

function createLane(scope: string): Lane {
  const { memoryBytes, ...workerData } = setting
  const worker = new Worker(workerFile, {
    workerData,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / 1024 ** 2) },
  })
  const lost = { code: 'host-lost', message: 'The thread of the run ended.' }
  const lane: Lane = { worker, scope, runs: 0, isAtRest: false, calls: new Set(), lost, isClosing: false }
  worker.on('message', (message: FromThread) => hear(lane, message))
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    lane.lost = isMemory
      ? { code: 'memory', message: 'The tool ran out of memory.' }
      : { code: 'host-lost', message: `The thread of the run failed: ${error.message}` }
  })
  worker.on('exit', () => endLane(lane))
  return lane
}

function hear(lane: Lane, message: FromThread): void {
  if (message.type === 'at-rest') {
    lane.isAtRest = true
    return
  }
  if (message.type === 'done') lane.calls.delete(message.call)
  if (message.type === 'closed') lane.isClosing = false
  sendLine(message.line)
  if (message.type !== 'closed') return
  if (lane.isAtRest && lane.runs < MOST_RUNS && resting.length < MOST_RESTING) rest(lane)
  else endLane(lane)
}

function rest(lane: Lane): void {
  if (lanes.get(lane.scope) === lane) lanes.delete(lane.scope)
  resting.push(lane)
}

/** A worker cannot be interrupted, only ended: the run's other calls are lost with it. */
function stop(lane: Lane, call: string): void {
  lane.calls.delete(call)
  fail(call, 'cancelled', '')
  lane.lost = { code: 'host-lost', message: 'The thread of the run was ended to stop another call of it.' }
  void lane.worker.terminate()
}

function endLane(lane: Lane): void {
  const { scope } = lane
  if (lanes.get(scope) === lane) lanes.delete(scope)
  if (resting.includes(lane)) resting.splice(resting.indexOf(lane), 1)
  for (const call of lane.calls) fail(call, lane.lost.code, lane.lost.message)
  lane.calls.clear()
  if (lane.isClosing) send({ type: 'closed', scope })
  lane.isClosing = false
  void lane.worker.terminate()
}

function fail(call: string, code: string, message: string): void {
  const text = message === '' ? '' : `Error: ${message}`
  const nothing = { sly: { set: {}, del: [], opaque: {}, base: {} }, reads: null, abandoned: false, synchronous: false }
  send({ type: 'done', call, ok: false, code, message, text, traceback: '', ...nothing })
}

function close(scope: string, line: string): void {
  const lane = lanes.get(scope)
  if (lane === undefined) {
    send({ type: 'closed', scope })
    return
  }
  lane.isClosing = true
  lane.worker.postMessage(line)
}

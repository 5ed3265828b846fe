// The TypeScript host process. Its threads speak with the server themselves; this one starts and ends them, never runs a tool and so
// stays reachable.
import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { FromHost, ToHost } from '../messages.ts'
import { readLines } from '../read-lines.ts'
import { FIRST_THREAD_FD } from '../thread-counts.ts'
import { serveDebugged } from './debugged.ts'
import type { WorkerSetting } from './serve-calls.ts'

/** Room of each thread for what lives shortly. Without it each takes three times as much. */
const YOUNG_MB = 16
/**
 * V8 of Node 20 waits for thousands of calls before it compiles for speed what each of them passes; most hosts end before. So it is done
 * after a third of that, which takes a tenth of a second of a processor once and has paid at 3,000 calls. Later ones have a
 * compiler in between, and other measures.
 */
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=20000')

const [, , workerFile = ''] = process.argv
/** Where tools run in this thread, it ends their call only. */
const exit = process.exit.bind(process)
const wire = new Socket({ fd: 3, readable: true, writable: true })
const threads = new Map<number, Worker>()
/** Where a debugger is wanted, tools run in this thread: it is the one that debuggers attach to. */
let debugged: ((message: ToHost) => void) | undefined
let setting: WorkerSetting & { readonly memoryBytes: number } = { outputBytes: 0, resultBytes: 0, memoryBytes: 0 }

const send = (message: FromHost) => wire.write(`${JSON.stringify(message)}\n`)

readLines(
  wire,
  Number.POSITIVE_INFINITY,
  (line) => receive(JSON.parse(line)),
  () => exit(1),
)
// The server is gone: nothing here may outlive it, nor what the tools started.
wire.on('close', endAll)
wire.on('error', endAll)

function endAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    exit(0)
  }
}

function receive(message: ToHost): void {
  if (message.type === 'hello') greet(message)
  else if (debugged !== undefined) debugged(message)
  else if (message.type === 'open') open(message.thread)
  else if (message.type === 'end') void threads.get(message.thread)?.terminate()
}

function greet(message: Extract<ToHost, { type: 'hello' }>): void {
  setting = message.limits
  if (message.debug === true) debugged = serveDebugged(message.limits, wire, send)
  send({ type: 'ready', protocol: 1, language: 'typescript', version: process.versions.node, pid: process.pid })
}

/** Starts a thread, which serves the calls that come on a pipe of its own. */
function open(thread: number): void {
  const { memoryBytes, ...limits } = setting
  /** How many calls it has taken up: what was sent besides has not begun when it ends. */
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(workerFile, {
    workerData: { ...limits, fd: FIRST_THREAD_FD + thread, taken },
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / 1024 ** 2), maxYoungGenerationSizeMb: YOUNG_MB },
  })
  threads.set(thread, worker)
  let why = { code: 'host-lost', message: 'The thread of the tool ended by itself.' }
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    why = isMemory
      ? { code: 'memory', message: 'The tool ran out of memory.' }
      : { code: 'host-lost', message: `The thread of the tool failed: ${error.message}` }
  })
  worker.on('exit', () => {
    threads.delete(thread)
    send({ type: 'ended', thread, taken: Atomics.load(taken, 0), ...why })
  })
}

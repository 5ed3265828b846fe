// A thread that runs tools. It speaks with the server over a pipe of its own: nothing that it says or hears takes another thread's time.
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import type { ToHost } from '../messages.ts'
import { readLines } from '../read-lines.ts'
import { serveCalls, type WorkerSetting } from './serve-calls.ts'

const { fd, taken, ...setting } = workerData as WorkerSetting & { readonly fd: number; readonly taken: Int32Array }
/** Of tools it ends their call only. */
const exit = process.exit.bind(process)
const wire = new Socket({ fd, readable: true, writable: true })
const receive = serveCalls(setting, (line) => wire.write(`${line}\n`))

readLines(
  wire,
  Number.POSITIVE_INFINITY,
  (line) => {
    const message: ToHost = JSON.parse(line)
    if (message.type === 'call') Atomics.add(taken, 0, 1)
    receive(message)
  },
  () => exit(1),
)

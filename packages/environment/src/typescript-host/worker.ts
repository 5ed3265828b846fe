// A thread that runs tools. It speaks with the server over a pipe of its own: nothing that it says or hears takes another thread's time.
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import type { ToHost } from '../messages.ts'
import { lineReader } from '../read-lines.ts'
import { serveCalls, type WorkerSetting } from './serve-calls.ts'

const { fd, taken, ...setting } = workerData as WorkerSetting & { readonly fd: number; readonly taken: Int32Array }
/** Of tools it ends their call only. */
const exit = process.exit.bind(process)
/** One place for all that is read: a new one for each line costs more than reading it. */
const bytes = Buffer.alloc(1 << 16)
const read = lineReader(
  Number.POSITIVE_INFINITY,
  (line) => {
    const message: ToHost = JSON.parse(line)
    if (message.type === 'call') Atomics.add(taken, 0, 1)
    receive(message)
  },
  () => exit(1),
)
const options = {
  ...{ fd, readable: true, writable: true },
  onread: {
    buffer: bytes,
    callback(length: number) {
      read(bytes.subarray(0, length))
      return true
    },
  },
}
const wire = new Socket(options)
const receive = serveCalls(setting, (line) => wire.write(`${line}\n`))

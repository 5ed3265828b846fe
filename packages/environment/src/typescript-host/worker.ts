// The thread of one run at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { type FromThread, type FromWorker, serveCalls, type WorkerSetting } from './serve-calls.ts'

const receive = serveCalls(workerData as WorkerSetting, (message) => parentPort?.postMessage(told(message)))
parentPort?.on('message', (line: string) => receive(JSON.parse(line)))

/** What goes on to the server is a line already: text is handed from thread to thread for less than an object. */
function told(message: FromWorker): FromThread {
  if (message.type === 'at-rest') return { type: 'at-rest' }
  const line = JSON.stringify(message)
  if (message.type === 'closed') return { type: 'closed', line }
  return message.type === 'done' ? { type: 'done', call: message.call, line } : { type: 'said', line }
}

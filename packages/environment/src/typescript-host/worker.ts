// The thread of one run at a time.
import { parentPort, workerData } from 'node:worker_threads'
import type { ToHost } from '../messages.ts'
import { serveCalls, type WorkerSetting } from './serve-calls.ts'

const receive = serveCalls(workerData as WorkerSetting, (message) => parentPort?.postMessage(message))
parentPort?.on('message', (message: ToHost) => receive(message))

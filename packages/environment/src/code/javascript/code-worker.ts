// The thread of one engine.
import { parentPort, workerData } from 'node:worker_threads'
import { createEngine } from './code-engine.ts'
import type { FromThread, ThreadSetting, ToThread } from './thread-messages.ts'

const send = (message: FromThread): void => parentPort?.postMessage(message)
const { memoryMb } = workerData as ThreadSetting
const engine = await createEngine(memoryMb, send)
parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'run') engine.run(message)
  else engine.hear(message.answer)
})
send({ type: 'ready' })

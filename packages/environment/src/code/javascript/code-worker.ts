// The thread of one engine.
import { parentPort } from 'node:worker_threads'
import { createEngine } from './code-engine.ts'
import type { FromThread, ToThread } from './thread-messages.ts'

const send = (message: FromThread): void => parentPort?.postMessage(message)
const engine = await createEngine(send)
parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'run') engine.run(message)
  else engine.hear(message.answer)
})
send({ type: 'ready' })

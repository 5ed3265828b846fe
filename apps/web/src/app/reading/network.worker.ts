// Reads networks and plans edits off the main thread. All parsing of HOCON in the page happens here.
import type { ReadingAnswer, ReadingRequest } from './messages.ts'
import { planInWorker, readInWorker } from './read-in-worker.ts'

function answer(request: ReadingRequest): ReadingAnswer {
  const { id } = request
  if (request.kind === 'read') return { kind: 'read', id, reading: readInWorker(request.input) }
  const planned = planInWorker(request.input, request.edit)
  return planned.ok ? { kind: 'plan', id, edits: planned.value } : { kind: 'fault', id, fault: planned.error }
}

addEventListener('message', (event: MessageEvent<ReadingRequest>) => {
  postMessage(answer(event.data))
})
